import { sql } from 'kysely'
import type { Clock } from '../clock'
import type { Trx } from '../db/database'

/** What a job works with. */
export interface JobParts {
  readonly clock: Clock
  /** Also asks the shared database and uses the clock that is behind. Tests: false. */
  readonly asksDatabase: boolean
}

/** Now (epoch ms), by the clock of the database, which all servers share. Tests: by their own. */
export async function databaseNow(trx: Trx, { clock, asksDatabase }: JobParts): Promise<number> {
  if (!asksDatabase) return clock.now()
  const { rows } = await sql<{
    ms: number
  }>`select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms`.execute(trx)
  return Math.floor(rows[0]?.ms ?? clock.now())
}

/** Now (epoch ms), by the clock that is behind: a fast clock must not call a check-up missed. */
export const decidedNow = async (trx: Trx, parts: JobParts): Promise<number> =>
  Math.min(parts.clock.now(), await databaseNow(trx, parts))
