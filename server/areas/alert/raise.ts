import { randomUUID } from 'node:crypto'
import type { AlertScore, AlertType } from '../../../src/domain/alerts/alert'
import type { AlertValue } from '../../../src/domain/alerts/measured'
import type { Observed } from '../../../src/domain/alerts/observed'
import { isOwnKey } from '../../../src/domain/alerts/rule'
import type { BrokenLimits } from '../../../src/domain/alerts/safety-limits'
import { isHeld, staysResolved, withTrigger } from '../../../src/domain/alerts/state'
import { appendAction } from '../../db/action-log'
import type { Trx } from '../../db/database'
import { holdEnded, holderOf } from './hold'
import { columnsOf, escalateAfterMs, stateOf } from './state-row'

/** Something that raises an alert. Instants are ISO 8601. */
export interface RaisedTrigger {
  readonly organizationId: string
  readonly patientId: string
  readonly type: AlertType
  /**
   * Triggers of one key are one alert: the id of a rule or check-up type, `callback`, or that of
   * a rule of the product's own (isOwnKey).
   */
  readonly key: string
  /** What raised it: raises the alert once, however often it is found. */
  readonly source: string
  readonly occurredAt: string
  /** When a reading came, where that was before it raised this; left out: now. */
  readonly arrivedAt?: string
  /** 0 to 4. */
  readonly severity: number
  /** The pathway's; null: it does not escalate. */
  readonly escalateAfterMinutes: number | null
  readonly checkupId?: string
  readonly bucketEndAt?: string
  readonly brokenLimits?: BrokenLimits
  /** What its reading measured of what the alert is about. */
  readonly measured?: readonly AlertValue[]
  /**
   * It is an emergency of its own, such as an episode of a rhythm: one that began after somebody pressed
   * ends what holds its alert.
   */
  readonly isEmergency?: boolean
  /** The reading that its rule found: no worse one reopens what was just resolved. */
  readonly reading?: Observed
  readonly missed?: {
    readonly expectedAt: string
    readonly opensAt: string
    readonly closesAt: string
    readonly tolerance: { readonly early: number; readonly late: number }
  }
}

/** What a reading scores now, as alertScoreSchema in JSON; null: it is not scored. */
const scoredOf = (reading: Observed | undefined): string | null =>
  reading?.totalScore == null
    ? null
    : JSON.stringify({
        totalScore: reading.totalScore,
        missing: reading.missing,
        marks: reading.marks ?? 0,
      } satisfies AlertScore)

const alertOf = (trx: Trx, { organizationId, patientId, type, key }: RaisedTrigger) =>
  trx
    .selectFrom('alert')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('patient_id', '=', patientId)
    .where('type', '=', type)
    .where('source_key', '=', key)
    .executeTakeFirst()

/**
 * Opens or reopens the alert of a trigger, or adds to it; nothing if the source raised it before. What
 * somebody has just resolved stays closed over a reading that is no worse: its trigger is kept, closed.
 * @param revision by nextRevision in this transaction, which locks the organisation's counter
 * @returns whether the trigger is new
 */
export async function raiseAlert(
  trx: Trx,
  trigger: RaisedTrigger,
  now: string,
  revision: number,
): Promise<boolean> {
  const kept = await alertOf(trx, trigger)
  const id = kept?.id ?? randomUUID()
  const before = kept === undefined ? null : stateOf(kept)
  const isOpening = before === null || before.status === 'closed'
  const nowMs = Date.parse(now)
  const staysClosed =
    before !== null &&
    trigger.reading !== undefined &&
    staysResolved(before, trigger.reading, trigger.severity, nowMs)
  const state = withTrigger(
    before,
    {
      atMs: Date.parse(trigger.occurredAt),
      severity: trigger.severity,
      isNews:
        trigger.isEmergency === true &&
        [kept?.acknowledged_at, kept?.snoozed_at].every(
          (pressed) => pressed == null || pressed < trigger.occurredAt,
        ),
    },
    nowMs,
    escalateAfterMs(trigger.escalateAfterMinutes),
  )
  if (kept === undefined) {
    await trx
      .insertInto('alert')
      .values({
        id,
        organization_id: trigger.organizationId,
        patient_id: trigger.patientId,
        type: trigger.type,
        source_key: trigger.key,
        alert_rule_id: trigger.type === 'AlertRule' && !isOwnKey(trigger.key) ? trigger.key : null,
        checkup_type_id: trigger.type === 'CheckupScheduleEvent' ? trigger.key : null,
        status: 'open',
        started_at: trigger.occurredAt,
        latest_at: trigger.occurredAt,
        severity: trigger.severity,
        open_triggers: 1,
        triggers: 1,
        escalate_due_at:
          state.escalateDueMs === null ? null : new Date(state.escalateDueMs).toISOString(),
        escalate_after_minutes: trigger.escalateAfterMinutes,
        created_at: now,
        revision,
      })
      .execute()
  }
  const written = await trx
    .insertInto('alert_trigger')
    .values({
      id: randomUUID(),
      alert_id: id,
      organization_id: trigger.organizationId,
      patient_id: trigger.patientId,
      source: trigger.source,
      occurred_at: trigger.occurredAt,
      raised_at: trigger.arrivedAt ?? now,
      severity: trigger.severity,
      ...(staysClosed
        ? { status: 'closed' as const, closed_at: now, closed_reason: 'no-worse' as const }
        : { status: 'open' as const }),
      checkup_id: trigger.checkupId ?? null,
      bucket_end_at: trigger.bucketEndAt ?? null,
      broken_limits:
        trigger.brokenLimits === undefined ? null : JSON.stringify(trigger.brokenLimits),
      measured: trigger.measured === undefined ? null : JSON.stringify(trigger.measured),
      scored: scoredOf(trigger.reading),
      expected_at: trigger.missed?.expectedAt ?? null,
      opens_at: trigger.missed?.opensAt ?? null,
      closes_at: trigger.missed?.closesAt ?? null,
      tolerance: trigger.missed === undefined ? null : JSON.stringify(trigger.missed.tolerance),
    })
    .onConflict((on) => on.columns(['alert_id', 'source']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (written === undefined) return false
  if (staysClosed) return true
  if (kept !== undefined) {
    await trx
      .updateTable('alert')
      .set({
        ...columnsOf(state),
        ...(before !== null && isHeld(before, nowMs) && !isHeld(state, nowMs)
          ? holdEnded({ userId: holderOf(kept), at: now, reason: 'worse' })
          : {}),
        latest_at:
          isOpening || trigger.occurredAt > kept.latest_at ? trigger.occurredAt : kept.latest_at,
        triggers: isOpening ? 1 : kept.triggers + 1,
        closed_at: null,
        closed_by: null,
        closed_reason: null,
        outcome: null,
        outcome_text: null,
        escalate_after_minutes: trigger.escalateAfterMinutes,
        revision,
      })
      .where('id', '=', id)
      .execute()
  }
  // The alert counts its triggers. The log needs only its beginning and what made it worse.
  const action =
    kept === undefined
      ? 'alertOpened'
      : isOpening
        ? 'alertReopened'
        : trigger.severity > kept.severity
          ? 'alertWorsened'
          : null
  if (action !== null)
    await appendAction(trx, {
      organizationId: trigger.organizationId,
      at: now,
      actorId: null,
      action,
      entityType: 'alert',
      entityId: id,
      patientId: trigger.patientId,
      details: { type: trigger.type, source: trigger.source, severity: trigger.severity },
    })
  return true
}
