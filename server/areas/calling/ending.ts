import { sql } from 'kysely'
import type { Database, Trx } from '../../db/database'
import { eachApart, newRound } from '../../jobs/apart'
import { decidedNow, type JobParts } from '../../jobs/database-clock'
import { pushEnding, rings } from './pushes'
import { onCallNow } from './situation'

/** How long before the end of a sign-in its browser is told, milliseconds. */
const aheadMs = 15 * 60_000
/** Whoever is on call so long after the end is told too, milliseconds; looked at in steps of half an hour. */
const afterMs = 12 * 3_600_000
const stepMs = 30 * 60_000
/** Browsers of one transaction. */
const batch = 100

interface Ending {
  readonly id: string
  readonly user_id: string
  readonly expires_at: number
}

/** The organisation in which a user is on call from an instant on; null: in none. */
async function onCallIn(trx: Trx, userId: string, fromMs: number): Promise<string | null> {
  const { rows } = await sql<{
    organizationId: string
    wardId: string
    timeZone: string
  }>`select p.organization_id as "organizationId", p.ward_id as "wardId", o.time_zone as "timeZone"
    from on_call_plan p join organization o on o.id = p.organization_id where position(${userId} in p.slots::text) > 0 order by p.ward_id`.execute(
    trx,
  )
  for (const place of rows) {
    for (let atMs = fromMs; atMs < fromMs + afterMs; atMs += stepMs) {
      const plan = await onCallNow(trx, { ...place, dischargedAt: null }, atMs)
      if (plan?.line.some((callee) => callee.userId === userId) === true)
        return place.organizationId
    }
  }
  return null
}

/**
 * Tells whoever is on call when their sign-in ends or in the twelve hours after it, a quarter of an hour before, in its browser: nobody is
 * called there afterwards. Once for each end; safe on several servers.
 * @returns how many browsers were looked at; 0: none is due
 */
export const tellEnding = (
  database: Database,
  parts: JobParts,
  round = newRound(),
): Promise<number> =>
  database.asSystem(async (trx) => {
    const nowMs = await decidedNow(trx, parts)
    const { rows } = await sql<Ending>`
      with ending as (select s.id, s.user_id, i.expires_at from push_subscription s join identity_session i on i.id = s.identity_session_id
        where i.expires_at <= ${nowMs + aheadMs} and s.end_told is distinct from i.expires_at and ${rings(sql.ref('s'), nowMs)}
        order by s.id limit ${batch} for update of s skip locked)
      update push_subscription p set end_told = e.expires_at from ending e where p.id = e.id returning e.id, e.user_id, e.expires_at`.execute(
      trx,
    )
    const failures = await eachApart(
      trx,
      rows,
      ({ id }) => ({ organizationId: '', kind: 'ending', id }),
      async ({ id, user_id: userId, expires_at: expiresAt }) => {
        const organizationId = await onCallIn(trx, userId, Number(expiresAt))
        if (organizationId !== null) await pushEnding(trx, { id, userId, organizationId }, nowMs)
      },
    )
    failures.forEach(round.failed)
    return rows.length
  })
