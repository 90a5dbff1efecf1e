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
