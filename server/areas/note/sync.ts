import { GraphQLError } from 'graphql'
import type { PatientNote } from '../../../schema/generated/resolvers'
import { addPatientNote } from '../../../src/domain/note/commands'
import type { LoggedPart } from '../../engine/subject-parts'
import { operation } from '../../engine/synced'
import type { SyncedOperation } from '../../engine/synced'
import type { Scope } from '../../graphql/scope'
import { notesById } from './repository'
import { noteMutations } from './resolvers'

/** Notes in a patient's record. */
export const syncedNotes: LoggedPart = {
  key: 'n',
  type: 'PatientNote',
  table: 'patient_note',
  writtenAt: 'captured_at',
  first: 20,
  read: async (scope, ids) =>
    (await notesById(scope, ids)).map((note) => ({ __typename: 'PatientNote', ...note })),
}

/**
 * The note that this id already became through the named mutation: a device that was updated in
 * between does not know it.
 */
async function writtenByName(
  scope: Scope,
  patientId: string,
  text: string,
): Promise<PatientNote | null> {
  const row = await scope.trx
    .selectFrom('client_mutation')
    .select('key')
    .where('user_id', '=', scope.acting.userId)
    .where('key', '=', scope.idempotencyKey ?? '')
    .where('operation', '=', 'addPatientNote')
    .executeTakeFirst()
  if (row === undefined) return null
  // The id of a note is the key that it was written with.
  const [note] = await notesById(scope, [scope.idempotencyKey ?? ''])
  return note?.patientId === patientId && note.text === text.trim() ? note : null
}

/** Commands about notes that may wait. */
export const noteOperations: readonly SyncedOperation[] = [
  operation(
    addPatientNote,
    async (scope, { patientId, text, checkupId = null, generatedNoteId = null }, captured) => {
      // Asked only where it is refused: the id is taken then, or the patient is out of the author's sight since.
      const note = await noteMutations
        .addPatientNote(
          scope,
          { PatientId: patientId, text, checkupId, generatedNoteId, capturedAt: captured.at },
          captured,
        )
        .catch(async (error: unknown) => {
          const earlier =
            error instanceof GraphQLError ? await writtenByName(scope, patientId, text) : null
          if (earlier === null) throw error
          return earlier
        })
      return { version: String(note.revision), made: { __typename: 'PatientNote', ...note } }
    },
  ),
]
