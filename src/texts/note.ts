import { note as enGB } from './en-GB/note'
import { note as enUS } from './en-US/note'
import { inEditions } from './overlay'

/** Texts of the notes tab. They come with it, not with the first load. */
export type NoteTexts = typeof enGB

/** The texts in an edition; the same object each time. */
export const noteTexts = inEditions(enGB, enUS)
