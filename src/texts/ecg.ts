import { ecg as enGB } from './en-GB/ecg'
import { ecg as enUS } from './en-US/ecg'
import { inEditions } from './overlay'

/** Texts of the ECG trace. They come with the panel, not with the first load. */
export type EcgTexts = typeof enGB

/** The texts in an edition; the same object each time. */
export const ecgTexts = inEditions(enGB, enUS)
