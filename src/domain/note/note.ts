import { z } from 'zod'
import { namedReferenceSchema, personSchema } from '../organization/organization'
import { isStorableText, unstorableMessage } from '../text/storable'

/** Longest note, in characters after trimming (decisions, Limits). */
export const longestNote = 5000

/** Length of a note: code points after trimming. */
export const noteLength = (text: string): number => [...text.trim()].length

/** A note's text: 1 to 5,000 characters after trimming (decisions, Limits). */
export const noteTextSchema = z
  .string()
  .trim()
  .min(1, 'Required')
  .refine((text) => noteLength(text) <= longestNote, 'Must be 5,000 characters or fewer')
  .refine(isStorableText, unstorableMessage)

export const patientNoteSchema = z.object({
  id: z.string(),
  revision: z.number(),
  patientId: z.string(),
  text: z.string(),
  /** When it was written, by the author's device. */
  capturedAt: z.string(),
  /** When the server received it. */
  createdAt: z.string(),
  /**
   * What the author's device clock showed less the server's time at that moment as the device knew
   * it, milliseconds: greater than 0 is ahead. Null: not known (not a sealed command, or not
   * measured: docs/sync-protocol.md, A command).
   */
  clockSkewMs: z.number().nullable().default(null),
  createdBy: personSchema,
  organization: namedReferenceSchema,
  checkup: z.object({ id: z.string(), endedAt: z.string() }).nullable(),
})
export type PatientNote = z.infer<typeof patientNoteSchema>

/** What staff wrote about a check-up (C275). */
export const checkupNoteSchema = z.object({
  id: z.string(),
  text: z.string(),
  patient: z.object({ id: z.string() }),
  createdBy: personSchema,
  /** When it was written, by the author's device. */
  createdAt: z.string(),
  /** When the server received it: a note is not changed afterwards. */
  updatedAt: z.string(),
  checkup: z.object({ id: z.string(), endedAt: z.string() }),
})
export type CheckupNote = z.infer<typeof checkupNoteSchema>
