import type { ZodType } from 'zod'
import { z } from 'zod'
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

const addPatientNote = operation({
  action: 'note.add',
  about: 'patient',
  input: z.object({ patientId: z.string(), text: z.string(), checkupId: optionalId, generatedNoteId: optionalId }),
  async run(scope, { patientId, text, checkupId, generatedNoteId }, capturedAt) {
    const note = await noteMutations.addPatientNote(scope, { PatientId: patientId, text, checkupId, generatedNoteId, capturedAt })
    return { entity: { __typename: 'PatientNote', ...note }, version: String(note.revision) }
  },
})

/** Every command that may wait, by name. Another is one more row. */
export const syncedOperations: Readonly<Record<string, SyncedOperation>> = { addPatientNote }
