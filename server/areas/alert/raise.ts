import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { AlertScore, AlertType } from '../../../src/domain/alerts/alert'
import type { AlertValue } from '../../../src/domain/alerts/measured'
import type { Observed } from '../../../src/domain/alerts/observed'
import { repeatKey } from '../../../src/domain/repeat/repeat'
import { isOwnKey } from '../../../src/domain/alerts/rule'
import type { BrokenLimits } from '../../../src/domain/alerts/safety-limits'
import { isHeld, staysResolved, withTrigger } from '../../../src/domain/alerts/state'
import { appendActions, type ActionEntry } from '../../db/action-log'
import type { Trx } from '../../db/database'
import type { Tables } from '../../db/tables'
import { holdEnded, holderOf } from './hold'
import { columnsOf, escalateAfterMs, noEndedHold, stateOf, type AlertRow } from './state-row'

/** Something that raises an alert. Instants are ISO 8601. */
export interface RaisedTrigger {
  readonly organizationId: string
  readonly patientId: string
  readonly type: AlertType
  /**
   * Triggers of one key are one alert: the id of a rule or check-up type, `callback`, `repeat`, or that of
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

/** What a reading scores now; null: it is not scored. */
const scoredOf = (reading: Observed | undefined): AlertScore | null =>
  reading?.totalScore == null
    ? null
    : {
        totalScore: reading.totalScore,
        missing: reading.missing,
        marks: reading.marks ?? 0,
      }

/** The database says in which opening of its alert a trigger was raised. */
type TriggerRow = Omit<Selectable<Tables['alert_trigger']>, 'opening'>

/** What changes of a kept alert. */
type Change = Partial<AlertRow>

/** An alert as its first trigger opens it. */
const newAlert = (
  trigger: RaisedTrigger,
  escalateDueMs: number | null,
  now: string,
  revision: number,
): AlertRow => ({
  id: randomUUID(),
  organization_id: trigger.organizationId,
  patient_id: trigger.patientId,
  type: trigger.type,
  source_key: trigger.key,
  alert_rule_id: trigger.type === 'AlertRule' && !isOwnKey(trigger.key) ? trigger.key : null,
  checkup_type_id:
    trigger.type === 'CheckupScheduleEvent' && trigger.key !== repeatKey ? trigger.key : null,
  status: 'open',
  started_at: trigger.occurredAt,
  latest_at: trigger.occurredAt,
  severity: trigger.severity,
  open_triggers: 1,
  triggers: 1,
  closed_at: null,
  closed_by: null,
  closed_reason: null,
  outcome: null,
  outcome_text: null,
  acknowledged_at: null,
  acknowledged_by: null,
  snoozed_until: null,
  snoozed_at: null,
  snoozed_by: null,
  known: null,
  hold_ends_at: null,
  is_hold_renewed: false,
  ...noEndedHold,
  came_back_at: null,
  escalated_at: null,
  escalate_due_at: escalateDueMs === null ? null : new Date(escalateDueMs).toISOString(),
  escalate_after_minutes: trigger.escalateAfterMinutes,
  created_at: now,
  revision,
})

/** What a trigger makes of its alert; `kept` null: there is none yet. */
function withNew(
  kept: AlertRow | null,
  trigger: RaisedTrigger,
  now: string,
  revision: number,
): {
  readonly alert: AlertRow
  readonly change: Change
  readonly staysClosed: boolean
  readonly action: 'alertOpened' | 'alertReopened' | 'alertWorsened' | null
} {
  const before = kept === null ? null : stateOf(kept)
  const nowMs = Date.parse(now)
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
  if (kept === null || before === null)
    return {
      alert: newAlert(trigger, state.escalateDueMs, now, revision),
      change: {},
      staysClosed: false,
      action: 'alertOpened',
    }
  if (
    trigger.reading !== undefined &&
    staysResolved(before, trigger.reading, trigger.severity, nowMs)
  )
    return { alert: kept, change: {}, staysClosed: true, action: null }
  const isOpening = before.status === 'closed'
  const change: Change = {
    ...columnsOf(state),
    known: state.known,
    ...(isHeld(before, nowMs) && !isHeld(state, nowMs)
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
  }
  return {
    alert: { ...kept, ...change },
    change,
    staysClosed: false,
    // The alert counts its triggers. The log needs only its beginning and what made it worse.
    action: isOpening ? 'alertReopened' : trigger.severity > kept.severity ? 'alertWorsened' : null,
  }
}

const rowOf = (
  trigger: RaisedTrigger,
  alertId: string,
  staysClosed: boolean,
  now: string,
): TriggerRow => ({
  id: randomUUID(),
  alert_id: alertId,
  organization_id: trigger.organizationId,
  patient_id: trigger.patientId,
  source: trigger.source,
  occurred_at: trigger.occurredAt,
  raised_at: trigger.arrivedAt ?? now,
  severity: trigger.severity,
  status: staysClosed ? 'closed' : 'open',
  closed_at: staysClosed ? now : null,
  closed_reason: staysClosed ? 'no-worse' : null,
  closed_by: null,
  resolved_at: null,
  outcome: null,
  outcome_text: null,
  checkup_id: trigger.checkupId ?? null,
  bucket_end_at: trigger.bucketEndAt ?? null,
  broken_limits: trigger.brokenLimits ?? null,
  measured: trigger.measured ?? null,
  scored: scoredOf(trigger.reading),
  expected_at: trigger.missed?.expectedAt ?? null,
  opens_at: trigger.missed?.opensAt ?? null,
  closes_at: trigger.missed?.closesAt ?? null,
  tolerance: trigger.missed?.tolerance ?? null,
})

/** The alert of each trigger, where there is one, and whether the trigger's source raised it before. */
const keptOf = async (trx: Trx, triggers: readonly RaisedTrigger[]) =>
  (
    await sql<
      AlertRow & { readonly n: number; readonly is_known: boolean }
    >`select a.*, g.n::int as n, exists (select 1 from alert_trigger t where t.alert_id = a.id and t.source = g.source) as is_known
      from unnest(${triggers.map(({ organizationId }) => organizationId)}::text[], ${triggers.map(({ patientId }) => patientId)}::text[],
        ${triggers.map(({ type }) => type)}::text[], ${triggers.map(({ key }) => key)}::text[], ${triggers.map(({ source }) => source)}::text[])
        with ordinality as g (organization_id, patient_id, type, source_key, source, n)
      join alert a on a.organization_id = g.organization_id and a.patient_id = g.patient_id and a.type = g.type and a.source_key = g.source_key`.execute(
      trx,
    )
  ).rows

/** Writes rows in one statement, by their own columns: what they do not name has its default. */
async function insertAll(
  trx: Trx,
  table: 'alert' | 'alert_trigger',
  rows: readonly object[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    trx,
  )
}

/** Writes changes of kept alerts; a column that one of them does not name stays as it is. */
async function writeChanges(
  trx: Trx,
  changes: ReadonlyArray<readonly [string, Change]>,
): Promise<void> {
  if (changes.length === 0) return
  const columns = [...new Set(changes.flatMap(([, change]) => Object.keys(change)))].toSorted()
  await sql`update alert a set (${sql.join(columns.map((column) => sql.ref(column)))}) = (
      select ${sql.join(columns.map((column) => sql.ref(`r.${column}`)))} from jsonb_populate_record(a, g.change) r)
    from jsonb_to_recordset(${JSON.stringify(changes.map(([id, change]) => ({ id, change })))}::jsonb) as g (id text, change jsonb)
    where a.id = g.id`.execute(trx)
}

/**
 * Opens or reopens the alerts of triggers of one organisation, or adds to them, in their order, with
 * as many statements for many as for one; nothing for a source that raised it before. What somebody
 * has just resolved stays closed over a reading that is no worse: its trigger is kept, closed.
 * @param revision by nextRevision in this transaction, which locks the organisation's counter
 * @returns the triggers that are new
 */
export async function raiseAlerts(
  trx: Trx,
  organizationId: string,
  triggers: readonly RaisedTrigger[],
  now: string,
  revision: number,
): Promise<readonly RaisedTrigger[]> {
  if (triggers.length === 0) return []
  const keyOf = ({ patientId, type, key }: RaisedTrigger) => JSON.stringify([patientId, type, key])
  const known = new Set<string>()
  const sourceOf = (trigger: RaisedTrigger) => `${keyOf(trigger)} ${trigger.source}`
  const alerts = new Map<string, AlertRow>()
  for (const { n, is_known: isKnown, ...alert } of await keptOf(trx, triggers)) {
    const trigger = triggers[n - 1]
    if (trigger === undefined) continue
    alerts.set(keyOf(trigger), alert)
    if (isKnown) known.add(sourceOf(trigger))
  }
  const opened = new Map<string, AlertRow>()
  const changed = new Map<string, Change>()
  const rows: TriggerRow[] = []
  const actions: Omit<ActionEntry, 'organizationId'>[] = []
  const raised = triggers.filter((trigger) => {
    if (known.has(sourceOf(trigger))) return false
    known.add(sourceOf(trigger))
    const kept = alerts.get(keyOf(trigger)) ?? null
    const { alert, change, staysClosed, action } = withNew(kept, trigger, now, revision)
    alerts.set(keyOf(trigger), alert)
    if (kept === null || opened.has(alert.id)) opened.set(alert.id, alert)
    else if (!staysClosed) changed.set(alert.id, { ...changed.get(alert.id), ...change })
    rows.push(rowOf(trigger, alert.id, staysClosed, now))
    if (action !== null)
      actions.push({
        at: now,
        actorId: null,
        action,
        entityType: 'alert',
        entityId: alert.id,
        patientId: trigger.patientId,
        details: { type: trigger.type, source: trigger.source, severity: trigger.severity },
      })
    return true
  })
  if (raised.length === 0) return []
  await insertAll(trx, 'alert', [...opened.values()])
  await insertAll(trx, 'alert_trigger', rows)
  await writeChanges(trx, [...changed])
  await appendActions(trx, organizationId, actions)
  return raised
}

/** As raiseAlerts, of one trigger. @returns whether it is new */
export const raiseAlert = async (
  trx: Trx,
  trigger: RaisedTrigger,
  now: string,
  revision: number,
): Promise<boolean> =>
  (await raiseAlerts(trx, trigger.organizationId, [trigger], now, revision)).length === 1
