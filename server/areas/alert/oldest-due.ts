import { sql } from 'kysely'
import type { Database } from '../../db/database'
import { decidedNow, type JobParts } from '../../jobs/database-clock'

/** Alerts later than this are late: every job of theirs runs each fifteen seconds. Milliseconds. */
export const lateAfterMs = 120_000

/**
 * For how long the oldest decision about an alert has been due, milliseconds; 0: none is. A missed
 * check-up, monitoring to be looked at, an escalation, a hold that ends: each is read by its index.
 */
export const oldestDueMs = (database: Database, parts: JobParts): Promise<number> =>
  database.asSystem(async (trx) => {
    const nowMs = await decidedNow(trx, parts)
    const { rows } = await sql<{ due: string | null }>`
      select least(
        (select min(next_at) from checkup_schedule_progress),
        (select min(look_at) from silence_watch where look_at > '-infinity'),
        (select min(escalate_due_at) from alert where escalate_due_at is not null),
        (select min(hold_ends_at) from alert where status = 'open' and acknowledged_by is not null)) as due`.execute(
      trx,
    )
    const due = rows[0]?.due ?? null
    return due === null ? 0 : Math.max(0, nowMs - Date.parse(due))
  })
