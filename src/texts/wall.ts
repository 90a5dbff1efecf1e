import { wall as enGB } from './en-GB/wall'

/**
 * Texts of the wall display; both editions say the same. They come with its screen, not with the
 * first load.
 */
export type WallTexts = typeof enGB

export const wallTexts: WallTexts = enGB
