import { sql } from 'kysely'
import type { Clock } from '../clock'
import type { Trx } from '../db/database'

/** What a job works with. */
export interface JobParts {
  readonly clock: Clock
  /**
   * Also asks the database, which all servers share, and believes whichever clock is behind. Tests
   * own the time: false.
   */
  readonly asksDatabase: boolean
}

/**
 * Now, for deciding that something did not happen: a server whose clock runs ahead must not call a
 * check-up missed that may still come. Epoch milliseconds.
 */
export async function decidedNow(trx: Trx, { clock, asksDatabase }: JobParts): Promise<number> {
  const own = clock.now()
  if (!asksDatabase) return own
  const { rows } = await sql<{
    ms: number
  }>`select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms`.execute(trx)
  return Math.floor(Math.min(own, rows[0]?.ms ?? own))
}
