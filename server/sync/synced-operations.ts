import type { ZodType } from 'zod'
import { z } from 'zod'
import type { PatientNote } from '../../schema/generated/resolvers'
import type { Action } from '../../src/domain/access/may'
import { noteMutations } from '../areas/note/resolvers'
import type { Scope } from '../graphql/scope'
import type { Entity } from './entities'

/** What a command did: the row as it is now. */
export interface Effect { readonly entity: Entity; readonly version: string }

/** A command that may travel by syncPush. It runs what the named mutation runs, so that both mean the same. */
export interface SyncedOperation {
  /** opVersions that this server takes; the greatest is today's. */
  readonly versions: readonly number[]
  /** Asked of the author through may(), as they were at capture. */
  readonly action: Action
  /** Whom the command is about; null for one that is about no patient (lane `user`). */
  patientOf(input: Readonly<Record<string, unknown>>): string | null
  /** @throws what the named mutation throws; a ZodError for input that is not the operation's. */
  run(scope: Scope, input: Readonly<Record<string, unknown>>, capturedAt: string): Promise<Effect>
}

const operation = <Input>(given: {
  readonly action: Action
  readonly input: ZodType<Input>
  readonly about: 'patient' | 'user'
  readonly run: (scope: Scope, input: Input, capturedAt: string) => Promise<Effect>
}): SyncedOperation => ({
  versions: [1],
  action: given.action,
  patientOf: (input) => (given.about === 'patient' && typeof input.patientId === 'string' ? input.patientId : null),
  run: async (scope, input, capturedAt) => given.run(scope, given.input.parse(input), capturedAt),
})

const optionalId = z.string().max(100).nullish().transform((value) => value ?? null)

/** The note that this id already became through the named mutation: a device that was updated in between does not know it. */
async function writtenByName(scope: Scope, patientId: string, text: string): Promise<PatientNote | null> {
  const row = await scope.trx.selectFrom('client_mutation').select('result').where('user_id', '=', scope.acting.userId)
    .where('key', '=', scope.idempotencyKey ?? '').where('operation', '=', 'addPatientNote').executeTakeFirst()
  const note = row?.result as PatientNote | null | undefined
  return note?.patientId === patientId && note.text === text.trim() ? note : null
}

const addPatientNote = operation({
  action: 'note.add',
  about: 'patient',
  input: z.object({ patientId: z.string(), text: z.string(), checkupId: optionalId, generatedNoteId: optionalId }),
  async run(scope, { patientId, text, checkupId, generatedNoteId }, capturedAt) {
    const earlier = await writtenByName(scope, patientId, text)
    if (earlier !== null) return { entity: { __typename: 'PatientNote', ...earlier }, version: String(earlier.revision) }
    const note = await noteMutations.addPatientNote(scope, { PatientId: patientId, text, checkupId, generatedNoteId, capturedAt })
    return { entity: { __typename: 'PatientNote', ...note }, version: String(note.revision) }
  },
})

/** Every command that may wait, by name. Another is one more row. */
export const syncedOperations: Readonly<Record<string, SyncedOperation>> = { addPatientNote }
