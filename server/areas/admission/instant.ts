import { sql } from 'kysely'
import type { Scope } from '../../graphql/scope'

/** Now (epoch ms), by the clock that all servers share; tests let the server's own decide. */
export async function instantOf({ trx, clock, settings }: Scope): Promise<number> {
  if (!settings.asksDatabase) return clock.now()
  const { rows } = await sql<{
    ms: number
  }>`select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms`.execute(trx)
  return Math.floor(rows[0]?.ms ?? clock.now())
}
