import { sql } from 'kysely'
import { may } from '../../../src/domain/access/may'
import { acknowledged, snoozed } from '../../../src/domain/alerts/state'
import type { Database, Trx } from '../../db/database'
import { hasNoAccount } from '../../db/gone-user'
import { nextRevision } from '../../db/revision'
import type { Acting } from '../../graphql/acting'
import { openedOf } from '../../graphql/visibility'
import { eachApart, newRound } from '../../jobs/apart'
import { decidedNow, type JobParts } from '../../jobs/database-clock'
import { forOrganization } from '../../jobs/organization-failed'
import { allActingNow } from '../duty'
import { keepHoldEnd } from './hold'
import { escalateAfterMs, stateOf } from './state-row'

const batch = 100

/** That somebody is on an alert, or has put it off. */
interface Hold {
  readonly alert_id: string
  readonly kind: 'acknowledged' | 'snoozed'
  readonly user_id: string
  readonly reason: 'gone' | 'duty'
}

/**
 * Holds of open alerts: who is on each, and who put it off, with since when. A snooze counts while
 * it runs. @param of null: of all organisations
 */
const holds = (of: string | null, nowMs: number) => {
  const held = sql`a.status = 'open' and (${of}::text is null or a.organization_id = ${of})`
  return sql`(
  select a.id as alert_id, a.organization_id, a.patient_id, 'acknowledged' as kind, a.acknowledged_by as user_id, a.acknowledged_at as since
  from alert a where ${held} and a.acknowledged_by is not null
  union all select a.id, a.organization_id, a.patient_id, 'snoozed', a.snoozed_by, a.snoozed_at
  from alert a where ${held} and a.snoozed_by is not null and a.snoozed_until > ${new Date(nowMs).toISOString()}::timestamptz)`
}

/** Those of them who may deal with alerts, by the rights that the rows of this transaction give. */
const dealers = async (trx: Trx, of: string | null, nowMs: number): Promise<readonly Acting[]> =>
  (
    await allActingNow(
      trx,
      sql`select distinct m.user_id, m.organization_id from ${holds(of, nowMs)} h
        join user_organization m on m.user_id = h.user_id and m.deleted_at is null`,
    )
  ).filter(({ principal }) => may(principal, 'alert.acknowledge'))

/** Of rows `h` of holds: those of users whose duty on the patient's ward ended since. */
const leftDuty = sql`select h.alert_id, h.kind from held h join ward_duty d on d.user_id = h.user_id and d.left_at >= h.since
  join ward_admission w on w.patient_id = h.patient_id and w.discharged_at is null and w.ward_id = d.ward_id
  where not exists (select 1 from ward_duty n where n.ward_id = w.ward_id and n.user_id = h.user_id and n.left_at is null)`

/**
 * Takes those off the open alerts of one organisation who said that they deal with them, or put them
 * off, and are not there: the account was ended or disabled, in none of their organisations may they
 * open the patient and deal with alerts, or their duty on the patient's ward ended since
 * (decisions.md, T3). The time to escalate starts again. A failure does not stop the others.
 * @param round is told of each alert that threw, and leaves it alone
 * @returns how many were looked at, 1 where they changed meanwhile; 0: nobody is gone
 */
export const releaseGone = (
  database: Database,
  parts: JobParts,
  round = newRound(),
): Promise<number> =>
  database.asSystem(async (trx) => {
    const nowMs = await decidedNow(trx, parts)
    const gone = async (of: string | null, most: number) => {
      // Sets that are hashed once, not a question for each hold.
      const isGone = sql<boolean>`(h.user_id in (select l.user_id from lost l) or (h.user_id, h.patient_id) not in (select s.user_id, s.patient_id from still s))`
      const { rows } = await sql<Hold & { readonly organization_id: string }>`
        with held as materialized (select * from ${holds(of, nowMs)} h),
        lost as materialized (select holder.user_id from (select distinct h.user_id from held h) holder where ${hasNoAccount(sql.ref('holder.user_id'))}),
        still as materialized (${openedOf(await dealers(trx, of, nowMs), sql`select distinct h.user_id, h.patient_id from held h`)}),
        off as materialized (${leftDuty})
        select h.*, case when ${isGone} then 'gone' else 'duty' end as reason from held h
        where (${isGone} or (h.alert_id, h.kind) in (select f.alert_id, f.kind from off f)) and h.alert_id <> all(${[...round.skipped]}::text[])
          and h.organization_id <> all(${[...round.without]}::text[])
        order by h.alert_id, h.kind limit ${most}`.execute(trx)
      return rows
    }
    const [first] = await gone(null, 1)
    if (first === undefined) return 0
    const organizationId = first.organization_id
    return forOrganization(organizationId, async () => {
      const revision = await nextRevision(trx, organizationId)
      // Once more, with the counter locked: others may have said meanwhile that they deal with them.
      const rows = await gone(organizationId, batch)
      const failures = await eachApart(
        trx,
        rows,
        ({ alert_id: id }) => ({ organizationId, kind: 'release', id }),
        async ({ alert_id: id, kind, user_id: userId, reason }) => {
          const alert = await trx
            .selectFrom('alert')
            .selectAll()
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
          const before = stateOf(alert)
          const after = escalateAfterMs(alert.escalate_after_minutes)
          const state =
            kind === 'acknowledged'
              ? acknowledged(before, null, nowMs, after)
              : snoozed(before, null, nowMs, after)
          const at = new Date(nowMs).toISOString()
          await keepHoldEnd(trx, alert, state, { userId, at, reason }, revision)
        },
      )
      failures.forEach(round.failed)
      // One at least: of the other organisations nobody was asked.
      return Math.max(rows.length, 1)
    })
  })
