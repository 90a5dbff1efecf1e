import { sql } from 'kysely'
import type { Trx } from '../db/database'

/**
 * An item of a job: schedule by check-up type, silence by session or alert, answered slot by
 * trigger, repeat, alert that escalates or that nobody deals with any more, browser whose sign-in ends (of no organisation).
 */
export type ItemKind =
  'schedule' | 'silence' | 'answered' | 'repeat' | 'escalation' | 'hold' | 'release' | 'ending'

/** One item failed: the others continue, it is tried later. Never names a patient. */
export class ItemFailed extends Error {
  readonly organizationId: string
  readonly kind: ItemKind
  readonly itemId: string
  constructor(organizationId: string, kind: ItemKind, itemId: string, cause: unknown) {
    super('An item of a job failed', { cause })
    this.organizationId = organizationId
    this.kind = kind
    this.itemId = itemId
    this.name = 'ItemFailed'
  }
}

/** What is left alone for the rest of a round of jobs. */
export interface Round {
  /** Organisations that the job failed for. */
  readonly without: readonly string[]
  /** Is told of each item that threw. */
  failed(failure: ItemFailed): void
  /** Ids of the items that threw in this round so far. */
  readonly skipped: readonly string[]
}

/** A round that nothing failed in yet. */
export const newRound = (without: readonly string[] = [], failures: ItemFailed[] = []): Round => ({
  without,
  failed: (failure) => void failures.push(failure),
  get skipped() {
    return failures.map(({ itemId }) => itemId)
  },
})

/** What was thrown, as an error. */
export const errorOf = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error('A part of a job threw no error')

/** Database errors that say nothing of the work: lost connection, shutdown, serialisation. */
const isOfTheDatabase = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' && /^(08|40|53|57|58|XX)/.test(code)
}

/**
 * Does a part of a transaction that is undone alone where it throws.
 * @returns what it threw, or null
 * @throws the database's own failures: the transaction is lost
 */
export async function apart(trx: Trx, work: () => Promise<void>): Promise<Error | null> {
  await sql`savepoint apart`.execute(trx)
  try {
    await work()
  } catch (error) {
    if (isOfTheDatabase(error)) throw error
    await sql`rollback to savepoint apart`.execute(trx)
    return errorOf(error)
  }
  await sql`release savepoint apart`.execute(trx)
  return null
}

/** Does each of an organisation's items apart, one after the other. @returns those that threw */
export async function eachApart<Item>(
  trx: Trx,
  items: readonly Item[],
  named: (item: Item) => {
    readonly organizationId: string
    readonly kind: ItemKind
    readonly id: string
  },
  work: (item: Item) => Promise<void>,
): Promise<readonly ItemFailed[]> {
  const failures: ItemFailed[] = []
  for (const item of items) {
    const error = await apart(trx, () => work(item))
    const { organizationId, kind, id } = named(item)
    if (error !== null) failures.push(new ItemFailed(organizationId, kind, id, error))
  }
  return failures
}
