import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../../server/db/database'

/** Until somebody in this database, or so many, wait for a lock. */
export const somebodyWaits = (database: Database, atLeast = 1): Promise<void> =>
  expect
    .poll(
      async () =>
        (
          await sql<{
            n: number
          }>`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            database.kysely,
          )
        ).rows[0]?.n,
      { timeout: 30_000, interval: 5 },
    )
    .toBeGreaterThanOrEqual(atLeast)
