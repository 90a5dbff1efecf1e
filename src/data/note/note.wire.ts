import { z } from 'zod'
import { patientNoteSchema, type PatientNote } from '../../domain/note/note'
import type { Page } from '../../engine/define'

const pageSchema = z.object({
  patientNotes: z.object({
    notes: z.array(patientNoteSchema),
    total: z.number().int(),
    asOf: z.string(),
  }),
})

export const readNotes = (answer: unknown): Page<PatientNote> => {
  const { notes, total, asOf } = pageSchema.parse(answer).patientNotes
  return { rows: notes, total, asOf: Date.parse(asOf) }
}
