import { sql } from 'kysely'
import type { Clock } from '../clock'
import type { Trx } from '../db/database'

/** What a job works with. */
export interface JobParts {
  readonly clock: Clock
  /** Also asks the shared database and uses the clock that is behind. Tests: false. */
  readonly asksDatabase: boolean
}

/** Now (epoch ms), by the clock that is behind: a fast clock must not call a check-up missed. */
export async function decidedNow(trx: Trx, { clock, asksDatabase }: JobParts): Promise<number> {
  const own = clock.now()
  if (!asksDatabase) return own
  const { rows } = await sql<{
    ms: number
  }>`select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms`.execute(trx)
  return Math.floor(Math.min(own, rows[0]?.ms ?? own))
}
