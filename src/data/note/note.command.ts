import { z } from 'zod'
import { AddPatientNoteDocument } from '../../../schema/generated/documents/note'
import { addPatientNote as shared } from '../../domain/note/commands'
import { noteTextSchema, type PatientNote } from '../../domain/note/note'
import { defineWaitingCommand, type PlanContext } from '../../engine/define'
import { settleNote } from './note.wire'

/**
 * `checkup`: the check-up that the note speaks of; its end time is kept so that a waiting note can
 * name it.
 */
const addPatientNoteSchema = shared.input.pick({ patientId: true }).extend({
  text: noteTextSchema,
  checkupId: z.string().min(1).optional(),
  checkupEndedAt: z.string().optional(),
})
export type AddPatientNoteInput = z.input<typeof addPatientNoteSchema>

const waitingNote = (input: AddPatientNoteInput, { id, now, me }: PlanContext): PatientNote => {
  const at = new Date(now).toISOString()
  return {
    id,
    revision: 0,
    patientId: input.patientId,
    text: input.text,
    capturedAt: at,
    // No server has received it: until one does, the only time there is stands here too, and the
    // row says that it waits.
    createdAt: at,
    // Until a server has it, the row shows what this clock says.
    clockSkewMs: null,
    createdBy: { id: me.id, firstName: me.firstName, lastName: me.lastName },
    organization: { id: me.actingOrganization.id, name: me.actingOrganization.name },
    checkup:
      input.checkupId === undefined
        ? null
        : { id: input.checkupId, endedAt: input.checkupEndedAt ?? at },
  }
}

/**
 * Adds a note to a patient. May wait: it is safe on this device at once and sent when the server
 * can be reached.
 */
export const addPatientNote = defineWaitingCommand(shared, {
  document: AddPatientNoteDocument,
  input: addPatientNoteSchema,
  plan: (input, context) => [
    { resource: 'patientNotes', kind: 'add', row: waitingNote(input, context) },
  ],
  plain: ({ patientId, text, checkupId }) => ({ patientId, text, checkupId: checkupId ?? null }),
  settle: (row) => settleNote({ addPatientNote: row }),
  variables: (input, { capturedAt }) => ({
    patientId: input.patientId,
    text: input.text,
    capturedAt: new Date(capturedAt).toISOString(),
    checkupId: input.checkupId ?? null,
  }),
  transport: { batch: true },
  wire: settleNote,
})
