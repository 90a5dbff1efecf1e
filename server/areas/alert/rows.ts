import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type {
  Alert,
  AlertScore,
  AlertType,
  EndedHold,
  Person,
} from '../../../schema/generated/resolvers'
import { recentlyClosedMs, toldTriggers } from '../../../src/domain/alerts/alert'
import { safetyLimitsKey } from '../../../src/domain/alerts/safety-limits'
import type { AlertOutcome } from '../../../src/domain/alerts/outcome'
import type { Trx } from '../../db/database'
import { ownRule, type OwnRule } from './own-rule'

interface Row {
  readonly id: string
  readonly revision: number
  readonly patient_id: string
  readonly type: AlertType
  readonly source_key: string
  readonly status: 'open' | 'closed'
  readonly started_at: string
  readonly latest_at: string
  readonly severity: number
  readonly open_triggers: number
  readonly triggers: number
  readonly closed_at: string | null
  readonly closer: Person | null
  readonly outcome: AlertOutcome | null
  readonly outcome_text: string | null
  readonly acknowledged_at: string | null
  readonly acknowledger: Person | null
  readonly snoozed_until: string | null
  readonly snoozer: Person | null
  readonly hold_ends_at: string | null
  readonly hold_ended_at: string | null
  readonly hold_ended_reason: EndedHold['reason'] | null
  readonly former: Person | null
  readonly escalated_at: string | null
  readonly rule: OwnRule | null
  readonly schedule_id: string | null
  readonly schedule_name: string | null
  readonly expected_at: string | null
  readonly tolerance: { readonly early: number; readonly late: number } | null
  readonly checkup_id: string | null
  readonly trigger_at: string | null
  readonly bucket_end_at: string | null
  /** Of its newest trigger, as alertValuesSchema. */
  readonly measured: unknown
  readonly scored: AlertScore | null
  /** What its triggers broke that are as it is, open or closed; newest first. */
  readonly broken: readonly unknown[] | null
  readonly seen: ReadonlyArray<{
    readonly id: string
    readonly at: string
    readonly raised: string
  }> | null
}

const alertOf = (row: Row): Alert => ({
  id: row.id,
  revision: row.revision,
  patientId: row.patient_id,
  type: row.type,
  status: row.status,
  startedAt: row.started_at,
  latestAt: row.latest_at,
  severity: row.severity,
  alertRule: row.rule ?? ownRule(row.source_key, row.broken ?? []),
  checkupScheduleEvent:
    row.expected_at === null || row.schedule_id === null
      ? null
      : {
          checkupExpectedAt: row.expected_at,
          checkupSchedule: {
            id: row.schedule_id,
            name: row.schedule_name ?? '',
            tolerance: row.tolerance ?? { early: 0, late: 0 },
          },
        },
  checkup:
    row.checkup_id === null || row.trigger_at === null
      ? null
      : { id: row.checkup_id, endedAt: row.trigger_at },
  continuousMonitoring: row.bucket_end_at === null ? null : { bucketEndAt: row.bucket_end_at },
  measured: row.measured,
  scored: row.scored,
  count: row.status === 'open' ? row.open_triggers : row.triggers,
  triggers: (row.seen ?? []).map(({ id, at, raised }) => ({
    id,
    startedAt: new Date(at).toISOString(),
    raisedAt: new Date(raised).toISOString(),
  })),
  closedAt: row.closed_at,
  closedBy: row.closer,
  outcome: row.outcome,
  outcomeText: row.outcome_text,
  acknowledgedAt: row.acknowledged_at,
  acknowledgedBy: row.acknowledger,
  snoozedUntil: row.snoozed_until,
  snoozedBy: row.snoozer,
  acknowledgedUntil: row.acknowledged_at === null ? null : row.hold_ends_at,
  endedHold:
    row.hold_ended_at === null || row.hold_ended_reason === null
      ? null
      : { by: row.former, at: row.hold_ended_at, reason: row.hold_ended_reason },
  escalatedAt: row.escalated_at,
})

async function readAlerts(trx: Trx, where: RawBuilder<boolean>): Promise<Alert[]> {
  const { rows } = await sql<Row>`
    select a.id, a.revision, a.patient_id, a.type, a.source_key, a.status, a.started_at, a.latest_at, a.severity, a.open_triggers, a.triggers, a.closed_at, app_person(a.closed_by) as closer, a.outcome, a.outcome_text,
      a.acknowledged_at, app_person(a.acknowledged_by) as acknowledger, a.snoozed_until, app_person(a.snoozed_by) as snoozer, a.escalated_at,
      a.hold_ends_at, a.hold_ended_at, a.hold_ended_reason, app_person(a.hold_ended_by) as former,
      app_alert_rule(a.alert_rule_id) as rule, a.checkup_type_id as schedule_id, app_checkup_type_name(a.checkup_type_id) as schedule_name,
      t.expected_at, t.tolerance, t.checkup_id, t.occurred_at as trigger_at, t.bucket_end_at, t.measured, t.scored, limits.list as broken, seen.list as seen
    from alert a left join lateral (select n.expected_at, n.tolerance, n.checkup_id, n.occurred_at, n.bucket_end_at, n.measured, n.scored from alert_trigger n
      where n.alert_id = a.id and n.status = a.status and n.closed_reason is distinct from 'no-worse' order by n.occurred_at desc, n.id desc limit 1) t on true
    left join lateral (select jsonb_agg(n.broken_limits order by n.occurred_at desc, n.id desc) as list from alert_trigger n
      where a.source_key = ${safetyLimitsKey} and n.alert_id = a.id and n.status = a.status and n.closed_reason is distinct from 'no-worse') limits on true
    left join lateral (select jsonb_agg(jsonb_build_object('id', o.id, 'at', o.occurred_at, 'raised', o.raised_at) order by o.occurred_at desc, o.id desc) as list from (
      select n.id, n.occurred_at, n.raised_at from alert_trigger n where n.alert_id = a.id and n.status = 'open' order by n.occurred_at desc, n.id desc limit ${toldTriggers}) o) seen on true
    where ${where} order by a.severity desc, a.latest_at desc, a.id`.execute(trx)
  return rows.map(alertOf)
}

/**
 * Open alerts of each patient, gravest and newest first; patients without any are left out. Those
 * of PacsanaEvent are nobody's (P232).
 */
export async function openAlerts(
  trx: Trx,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, Alert[]>> {
  const byPatient = new Map<string, Alert[]>()
  if (patientIds.length === 0) return byPatient
  const alerts = await readAlerts(
    trx,
    sql<boolean>`a.patient_id = any(${[...patientIds]}::text[]) and a.status = 'open' and a.type <> 'PacsanaEvent'`,
  )
  for (const alert of alerts)
    byPatient.set(alert.patientId, [...(byPatient.get(alert.patientId) ?? []), alert])
  return byPatient
}

/** What is asked of one patient's alerts. */
export interface AlertsAsked {
  readonly patientId: string
  readonly includeRecentlyClosed?: boolean | null
  readonly alertRuleId?: string | null
  readonly checkupScheduleId?: string | null
  readonly type?: AlertType | null
}

/** Alerts of one patient: open, and those closed in the last three hours where asked for. */
export const alertsOfPatient = (trx: Trx, asked: AlertsAsked, nowMs: number): Promise<Alert[]> => {
  const since = new Date(nowMs - recentlyClosedMs).toISOString()
  return readAlerts(
    trx,
    sql<boolean>`a.patient_id = ${asked.patientId}
    and ${asked.includeRecentlyClosed === true ? sql`(a.status = 'open' or a.closed_at >= ${since}::timestamptz)` : sql`a.status = 'open'`}
    and ${asked.type == null ? sql`a.type <> 'PacsanaEvent'` : sql`a.type = ${asked.type}`}
    and ${asked.alertRuleId == null ? sql`true` : sql`a.alert_rule_id = ${asked.alertRuleId}`}
    and ${asked.checkupScheduleId == null ? sql`true` : sql`a.checkup_type_id = ${asked.checkupScheduleId}`}`,
  )
}

/** Alerts by id, open or not. */
export const alertsById = async (
  trx: Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Alert>> =>
  ids.length === 0
    ? new Map()
    : new Map(
        (await readAlerts(trx, sql<boolean>`a.id = any(${[...ids]}::text[])`)).map((alert) => [
          alert.id,
          alert,
        ]),
      )
