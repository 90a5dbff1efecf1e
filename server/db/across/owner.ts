import { sql } from 'kysely'
import { narrowTo, type Trx } from '../database'

/**
 * A part of an organisation's transaction done with the rights of the owner: what it writes is
 * stored with the rest, or not at all. Each function that calls it checks by itself what it may
 * touch.
 */
export async function asOwner<Value>(
  trx: Trx,
  organizationId: string,
  work: () => Promise<Value>,
): Promise<Value> {
  await sql`select set_config('role', 'none', true)`.execute(trx)
  try {
    return await work()
  } finally {
    // After a failed statement there is nothing left to narrow: the transaction is over.
    await narrowTo(trx, organizationId).catch(() => {})
  }
}

/**
 * A part of the owner's work done with the rights of one organisation, by its own code; the owner
 * goes on afterwards.
 */
export async function asOneOf<Value>(
  trx: Trx,
  organizationId: string,
  work: () => Promise<Value>,
): Promise<Value> {
  await narrowTo(trx, organizationId)
  const done = await work()
  await sql`select set_config('role', 'none', true)`.execute(trx)
  return done
}
