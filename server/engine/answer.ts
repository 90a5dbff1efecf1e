import type { ArgError, Conflict, OpClass } from '../../schema/generated/resolvers'
import type { Trx } from '../db/database'
import type { Admitted } from '../graphql/caller'
import type { Scope } from '../graphql/scope'
import type { Entity } from './entities'
import type { SyncParts } from './parts'

const busyMs = 1_000

/** The answer to one command. */
export interface Answer {
  readonly id: string
  readonly class: OpClass
  readonly code: string | null
  readonly replay: boolean
  readonly retryAfterMs: number | null
  readonly version: string | null
  readonly receivedAt: string | null
  readonly server: Entity | null
  /** Absent in answers that were stored before there was any. */
  readonly also?: readonly Entity[] | null
  readonly conflict?: Conflict | null
  readonly argErrors: readonly ArgError[] | null
}

/** What is kept of an answer beside its class and code. */
export type KeptResult = Pick<Answer, 'version' | 'server' | 'also' | 'conflict' | 'argErrors'>

/** What is kept of an answer that says nothing beside its class. */
export const empty: KeptResult = { version: null, server: null, argErrors: null }
/** An answer after which nothing is kept. */
export const unstored = (id: string, opClass: OpClass, code: string | null): Answer => ({
  id,
  class: opClass,
  code,
  replay: false,
  retryAfterMs: code === 'BUSY' ? busyMs : null,
  receivedAt: null,
  ...empty,
})

/** Whose command it was, in which organisation, and about whom. */
export interface Written {
  readonly authorId: string | null
  readonly organizationId: string
  readonly lane: string
}

/**
 * Other people's rows are not the deliverer's to read: they learn what became of the command, no
 * more. Nor are rows of a record that the author may not open now, however long ago the answer was
 * stored.
 * @param trx narrowed to the author's organisation where that is the one they act for.
 */
export async function shownTo(
  trx: Trx,
  parts: SyncParts,
  reader: Admitted | null,
  { authorId, organizationId, lane }: Written,
  answer: Answer,
): Promise<Answer> {
  if (reader === null || authorId !== reader.acting.userId)
    return { ...answer, server: null, also: null, conflict: null, argErrors: null }
  const saysNothing =
    answer.server === null && (answer.also ?? null) === null && (answer.conflict ?? null) === null
  if (saysNothing || lane === 'user') return answer
  const scope: Scope = {
    trx,
    ...reader,
    clock: parts.clock,
    settings: parts.settings,
    log: parts.log,
    idempotencyKey: null,
  }
  const isOpen =
    reader.acting.organizationId === organizationId &&
    (await parts.synced.subject.mayRead(scope, lane))
  return isOpen ? answer : { ...answer, server: null, also: null, conflict: null }
}
