import { z } from 'zod'
import { authorOf } from '../../domain/identity'
import { addPatientNote as shared } from '../../domain/note/commands'
import { noteTextSchema, patientNoteSchema, type PatientNote } from '../../domain/note/note'
import { defineWaitingCommand, type PlanContext } from '../../engine/define'

/** `checkup`: what the note is about; its end is kept for a waiting note. */
const addPatientNoteSchema = shared.input.pick({ patientId: true }).extend({
  text: noteTextSchema,
  checkupId: z.string().min(1).optional(),
  checkupEndedAt: z.string().optional(),
  /** Of what was generated and became, changed or not, a part of the text. */
  generatedNoteId: z.string().min(1).optional(),
})
export type AddPatientNoteInput = z.input<typeof addPatientNoteSchema>

/** What a server alone can say is not known of it. */
const waitingNote = (input: AddPatientNoteInput, { id, now, me }: PlanContext): PatientNote => {
  const at = new Date(now).toISOString()
  return patientNoteSchema.parse({
    id,
    revision: 0,
    patientId: input.patientId,
    text: input.text,
    capturedAt: at,
    // No server time yet: the author's, and the row says that it waits.
    createdAt: at,
    createdBy: authorOf(me),
    organization: { id: me.actingOrganization.id, name: me.actingOrganization.name },
    checkup:
      input.checkupId === undefined
        ? null
        : { id: input.checkupId, endedAt: input.checkupEndedAt ?? at },
  } satisfies z.input<typeof patientNoteSchema>)
}

/** Adds a note to a patient. It may wait. */
export const addPatientNote = defineWaitingCommand(shared, {
  input: addPatientNoteSchema,
  plan: (input, context) => [
    { resource: 'patientNotes', kind: 'add', row: waitingNote(input, context) },
  ],
  plain: ({ patientId, text, checkupId, generatedNoteId }) => ({
    patientId,
    text,
    checkupId: checkupId ?? null,
    ...(generatedNoteId === undefined ? {} : { generatedNoteId }),
  }),
  settle: (row) => [{ resource: 'patientNotes', row: patientNoteSchema.parse(row) }],
})
