import { appendAction, type ActionEntry } from '../action-log'
import type { Trx } from '../database'

/** Why a write across organisations was not done. */
export class AcrossRefused extends Error {
  readonly kind: 'forbidden' | 'not-found' | 'conflict'
  /** Of a conflict. */
  readonly reason: string
  constructor(kind: AcrossRefused['kind'], reason = '', message = '') {
    super(message)
    this.name = 'AcrossRefused'
    this.kind = kind
    this.reason = reason
  }
}

/** Who asks for a write across organisations, and when (ISO instant). */
export interface Asker {
  readonly userId: string
  /** The organisation they act as; its chain has the entry, too. */
  readonly organizationId: string
  /** The internal user behind them, while logged in as somebody else. */
  readonly loggedInAs: string | null
  readonly at: string
}

/** What was written, for the log of every organisation that it touched. */
export interface Written<Value> extends Pick<
  ActionEntry,
  'action' | 'entityType' | 'entityId' | 'patientId' | 'details'
> {
  readonly value: Value
  /** Organisations that were made by it. */
  readonly made?: readonly string[]
}

const sorted = (ids: readonly string[]): readonly string[] => [...new Set(ids)].toSorted()

/**
 * A write of the owner that reaches beyond one organisation (K29): who asks is judged by its own
 * check, the organisations are locked in the order of their ids, and each has one entry in its
 * chain. The lock is of the row, and lets others refer to it.
 * @param check throws AcrossRefused
 * @throws AcrossRefused not-found where one of the organisations is not there
 */
export async function across<Value>(
  trx: Trx,
  asker: Asker,
  touched: readonly string[],
  check: (trx: Trx, asker: Asker) => Promise<void>,
  work: () => Promise<Written<Value>>,
): Promise<Value> {
  await check(trx, asker)
  const ids = sorted([...touched, asker.organizationId])
  const locked = await trx
    .selectFrom('organization')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (locked.length < ids.length) throw new AcrossRefused('not-found')
  const { value, made = [], ...entry } = await work()
  for (const organizationId of sorted([...ids, ...made]))
    await appendAction(trx, {
      ...entry,
      organizationId,
      at: asker.at,
      actorId: asker.userId,
      loggedInAs: asker.loggedInAs,
    })
  return value
}

/**
 * Internal staff who act as themselves.
 * @throws AcrossRefused forbidden for everybody else
 */
export async function requireInternal(trx: Trx, asker: Asker): Promise<void> {
  const row = await trx
    .selectFrom('user_account')
    .select('is_internal_staff')
    .where('id', '=', asker.userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row?.is_internal_staff !== true || asker.loggedInAs !== null)
    throw new AcrossRefused('forbidden')
}
