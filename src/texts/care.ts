import { care as enGB } from './en-GB/care'
import { care as enUS } from './en-US/care'
import { inEditions } from './overlay'

/**
 * Texts of expected discharge, acuity and watching. They come with the screens that show patients,
 * not with the first load.
 */
export type CareTexts = typeof enGB

/** The texts in an edition; the same object each time. */
export const careTexts = inEditions(enGB, enUS)
