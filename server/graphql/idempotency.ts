import { createHash } from 'node:crypto'
import type { GraphQLError } from 'graphql'
import { z } from 'zod'
import { isoNow } from '../clock'
import { badInput, conflict } from './errors'
import type { Scope, ServerParts } from './scope'

const keyPattern = /^[A-Za-z0-9_-]{8,100}$/

/** Whether a value can be a key at all. */
export const isIdempotencyKey = (value: unknown): value is string =>
  typeof value === 'string' && keyPattern.test(value)

/** @throws BAD_USER_INPUT when the request carries a key that cannot be one. */
export function parseIdempotencyKey(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (isIdempotencyKey(value)) return value
  throw badInput([
    { path: 'extensions.idempotencyKey', message: 'Must be 8 to 100 letters, digits, - or _' },
  ])
}

/**
 * The one answer to a key that stands for something else, whoever's that is: it tells nothing of
 * what there is.
 */
export const keyReused = (): GraphQLError =>
  conflict('ID_REUSED', 'ID_REUSED: this idempotency key was used for something else')

/** Passwords are left out: a fast hash of one could be guessed where the sign-in's own cannot. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, item]) => [key, key === 'password' ? 'withheld' : sorted(item)]),
        )
      : value

const hashOf = (operation: string, organizationId: string, args: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([operation, organizationId, sorted(args)]))
    .digest('hex')

/** A request that carries a key, before anything of it is decided. */
export interface KeyedRequest {
  readonly userId: string
  readonly key: string
  readonly organizationId: string | null
  readonly operation: string
  readonly args: unknown
}

/** What is kept of an answer: which row it was, never what stood in it. */
export interface Kept {
  readonly id: string | null
  readonly revision: number | null
  /** Of an answer that says why nothing was done. */
  readonly errors: readonly unknown[]
}

const keptSchema = z.object({
  id: z.string().nullable().catch(null),
  revision: z.number().nullable().catch(null),
  errors: z.array(z.unknown()).catch([]),
})
const nothingKept: Kept = { id: null, revision: null, errors: [] }
const keptOf = (result: unknown): Kept => keptSchema.safeParse(result).data ?? nothingKept

/**
 * The row that a command made or changed, read again under the rights of today.
 * @throws NOT_FOUND where the one who repeats it may not see it any more
 */
export type Reread = (scope: Scope, args: never, kept: Kept) => Promise<unknown>

/** What keeps a key and its effect together. */
type Keyed = Pick<Scope, 'trx' | 'acting' | 'idempotencyKey' | 'clock' | 'log'>

/**
 * What is kept of the same user's request of the same key and content, and in which organisation it
 * was done. It is asked before every
 * question of permission: what was written while it was allowed stays written, and a resend after a
 * lost answer must not be told that it was refused.
 * @returns null where there is none, or the user is no more: then whoever asks is judged as for the
 *   first time.
 */
export async function doneBefore(
  parts: Pick<ServerParts, 'database' | 'log'>,
  asked: KeyedRequest,
): Promise<{ readonly kept: Kept; readonly organizationId: string } | null> {
  const row = await parts.database.kysely
    .selectFrom('client_mutation as m')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .select(['m.organization_id', 'm.payload_hash', 'm.result'])
    .where('m.user_id', '=', asked.userId)
    .where('m.key', '=', asked.key)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || (asked.organizationId ?? row.organization_id) !== row.organization_id)
    return null
  if (row.payload_hash !== hashOf(asked.operation, row.organization_id, asked.args)) return null
  parts.log.info({
    event: 'mutation-replayed',
    operation: asked.operation,
    userId: asked.userId,
    key: asked.key,
  })
  return { kept: keptOf(row.result), organizationId: row.organization_id }
}

/**
 * Runs an effect at most once per user and key: the key's row and the effect commit together, so
 * that of a repeated, a parallel and an interrupted request one does it.
 * @param again what a repeat is answered with
 * @throws CONFLICT (reason ID_REUSED) when the key was used for something else.
 */
export async function once<T>(
  scope: Keyed,
  operation: string,
  args: unknown,
  effect: () => Promise<T>,
  again: (kept: Kept) => Promise<T>,
): Promise<T> {
  const { trx, acting, idempotencyKey: key } = scope
  if (key === null) return effect()
  const payloadHash = hashOf(operation, acting.organizationId, args)
  const mine = await trx
    .insertInto('client_mutation')
    .values({
      user_id: acting.userId,
      key,
      organization_id: acting.organizationId,
      operation,
      payload_hash: payloadHash,
      created_at: isoNow(scope.clock),
    })
    .onConflict((on) => on.columns(['user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (mine === undefined) {
    const earlier = await trx
      .selectFrom('client_mutation')
      .select(['payload_hash', 'result'])
      .where('user_id', '=', acting.userId)
      .where('key', '=', key)
      .executeTakeFirst()
    if (earlier?.payload_hash !== payloadHash) throw keyReused()
    scope.log.info({ event: 'mutation-replayed', operation, userId: acting.userId, key })
    return again(keptOf(earlier.result))
  }
  const result = await effect()
  await trx
    .updateTable('client_mutation')
    .set({ result: JSON.stringify(keptOf(result)) })
    .where('user_id', '=', acting.userId)
    .where('key', '=', key)
    .execute()
  return result
}
