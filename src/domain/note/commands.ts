import { z } from 'zod'
import type { WaitingCommand } from '../sync/waiting-command'

const input = z.object({
  patientId: z.string().min(1),
  text: z.string(),
  checkupId: z.string().max(100).nullish(),
  generatedNoteId: z.string().max(100).nullish(),
})

/** Adds a note to a patient. */
export const addPatientNote = {
  name: 'addPatientNote',
  version: 1,
  action: 'note.add',
  input,
  waits: { class: 'Q' },
  about: 'patient',
} as const satisfies WaitingCommand<z.infer<typeof input>>
