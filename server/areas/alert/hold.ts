import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import type { HoldEnd } from '../../../src/domain/alerts/alert'
import { readEcgKey } from '../../../src/domain/alerts/ecg'
import { inForceOf } from '../../../src/domain/alerts/hold'
import type { Observed } from '../../../src/domain/alerts/observed'
import { readSilenceKey } from '../../../src/domain/alerts/silence'
import {
  afterHold,
  afterReading,
  comesBackEveryMs,
  isHeld,
  type AlertState,
} from '../../../src/domain/alerts/state'
import { appendAction } from '../../db/action-log'
import type { Database, Trx } from '../../db/database'
import { nextRevision } from '../../db/revision'
import type { Tables } from '../../db/tables'
import { eachApart, newRound } from '../../jobs/apart'
import { decidedNow, type JobParts } from '../../jobs/database-clock'
import { forOrganization } from '../../jobs/organization-failed'
import { readBetween } from './known'
import { columnsOf, escalateAfterMs, stateOf, type AlertRow } from './state-row'

/** Whose hold of an alert ended by itself, when (ISO 8601) and why. */
export interface EndedHold {
  readonly userId: string | null
  readonly at: string
  readonly reason: HoldEnd
}

/** Who held an alert: that somebody is on it counts more than that it was put off. */
export const holderOf = ({ acknowledged_by, snoozed_by }: AlertRow): string | null =>
  acknowledged_by ?? snoozed_by

/** An ended hold as columns: told until somebody holds the alert again, or it is closed. */
export const holdEnded = ({ userId, at, reason }: EndedHold): Updateable<Tables['alert']> => ({
  hold_ended_at: at,
  hold_ended_by: userId,
  hold_ended_reason: reason,
})

/** Keeps an alert whose hold has ended, and says so in the log. @param source what ended it */
export async function keepHoldEnd(
  trx: Trx,
  alert: AlertRow,
  state: AlertState,
  ended: EndedHold,
  revision: number,
  source?: string,
): Promise<void> {
  await trx
    .updateTable('alert')
    .set({ ...columnsOf(state), ...holdEnded(ended), revision })
    .where('id', '=', alert.id)
    .execute()
  await appendAction(trx, {
    organizationId: alert.organization_id,
    at: ended.at,
    actorId: null,
    action: 'alertHoldEnded',
    entityType: 'alert',
    entityId: alert.id,
    patientId: alert.patient_id,
    details: {
      userId: ended.userId,
      reason: ended.reason,
      ...(source === undefined ? {} : { source }),
    },
  })
}

/**
 * Ends or renews what holds the alerts of a patient's readings after a new one (decisions.md, T3),
 * in the transaction that stores it. A call-back, a missed check-up and missing data are about no
 * reading: none makes them worse.
 */
export async function holdsAfterReading(
  trx: Trx,
  base: {
    readonly organization_id: string
    readonly patient_id: string
    readonly received_at: string
    readonly revision: number
  },
  observed: Observed,
  source: string,
): Promise<void> {
  const nowMs = Date.parse(base.received_at)
  const rows = await trx
    .selectFrom('alert')
    .selectAll()
    .where('organization_id', '=', base.organization_id)
    .where('patient_id', '=', base.patient_id)
    .where('type', '=', 'AlertRule')
    .where('status', '=', 'open')
    .where((where) =>
      where.or([where('acknowledged_by', 'is not', null), where('snoozed_by', 'is not', null)]),
    )
    .orderBy('id')
    .execute()
  const held = rows.filter(({ source_key: key }) => readSilenceKey(key) === null)
  if (held.length === 0) return
  const inForce = inForceOf(
    observed,
    await readBetween(trx, base.patient_id, observed.atMs, Math.max(observed.atMs, nowMs)),
  )
  for (const alert of held) {
    const before = stateOf(alert)
    const after = afterReading(
      before,
      inForce,
      nowMs,
      escalateAfterMs(alert.escalate_after_minutes),
    )
    // A reading ends what holds the alert of a rhythm, and says nothing that would renew it.
    if (after === before || (isHeld(after, nowMs) && readEcgKey(alert.source_key) !== null))
      continue
    if (!isHeld(after, nowMs))
      await keepHoldEnd(
        trx,
        alert,
        after,
        { userId: holderOf(alert), at: base.received_at, reason: 'worse' },
        base.revision,
        source,
      )
    else
      await trx
        .updateTable('alert')
        .set({ ...columnsOf(after), revision: base.revision })
        .where('id', '=', alert.id)
        .execute()
  }
}

/** Patients of one round. */
const batch = 50

/**
 * Ends acknowledgements of one organisation whose time is over: those of a patient together, when that
 * of the gravest is over, and at most once an hour. Its counter is locked first. A failure does not stop the others.
 * @param round is told of each alert that threw, and leaves it alone
 * @returns how many were looked at; 0: none is over
 */
export const endHolds = (
  database: Database,
  parts: JobParts,
  round = newRound(),
): Promise<number> =>
  database.asSystem(async (trx) => {
    const nowMs = await decidedNow(trx, parts)
    const now = new Date(nowMs).toISOString()
    const over = () =>
      trx
        .selectFrom('alert as a')
        .where('a.status', '=', 'open')
        .where('a.acknowledged_by', 'is not', null)
        .where('a.hold_ends_at', '<=', now)
        .where(
          sql<boolean>`not exists (select 1 from alert b where b.patient_id = a.patient_id
            and b.came_back_at > ${new Date(nowMs - comesBackEveryMs).toISOString()}::timestamptz)
            and not exists (select 1 from alert g where g.patient_id = a.patient_id and g.status = 'open' and g.acknowledged_by is not null
              and g.severity > a.severity and g.hold_ends_at > ${now}::timestamptz)`,
        )
        .$if(round.skipped.length > 0, (query) => query.where('a.id', 'not in', [...round.skipped]))
    const first = await over()
      .select('a.organization_id')
      .$if(round.without.length > 0, (query) =>
        query.where('a.organization_id', 'not in', [...round.without]),
      )
      .orderBy('a.hold_ends_at')
      .limit(1)
      .executeTakeFirst()
    if (first === undefined) return 0
    const organizationId = first.organization_id
    return forOrganization(organizationId, async () => {
      const revision = await nextRevision(trx, organizationId)
      const ofOrganization = () => over().where('a.organization_id', '=', organizationId)
      const rows = await ofOrganization()
        .selectAll('a')
        .where(
          'a.patient_id',
          'in',
          ofOrganization().select('a.patient_id').distinct().orderBy('a.patient_id').limit(batch),
        )
        .orderBy('a.id')
        .execute()
      const failures = await eachApart(
        trx,
        rows,
        ({ id }) => ({ organizationId, kind: 'hold', id }),
        async (alert) => {
          const state = afterHold(stateOf(alert), nowMs, alert.escalate_after_minutes !== null)
          await keepHoldEnd(
            trx,
            alert,
            state,
            { userId: alert.acknowledged_by, at: now, reason: 'time' },
            revision,
          )
          await trx
            .updateTable('alert')
            .set({ came_back_at: now })
            .where('id', '=', alert.id)
            .execute()
        },
      )
      failures.forEach(round.failed)
      // One at least: of the other organisations nobody was asked.
      return Math.max(rows.length, 1)
    })
  })
