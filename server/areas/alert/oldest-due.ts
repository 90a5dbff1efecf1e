import { sql } from 'kysely'
import { comesBackEveryMs } from '../../../src/domain/alerts/state'
import type { Database } from '../../db/database'
import { decidedNow, type JobParts } from '../../jobs/database-clock'

/** Alerts later than this are late: every job of theirs runs each fifteen seconds. Milliseconds. */
export const lateAfterMs = 120_000

/**
 * For how long the oldest decision about an alert has been due, milliseconds; 0: none is. A missed
 * check-up, monitoring to be looked at, an escalation, a hold that ends (endHolds).
 */
export const oldestDueMs = (database: Database, parts: JobParts): Promise<number> =>
  database.asSystem(async (trx) => {
    const nowMs = await decidedNow(trx, parts)
    const { rows } = await sql<{ due: string | null }>`
      select least(
        (select min(next_at) from checkup_schedule_progress),
        (select min(look_at) from silence_watch where look_at > '-infinity'),
        (select min(escalate_due_at) from alert where escalate_due_at is not null),
        (select min(greatest(a.hold_ends_at, (select max(b.came_back_at) from alert b where b.patient_id = a.patient_id) + ${`${comesBackEveryMs} milliseconds`}::interval))
          from alert a where a.status = 'open' and a.acknowledged_by is not null and not exists (select 1 from alert g
            where g.patient_id = a.patient_id and g.status = 'open' and g.acknowledged_by is not null and g.severity > a.severity))) as due`.execute(
      trx,
    )
    const due = rows[0]?.due ?? null
    return due === null ? 0 : Math.max(0, nowMs - Date.parse(due))
  })
