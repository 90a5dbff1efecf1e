import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database, Trx } from '../../server/db/database'

/**
 * With the login of the connection itself, whatever role it works under: PostgreSQL tells what its
 * connections do, and ends one of them, for nobody else.
 */
export const asLogin = <T>(database: Database, work: (trx: Trx) => Promise<T>): Promise<T> =>
  database.asSystem(async (trx) => {
    await sql`set local role none`.execute(trx)
    return work(trx)
  })

/** Until somebody in this database, or so many, wait for a lock. */
export const somebodyWaits = (database: Database, atLeast = 1): Promise<void> =>
  expect
    .poll(
      async () =>
        (
          await asLogin(database, (trx) =>
            sql<{
              n: number
            }>`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
              trx,
            ),
          )
        ).rows[0]?.n,
      { timeout: 30_000, interval: 5 },
    )
    .toBeGreaterThanOrEqual(atLeast)
