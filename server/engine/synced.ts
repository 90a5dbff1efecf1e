import type { Conflict } from '../../schema/generated/resolvers'
import type { WaitingCommand } from '../../src/domain/sync/waiting-command'
import type { Scope } from '../graphql/scope'
import type { Entity } from './entities'
import type { ListPart } from './list-scope'
import type { ScopeKind } from './scope-pull'
import type { Subject } from './subject-parts'

/** What a command did. */
export interface Effect {
  readonly version: string
  /** The row that it made; absent: its author is answered with the rows of the subject. */
  readonly made?: Entity
  /** What of the command was not done, for its author to decide over; the rest was. */
  readonly open?: { readonly code: string; readonly conflict: Conflict }
}

/** When a command was captured, as the sealed bytes say. */
export interface Captured {
  /** The instant that counts, never after our clock. */
  readonly at: string
  /** The device's wall clock less that instant, milliseconds; null: not known. */
  readonly clockSkewMs: number | null
}

/**
 * A command that may travel by syncPush. It runs what the named mutation runs, so that both mean
 * the same.
 */
export interface SyncedOperation {
  readonly shared: WaitingCommand<object>
  /** opVersions that this server takes; the greatest is today's. */
  readonly versions: readonly number[]
  /** @throws what the named mutation throws; a ZodError for input that is not the operation's. */
  run(scope: Scope, input: Readonly<Record<string, unknown>>, captured: Captured): Promise<Effect>
}

/** A command with what it does. */
export const operation = <Input extends object>(
  shared: WaitingCommand<Input>,
  run: (scope: Scope, input: Input, captured: Captured) => Promise<Effect>,
): SyncedOperation => ({
  shared,
  versions: [shared.version],
  run: async (scope, input, captured) => run(scope, shared.input.parse(input), captured),
})

/** All that devices hold and send, handed to the engine, which knows none of it by name. */
export interface Synced {
  /** Every kind of scope; those that a hello offers in this order. */
  readonly scopes: readonly ScopeKind<unknown>[]
  readonly subject: Subject
  /** The list that shows the subjects. */
  readonly list: ListPart
  /** Every command that may wait. */
  readonly operations: readonly SyncedOperation[]
}

/** Rows that an author is shown beside what became of a command. */
export interface Rows {
  readonly server: Entity | null
  readonly also: readonly Entity[] | null
}

/**
 * A subject as they are now, and on the list. Who could open the record when they wrote need not be
 * let in now: they get none of it.
 */
export async function subjectRows(
  { subject, list }: Synced,
  scope: Scope,
  subjectId: string | null,
): Promise<Rows> {
  if (subjectId === null || !(await subject.mayRead(scope, subjectId)))
    return { server: null, also: null }
  const also = await list.read(scope, [subjectId])
  return { server: (await subject.read(scope, subjectId)).row, also }
}
