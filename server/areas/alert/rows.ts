import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Alert, AlertType, Person } from '../../../schema/generated/resolvers'
import { alertSchema, recentlyClosedMs, toldTriggers } from '../../../src/domain/alerts/alert'
import { safetyLimitsKey } from '../../../src/domain/alerts/safety-limits'
import type { Trx } from '../../db/database'
import { plainFields } from '../../db/plain-fields'
import { ownRule, type OwnRule } from './own-rule'

const plain = plainFields(
  alertSchema,
  'alertRule',
  'checkupScheduleEvent',
  'checkup',
  'continuousMonitoring',
  'measured',
  'scored',
  'count',
  'triggers',
  'closedBy',
  'acknowledgedBy',
  'snoozedBy',
  'acknowledgedUntil',
  'endedHold',
)
const personOf = (column: string) => sql<Person | null>`app_person(${sql.ref(column)})`

const selectAlerts = (trx: Trx) =>
  trx
    .selectFrom('alert as a')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('alert_trigger as n')
          .select([
            'n.expected_at',
            'n.tolerance',
            'n.checkup_id',
            'n.occurred_at',
            'n.bucket_end_at',
            'n.measured',
            'n.scored',
          ])
          .whereRef('n.alert_id', '=', 'a.id')
          .whereRef('n.status', '=', 'a.status')
          .where(sql<boolean>`n.closed_reason is distinct from 'no-worse'`)
          .orderBy('n.occurred_at', 'desc')
          .orderBy('n.id', 'desc')
          .limit(sql.lit(1))
          .as('t'),
      (on) => on.onTrue(),
    )
    .select([
      ...plain.from('a'),
      'a.patient_id',
      'a.source_key',
      'a.open_triggers',
      'a.triggers',
      'a.hold_ends_at',
      'a.hold_ended_at',
      'a.hold_ended_reason',
      'a.checkup_type_id',
      't.expected_at',
      't.tolerance',
      't.checkup_id',
      't.occurred_at',
      't.bucket_end_at',
      't.measured',
      't.scored',
      personOf('a.closed_by').as('closer'),
      personOf('a.acknowledged_by').as('acknowledger'),
      personOf('a.snoozed_by').as('snoozer'),
      personOf('a.hold_ended_by').as('former'),
      sql<OwnRule | null>`app_alert_rule(a.alert_rule_id)`.as('rule'),
      sql<string | null>`app_checkup_type_name(a.checkup_type_id)`.as('schedule_name'),
      // What its triggers broke that are as it is, open or closed; newest first.
      sql<
        readonly unknown[] | null
      >`(select jsonb_agg(n.broken_limits order by n.occurred_at desc, n.id desc) from alert_trigger n
        where a.source_key = ${safetyLimitsKey} and n.alert_id = a.id and n.status = a.status and n.closed_reason is distinct from 'no-worse')`.as(
        'broken',
      ),
      sql<ReadonlyArray<{
        readonly id: string
        readonly at: string
        readonly raised: string
      }> | null>`(select jsonb_agg(jsonb_build_object('id', o.id, 'at', o.occurred_at, 'raised', o.raised_at) order by o.occurred_at desc, o.id desc) from (
        select n.id, n.occurred_at, n.raised_at from alert_trigger n where n.alert_id = a.id and n.status = 'open' order by n.occurred_at desc, n.id desc limit ${toldTriggers}) o)`.as(
        'seen',
      ),
    ])
type Row = Awaited<ReturnType<ReturnType<typeof selectAlerts>['executeTakeFirstOrThrow']>>

const alertOf = (row: Row): Alert => ({
  ...plain.of(row),
  patientId: row.patient_id,
  alertRule: row.rule ?? ownRule(row.source_key, row.broken ?? []),
  checkupScheduleEvent:
    row.expected_at === null
      ? null
      : {
          checkupExpectedAt: row.expected_at,
          checkupSchedule:
            row.checkup_type_id === null
              ? null
              : {
                  id: row.checkup_type_id,
                  name: row.schedule_name ?? '',
                  tolerance: row.tolerance ?? { early: 0, late: 0 },
                },
        },
  checkup:
    row.checkup_id === null || row.occurred_at === null
      ? null
      : { id: row.checkup_id, endedAt: row.occurred_at },
  continuousMonitoring: row.bucket_end_at === null ? null : { bucketEndAt: row.bucket_end_at },
  measured: row.measured,
  scored: row.scored,
  count: row.status === 'open' ? row.open_triggers : row.triggers,
  triggers: (row.seen ?? []).map(({ id, at, raised }) => ({
    id,
    startedAt: new Date(at).toISOString(),
    raisedAt: new Date(raised).toISOString(),
  })),
  closedBy: row.closer,
  acknowledgedBy: row.acknowledger,
  snoozedBy: row.snoozer,
  acknowledgedUntil: row.acknowledgedAt === null ? null : row.hold_ends_at,
  endedHold:
    row.hold_ended_at === null || row.hold_ended_reason === null
      ? null
      : { by: row.former, at: row.hold_ended_at, reason: row.hold_ended_reason },
})

const readAlerts = async (trx: Trx, where: RawBuilder<boolean>): Promise<Alert[]> =>
  (
    await selectAlerts(trx)
      .where(where)
      .orderBy('a.severity', 'desc')
      .orderBy('a.latest_at', 'desc')
      .orderBy('a.id')
      .execute()
  ).map(alertOf)

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
