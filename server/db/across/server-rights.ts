import { sql } from 'kysely'
import { narrowTo, type Trx } from '../database'

/**
 * A part of an organisation's transaction done with the server's own rights: what it writes is stored
 * with the rest, or not at all. Each function that calls it checks by itself what it may touch.
 */
export async function asServer<Value>(
  trx: Trx,
  organizationId: string,
  work: () => Promise<Value>,
): Promise<Value> {
  await sql`reset role`.execute(trx)
  try {
    return await work()
  } finally {
    // After a failed statement there is nothing left to narrow: the transaction is over.
    await narrowTo(trx, organizationId).catch(() => {})
  }
}

/**
 * A part of the server's own work done with the rights of one organisation, by its own code; the
 * server's rights come back afterwards.
 */
export async function asOneOf<Value>(
  trx: Trx,
  organizationId: string,
  work: () => Promise<Value>,
): Promise<Value> {
  await narrowTo(trx, organizationId)
  const done = await work()
  await sql`reset role`.execute(trx)
  return done
}
