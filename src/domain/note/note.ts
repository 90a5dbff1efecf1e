import { z } from 'zod'
import { namedReferenceSchema, personSchema } from '../organization/organization'

/** A note's text: 1 to 5,000 characters after trimming (decisions, Limits). */
export const noteTextSchema = z.string().trim().min(1, 'Required').max(5000, 'Must be 5,000 characters or fewer')

export const patientNoteSchema = z.object({
  id: z.string(),
  revision: z.number(),
  patientId: z.string(),
  text: z.string(),
  /** When it was written, by the author's device. */
  capturedAt: z.string(),
  /** When the server received it. */
  createdAt: z.string(),
  createdBy: personSchema,
  organization: namedReferenceSchema,
  checkup: z.object({ id: z.string(), endedAt: z.string() }).nullable(),
})
export type PatientNote = z.infer<typeof patientNoteSchema>
