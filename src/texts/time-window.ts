import { timeWindow as enGB } from './en-GB/time-window'
import { timeWindow as enUS } from './en-US/time-window'
import { inEditions } from './overlay'

/** Texts of the time windows. They come with the chart, not with the first load. */
export type TimeWindowTexts = typeof enGB

/** The texts in an edition; the same object each time. */
export const timeWindowTexts = inEditions(enGB, enUS)
