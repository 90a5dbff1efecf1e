import { board as enGB } from './en-GB/board'
import { board as enUS } from './en-US/board'
import { inEditions } from './overlay'

/**
 * Texts of the virtual ward's filter, order and display. They come with its screen, not with the
 * first load.
 */
export type BoardTexts = typeof enGB

/** The texts in an edition; the same object each time. */
export const boardTexts = inEditions(enGB, enUS)
