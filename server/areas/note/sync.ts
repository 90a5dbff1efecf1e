import { addPatientNote } from '../../../src/domain/note/commands'
import type { LoggedPart } from '../../engine/subject-parts'
import { operation } from '../../engine/synced'
import type { SyncedOperation } from '../../engine/synced'
import { notesById } from './repository'
import { noteMutations } from './resolvers'

/** Notes in a patient's record. */
export const syncedNotes: LoggedPart = {
  key: 'n',
  type: 'PatientNote',
  givenAs: 'patientNotes',
  table: 'patient_note',
  writtenAt: 'captured_at',
  first: 20,
  read: async (scope, ids) =>
    (await notesById(scope, ids)).map((note) => ({ __typename: 'PatientNote', ...note })),
}

/** Commands about notes that may wait. */
export const noteOperations: readonly SyncedOperation[] = [
  operation(
    addPatientNote,
    async (scope, { patientId, text, checkupId = null, generatedNoteId = null }, captured) => {
      const note = await noteMutations.addPatientNote(
        scope,
        { PatientId: patientId, text, checkupId, generatedNoteId, capturedAt: captured.at },
        captured,
      )
      return { version: String(note.revision), made: { __typename: 'PatientNote', ...note } }
    },
  ),
]
