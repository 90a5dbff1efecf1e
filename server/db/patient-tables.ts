import type { ColumnType, Generated } from 'kysely'
import type { EwsThresholds } from '../../src/domain/ews/thresholds'
import type { CheckupOrigin } from '../../src/domain/checkup/checkup'
import type { Instant, InstantOrNull, Json, JsonOrNull, NumberOrNull, TextOrNull } from './columns'

interface PatientTable {
  id: string
  /** Where the patient was registered; who sees the patient is decided by patient_organization. */
  organization_id: string
  type: Generated<string>
  first_name: string
  last_name: string
  gender: 'male' | 'female'
  birth_date: string
  telephone: TextOrNull
  address: JsonOrNull<{ address: string; postcode: string }>
  national_identifier_type: ColumnType<
    'NhsNumber' | 'NorthernIrelandHcn' | null,
    'NhsNumber' | 'NorthernIrelandHcn' | null | undefined
  >
  /** Ten digits. */
  national_identifier_value: TextOrNull
  pre_existing_conditions: Json<readonly string[]>
  /** Of the supplier's checks; in no list. */
  is_test: Generated<boolean>
  /** Lower case without accents, "first last": what a name search looks in. Filled by a trigger. */
  search_name: Generated<string>
  /** Patients who share it have similar names. Filled by the same trigger. */
  similar_key: Generated<string>
  created_at: Instant
  deleted_at: InstantOrNull
  revision: number
}
interface PatientPracticeTable {
  patient_id: string
  practice_id: string
  /** Who assigned. */
  organization_id: string
  assigned_by: TextOrNull
  assigned_at: Instant
}
interface PatientOrganizationTable {
  patient_id: string
  organization_id: string
  linked_at: Instant
  /** An assignment to the practice made the link, and takes it back. */
  by_practice: Generated<boolean>
  /** Of other organisations readings from then on and no notes; null: all (src/domain/access/part-record.ts). */
  others_from: InstantOrNull
  /** Since when the part waits for an administrator; null: it does not. */
  held_since: InstantOrNull
}
/** Parts of records, to who has them and to where the patients are registered. */
interface PartRecordView {
  patient_id: string
  organization_id: string
  organization_name: string
  home_id: string
  first_name: string
  last_name: string
  birth_date: string
  others_from: string
  held_since: string | null
  admitted_at: string | null
}
interface WardAdmissionTable {
  /** The admissionId of its events. */
  id: string
  patient_id: string
  organization_id: string
  ward_id: string
  care_pathway_id: string
  admitted_at: Instant
  created_at: Instant
  expected_discharge_date: TextOrNull
  /** Of the referral that led to it. */
  referral_id: TextOrNull
  /** When they were last moved to another care pathway; null: never. */
  pathway_since: InstantOrNull
  /** null while active; a patient has one active admission at most. */
  discharged_at: InstantOrNull
  revision: number
}
interface PatientFlagTable {
  id: string
  patient_id: string
  organization_id: string
  type: string
  title: string
  description: string
  started_at: Instant
  /** null while active. */
  ended_at: InstantOrNull
  revision: number
}
/** Whose login an account is. */
interface SelfCareTable {
  patient_id: string
  user_id: string
  organization_id: string
  created_at: Instant
}
interface AdmissionEventTable {
  id: string
  admission_id: string
  patient_id: string
  organization_id: string
  type: string
  effective_at: Instant
  created_at: Instant
  created_by: TextOrNull
  ward_id: TextOrNull
  care_pathway_id: TextOrNull
  reason: JsonOrNull<{ type: string; additionalInfo: string | null }>
  revision: number
}
/** Personal thresholds; the newest row of a patient counts. */
interface PersonalEwsTable {
  id: string
  patient_id: string
  organization_id: string
  thresholds: JsonOrNull<EwsThresholds>
  risk_scheme: string
  spo2_scale: 1 | 2
  reason: TextOrNull
  decided_by: TextOrNull
  /** YYYY-MM-DD. */
  review_on: TextOrNull
  /** Scale 2 that outlived thresholds: since when it counts; else null. */
  spo2_scale_since: InstantOrNull
  created_at: Instant
  created_by: TextOrNull
  revision: number
}
interface CheckupTable {
  id: string
  organization_id: string
  patient_id: string
  /** The sender's id; unique in the organisation. */
  source_id: string
  type: CheckupOrigin
  subtype: TextOrNull
  checkup_type: JsonOrNull<unknown>
  started_at: Instant
  ended_at: Instant
  received_at: Instant
  created_by: TextOrNull
  /** Read by storedReadings and storedScores: another release may have written them. */
  readings: Json<unknown>
  ews_scores: JsonOrNull<unknown>
  scored_on_arrival: JsonOrNull<unknown>
  rescored_at: InstantOrNull
  rescored_by: TextOrNull
  /** Copies of two fields of ews_scores, for sorting and the board. */
  total_score: NumberOrNull
  risk_level: NumberOrNull
  payload_hash: string
  revision: number
}
interface MonitoringBucketTable {
  id: string
  organization_id: string
  patient_id: string
  source_id: string
  started_at: Instant
  ended_at: Instant
  received_at: Instant
  /** Read by storedBucket. */
  data: Json<unknown>
  payload_hash: string
  revision: number
}
/** Kept by the trigger of migration 0031: which records of a patient's monitoring changed. */
interface MonitoringHeadTable {
  patient_id: string
  v: number
}
interface MonitoringChunkTable {
  patient_id: string
  chunk: number
  v: number
}
/** One at most goes on for a patient, whoever began it. */
interface ContinuousMonitoringSessionTable {
  id: string
  organization_id: string
  patient_id: string
  type: 'Lamplight'
  created_at: Instant
  /** Null: monitoring from before sessions were kept. */
  created_by: TextOrNull
  ended_at: InstantOrNull
  ended_by: TextOrNull
  revision: number
}
/**
 * The check-ups of the last day and older ones that still count, oldest first: end (epoch ms), total,
 * risk level, measuredBits, markBits and id.
 */
export type BoardTrend = readonly (readonly [
  number,
  number | null,
  number | null,
  number?,
  number?,
  string?,
])[]
/** The buckets that measured what no later one did, newest first: id, end (epoch ms), measuredVitals. */
export type StandingBuckets = readonly (readonly [string, number, number])[]

/** One row a patient, by app_note_checkup and app_note_bucket, for sorting without history. */
interface PatientSummaryTable {
  patient_id: string
  latest_checkup_id: TextOrNull
  latest_checkup_ended_at: InstantOrNull
  total_score: NumberOrNull
  risk_level: NumberOrNull
  latest_bucket_id: TextOrNull
  latest_bucket_ended_at: InstantOrNull
  standing_buckets: ColumnType<StandingBuckets, string | undefined, string>
  latest_acuity_id: TextOrNull
  latest_acuity_captured_at: InstantOrNull
  /** 1 to 4. */
  acuity_score: NumberOrNull
  trend: ColumnType<BoardTrend, string | undefined, string>
  /**
   * The last check-up of each type (epoch ms), by type id; without type under ''
   * (schedule/kind.ts).
   */
  latest_by_type: ColumnType<Readonly<Record<string, number>>, string | undefined, string>
  /** When data of each monitoring device came last (epoch ms). */
  latest_by_device: ColumnType<Readonly<Record<string, number>>, string | undefined, string>
  /** The newest rhythm event of each type of the ECG; null: none. Kept by a trigger. */
  rhythm_events: ColumnType<
    readonly { readonly type: string; readonly start: string; readonly end: string }[] | null,
    never,
    never
  >
  /** Alerts that are open, all organisations' together. Kept by a trigger. */
  open_alerts: Generated<number>
  /** The session that began last. */
  monitoring_session_id: TextOrNull
  /** When the patient is due (server/areas/patient-summary/due.ts); valid where both numbers are equal. */
  due_asked: Generated<number>
  due_worked: Generated<number>
  fresh_until: InstantOrNull
  slot_due_at: InstantOrNull
  slot_closes_at: InstantOrNull
  score_due_at: InstantOrNull
}
interface PatientAcuityScoreTable {
  id: string
  organization_id: string
  patient_id: string
  score: number
  reason: TextOrNull
  captured_at: Instant
  created_at: Instant
  created_by: string
  is_late: boolean
  revision: number
}
/** Whether a user watches a patient, as they decided last. */
interface WatchListEntryTable {
  id: string
  organization_id: string
  user_id: string
  patient_id: string
  is_watched: boolean
  /** When it was decided, and by which command: the greater pair is later. */
  set_at: Instant
  set_by: string
  revision: number
}
interface PatientNoteTable {
  id: string
  organization_id: string
  patient_id: string
  text: string
  captured_at: Instant
  created_at: Instant
  created_by: string
  checkup_id: TextOrNull
  generated_note_id: TextOrNull
  /** The author's device clock less our time then; null: not known. */
  clock_skew_ms: ColumnType<number | null, number | null | undefined, number | null>
  revision: number
}
/** `author_id` null: the patient, whose app sent it under `source_id`. */
interface ChatMessageTable {
  id: string
  organization_id: string
  patient_id: string
  author_id: TextOrNull
  text: string
  captured_at: Instant
  created_at: Instant
  source_id: TextOrNull
  payload_hash: TextOrNull
  revision: number
}
interface NotificationReadTable {
  user_id: string
  message_id: string
  organization_id: string
  read_at: Instant
}

/** Patients with their stays and what is measured and written of them. */
export interface PatientTables {
  patient: PatientTable
  patient_practice: PatientPracticeTable
  patient_organization: PatientOrganizationTable
  part_record: PartRecordView
  ward_admission: WardAdmissionTable
  patient_flag: PatientFlagTable
  self_care: SelfCareTable
  admission_event: AdmissionEventTable
  personal_ews: PersonalEwsTable
  checkup: CheckupTable
  monitoring_bucket: MonitoringBucketTable
  monitoring_head: MonitoringHeadTable
  monitoring_chunk: MonitoringChunkTable
  continuous_monitoring_session: ContinuousMonitoringSessionTable
  patient_summary: PatientSummaryTable
  patient_acuity_score: PatientAcuityScoreTable
  watch_list_entry: WatchListEntryTable
  patient_note: PatientNoteTable
  chat_message: ChatMessageTable
  notification_read: NotificationReadTable
}
