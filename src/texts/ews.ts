import { ews as enGB } from './en-GB/ews'
import { ews as enUS } from './en-US/ews'
import { inEditions } from './overlay'

/**
 * Texts of the threshold charts and of the personal early-warning score. They come with the charts,
 * not with the first load.
 */
export type EwsTexts = typeof enGB

/** The texts in an edition; the same object each time. */
export const ewsTexts = inEditions(enGB, enUS)
