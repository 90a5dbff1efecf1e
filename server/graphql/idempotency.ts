import { createHash } from 'node:crypto'
import type { GraphQLError } from 'graphql'
import { isoNow } from '../clock'
import { badInput, conflict } from './errors'
import type { Scope } from './scope'

const keyPattern = /^[A-Za-z0-9_-]{8,100}$/

/** @throws BAD_USER_INPUT when the request carries a key that cannot be one. */
export function parseIdempotencyKey(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' && keyPattern.test(value)) return value
  throw badInput([{ path: 'extensions.idempotencyKey', message: 'Must be 8 to 100 letters, digits, - or _' }])
}

/** The one answer to a key that stands for something else, whoever's that is: it tells nothing of what there is. */
export const keyReused = (): GraphQLError => conflict('ID_REUSED', 'ID_REUSED: this idempotency key was used for something else')

const sorted = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sorted(item)]))
      : value

/**
 * Runs an effect at most once per user and key: the key's row, the effect and its answer commit together, so that a
 * repeated, a parallel and an interrupted request all get the one answer.
 * @throws CONFLICT (reason ID_REUSED) when the key was used for something else.
 */
export async function once<T>(scope: Scope, operation: string, args: unknown, effect: () => Promise<T>): Promise<T> {
  const { trx, acting, idempotencyKey: key } = scope
  if (key === null) return effect()
  const payloadHash = createHash('sha256').update(JSON.stringify([operation, acting.organizationId, sorted(args)])).digest('hex')
  const mine = await trx.insertInto('client_mutation')
    .values({ user_id: acting.userId, key, organization_id: acting.organizationId, operation, payload_hash: payloadHash, created_at: isoNow(scope.clock) })
    .onConflict((on) => on.columns(['user_id', 'key']).doNothing()).returning('key').executeTakeFirst()
  if (mine === undefined) {
    const earlier = await trx.selectFrom('client_mutation').select(['payload_hash', 'result'])
      .where('user_id', '=', acting.userId).where('key', '=', key).executeTakeFirst()
    if (earlier?.payload_hash !== payloadHash) throw keyReused()
    scope.log.info({ event: 'mutation-replayed', operation, userId: acting.userId, key })
    return earlier.result as T
  }
  const result = await effect()
  await trx.updateTable('client_mutation').set({ result: JSON.stringify(result) })
    .where('user_id', '=', acting.userId).where('key', '=', key).execute()
  return result
}
