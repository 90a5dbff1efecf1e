import { readings as enGB } from './en-GB/readings'

/**
 * Texts of a check-up's readings; both editions say the same. They come with the screens that show
 * them, not with the first load.
 */
export type ReadingsTexts = typeof enGB

export const readingsTexts: ReadingsTexts = enGB
