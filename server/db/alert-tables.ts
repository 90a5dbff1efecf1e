import type { ColumnType, Generated } from 'kysely'
import type { AlertScore, AlertType, HoldEnd } from '../../src/domain/alerts/alert'
import type { AlertOutcome } from '../../src/domain/alerts/outcome'
import type { AlertRuleType } from '../../src/domain/alerts/rule'
import type { CheckupSchedule } from '../../src/domain/schedule/slot'
import type { Instant, Json, JsonOrNull, OrNull } from './columns'

type ClosedReason = 'resolved' | 'answered' | 'discharged' | 'ended'

/** Each time that an alert began; a trigger on `alert` writes them. */
interface AlertOpeningTable {
  opening: Generated<number>
  alert_id: string
  organization_id: string
  patient_id: string
  /** Where the patient was then; null: on no ward. */
  ward_id: OrNull<string>
  opened_at: Instant
  /** Null: nobody said that they deal with it. */
  first_acknowledged_at: OrNull<Instant>
  /** Null also where it is from before this was kept. */
  first_acknowledged_by: OrNull<string>
  /** Null: it did not escalate, or is from before this was kept. */
  escalated_at: OrNull<Instant>
}
/** A rule of a care pathway, as data (src/domain/alerts/rule.ts). */
interface AlertRuleTable {
  id: string
  organization_id: string
  care_pathway_id: string
  name: string
  description: string
  type: AlertRuleType
  condition: Json<unknown>
  /** 0 to 4: the least severity of what it finds. */
  severity: number
  /** Its place among the pathway's rules. */
  position: Generated<number>
  updated_at: Instant
  deleted_at: OrNull<Instant>
  revision: number
}
/** All triggers of one source of one patient (src/domain/alerts/state.ts). */
interface AlertTable {
  id: string
  /** Whose device or schedule raised it. */
  organization_id: string
  patient_id: string
  type: AlertType
  /** The rule's id, the check-up type's, `callback`, or of a rule of the product's own. */
  source_key: string
  alert_rule_id: OrNull<string>
  checkup_type_id: OrNull<string>
  status: 'open' | 'closed'
  started_at: Instant
  latest_at: Instant
  severity: number
  open_triggers: number
  /** Since it opened last, closed ones too. */
  triggers: number
  closed_at: OrNull<Instant>
  closed_by: OrNull<string>
  closed_reason: OrNull<ClosedReason>
  /** What the person who resolved it did; null: nobody did, or it is from before this was kept. */
  outcome: OrNull<AlertOutcome>
  /** Of the outcome other alone. */
  outcome_text: OrNull<string>
  acknowledged_at: OrNull<Instant>
  acknowledged_by: OrNull<string>
  snoozed_until: OrNull<Instant>
  snoozed_at: OrNull<Instant>
  snoozed_by: OrNull<string>
  /** As knownSchema. */
  known: JsonOrNull<unknown>
  hold_ends_at: OrNull<Instant>
  is_hold_renewed: Generated<boolean>
  /** The last hold that ended by itself since it opened, until somebody holds it again. */
  hold_ended_at: OrNull<Instant>
  hold_ended_by: OrNull<string>
  hold_ended_reason: OrNull<HoldEnd>
  /** When an acknowledgement last ended by time alone. */
  came_back_at: OrNull<Instant>
  escalated_at: OrNull<Instant>
  escalate_due_at: OrNull<Instant>
  /** The pathway's when it was last raised. */
  escalate_after_minutes: OrNull<number>
  created_at: Instant
  revision: number
}
interface AlertTriggerTable {
  id: string
  alert_id: string
  organization_id: string
  patient_id: string
  source: string
  occurred_at: Instant
  raised_at: Instant
  severity: number
  status: 'open' | 'closed'
  checkup_id: OrNull<string>
  bucket_end_at: OrNull<Instant>
  /** In which opening of its alert it was raised (migration 0601 writes it); null: in none. */
  opening: ColumnType<string | null, never, never>
  /** As brokenLimitsSchema; null: its reading broke no fixed limit. */
  broken_limits: ColumnType<unknown, string | null | undefined, string | null>
  /** As alertValuesSchema; null: nothing of it was measured, or it is from before this was kept. */
  measured: ColumnType<unknown, string | null | undefined, string | null>
  /** As alertScoreSchema; null likewise. */
  scored: ColumnType<AlertScore | null, string | null | undefined, string | null>
  /** Of a missed check-up: when it was due, and from when to when it would have counted. */
  expected_at: OrNull<Instant>
  opens_at: OrNull<Instant>
  closes_at: OrNull<Instant>
  /** Seconds, as the schedule was then. */
  tolerance: ColumnType<
    { early: number; late: number } | null,
    string | null | undefined,
    string | null
  >
  closed_at: OrNull<Instant>
  closed_by: OrNull<string>
  /** no-worse: it was closed as it came, over an alert that somebody had resolved. */
  closed_reason: OrNull<ClosedReason | 'no-worse'>
  /** As the alert's. */
  outcome: OrNull<AlertOutcome>
  outcome_text: OrNull<string>
}
interface PatientCallbackRequestTable {
  id: string
  organization_id: string
  patient_id: string
  source_id: string
  requested_at: Instant
  received_at: Instant
  payload_hash: string
  revision: number
}
/** How far an admission's schedule has been looked at (server/jobs). */
interface CheckupScheduleProgressTable {
  admission_id: string
  checkup_type_id: string
  organization_id: string
  patient_id: string
  /** By which it was; another one begins anew. */
  schedule: Json<CheckupSchedule & { zone: string; countsFromMs?: number }>
  decided_until: Instant
  next_at: OrNull<Instant>
}

/** A scheduled check-up whose time has run out. Who asks for it, and on which ward they were. */
interface CheckupSlotTable {
  admission_id: string
  checkup_type_id: string
  organization_id: string
  patient_id: string
  ward_id: OrNull<string>
  due_at: Instant
  opens_at: Instant
  closes_at: Instant
  is_done: boolean
}

/** Tables of alerts. */
export interface AlertTables {
  alert_rule: AlertRuleTable
  alert: AlertTable
  alert_trigger: AlertTriggerTable
  alert_opening: AlertOpeningTable
  patient_callback_request: PatientCallbackRequestTable
  checkup_schedule_progress: CheckupScheduleProgressTable
  checkup_slot: CheckupSlotTable
}
