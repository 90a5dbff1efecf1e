import type { ColumnType, Generated } from 'kysely'
import type { EwsScores, EwsThresholds } from '../../src/domain/ews/thresholds'
import type { CheckupOrigin, Readings } from '../../src/domain/checkup/checkup'
import type { AlertTables } from './alert-tables'
import type { BoardViews } from './board-views'
import type { CheckupFileTables } from './checkup-file-tables'
import type { DocumentTables } from './document-tables'
import type { EhrTables } from './ehr-tables'
import type { ReferralTables } from './referral-tables'
import type { SyncTables } from './sync-tables'
import type { WaveformTables } from './waveform-tables'

/** A jsonb column: read parsed, written by JSON.stringify, since the engines differ otherwise. */
export type Json<T> = ColumnType<T, string, string>
/** A jsonb column that may be null. */
export type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>
/** An instant: ISO 8601 in UTC with milliseconds, on both engines, in both directions. */
type Instant = string
type InstantOrNull = ColumnType<Instant | null, Instant | null | undefined, Instant | null>
type TextOrNull = ColumnType<string | null, string | null | undefined, string | null>
type NumberOrNull = ColumnType<number | null, number | null | undefined, number | null>

interface OrganizationTable {
  id: string
  name: string
  type: string
  edition: 'en-GB' | 'en-US'
  telephone: TextOrNull
  address: JsonOrNull<{ address: string; postcode: string }>
  /** Map of feature flag to true. */
  features: Json<Record<string, boolean>>
  national_identifier_scheme: ColumnType<
    'NhsNumber' | 'NorthernIrelandHcn' | null,
    'NhsNumber' | 'NorthernIrelandHcn' | null | undefined
  >
  inactivity_minutes: Generated<number>
  /** Its members sign in with a second factor. */
  requires_second_factor: Generated<boolean>
  /** Hours without a hello after which a device locks its cache, 1 to 72. */
  offline_lease_hours: Generated<number>
  default_care_pathway_id: TextOrNull
  /** In whose time schedules are told: an IANA name, that of the edition where none was given. */
  time_zone: Generated<string>
  created_at: Instant
}
interface OrganizationNeighbourTable {
  organization_id: string
  neighbour_id: string
}
/** Custom roles of an organisation; the system roles are code (src/domain/access/roles.ts). */
interface RoleTable {
  id: string
  organization_id: string
  name: string
  description: string
  permissions: Json<readonly string[]>
}
interface UserAccountTable {
  /** The uid at the identity provider. */
  id: string
  /** Lower case. */
  email: string
  first_name: TextOrNull
  last_name: TextOrNull
  is_internal_staff: Generated<boolean>
  is_self_care: Generated<boolean>
  /** What `me` acts as where a request names no organisation. */
  acting_organization_id: TextOrNull
  /** Kept by the identity provider's side: true while a TOTP factor is enrolled. */
  enrolled_in_totp_mfa: Generated<boolean>
  can_receive_push_notifications: Generated<boolean>
  last_login_at: InstantOrNull
  created_at: Instant
  deleted_at: InstantOrNull
}
interface UserOrganizationTable {
  user_id: string
  organization_id: string
  /** Names of roles, system or custom. */
  roles: Json<readonly string[]>
  /** What their work is in this organisation. */
  job_role: TextOrNull
  is_active_team_member: Generated<boolean>
  created_at: Instant
  deleted_at: InstantOrNull
  /** When their welcome mail was written. */
  invited_at: InstantOrNull
  /** Had an account elsewhere when they were invited, and has not come yet. */
  is_awaited: Generated<boolean>
}
interface WardTable {
  id: string
  organization_id: string
  name: string
  /** 1 to 999; null: nobody said. */
  capacity: NumberOrNull
  created_at: Instant
  updated_at: Instant
  deleted_at: InstantOrNull
  revision: number
}
interface WardStaffTable {
  ward_id: string
  user_id: string
  organization_id: string
  assigned_at: Instant
}
interface CarePathwayTable {
  id: string
  organization_id: string
  name: string
  /** null: the NEWS2 default. */
  ews_thresholds: JsonOrNull<EwsThresholds>
  /** After so long without anybody on it an alert escalates; null: never. */
  escalate_after_minutes: NumberOrNull
  /** Monitoring that says nothing for longer raises an alert. */
  silent_after_minutes: Generated<number>
  created_at: Instant
  updated_at: Instant
  revision: number
}
/** A kind of check-up that a pathway asks for. */
interface CheckupTypeTable {
  id: string
  organization_id: string
  care_pathway_id: string
  name: string
  heading: string
  description: string
  /** Recurrence rule (RFC 5545) and tolerance in seconds; null: not scheduled. */
  schedule: JsonOrNull<{ rrule: string; tolerance: { early: number; late: number } }>
  /** Per tile: its rule (disabled, optional, required) and settings. */
  tiles: Json<Record<string, unknown>>
  /** Nothing is due or missed by the schedule before this; null: it was never changed. */
  schedule_changed_at: InstantOrNull
  deleted_at: InstantOrNull
  updated_at: Instant
  revision: number
}
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
  checkup_type: JsonOrNull<{ id: string; name: string }>
  started_at: Instant
  ended_at: Instant
  received_at: Instant
  created_by: TextOrNull
  readings: Json<Readings>
  ews_scores: JsonOrNull<EwsScores>
  scored_on_arrival: JsonOrNull<EwsScores>
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
  data: Json<Record<string, unknown>>
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
/** One row a patient, by app_note_checkup and app_note_bucket, for sorting without history. */
interface PatientSummaryTable {
  patient_id: string
  latest_checkup_id: TextOrNull
  latest_checkup_ended_at: InstantOrNull
  total_score: NumberOrNull
  risk_level: NumberOrNull
  latest_bucket_id: TextOrNull
  latest_bucket_ended_at: InstantOrNull
  latest_acuity_id: TextOrNull
  latest_acuity_captured_at: InstantOrNull
  /** 1 to 4. */
  acuity_score: NumberOrNull
  /**
   * The check-ups of the last day and older ones that still count, oldest first: end (epoch ms),
   * total, risk level, scored parameters.
   */
  trend: ColumnType<
    readonly (readonly [number, number | null, number | null, number?])[],
    string | undefined,
    string
  >
  /**
   * The last check-up of each type (epoch ms), by type id; without type under ''
   * (schedule/kind.ts).
   */
  latest_by_type: ColumnType<Readonly<Record<string, number>>, string | undefined, string>
  /** When data of each monitoring device came last (epoch ms). */
  latest_by_device: ColumnType<Readonly<Record<string, number>>, string | undefined, string>
  /** The newest rhythm event of the ECG; null: none. Kept by a trigger. */
  newest_rhythm: ColumnType<
    { readonly type: string; readonly start: string; readonly end: string } | null,
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
/** What an idempotency key of a user already did, and what it answered. */
interface ClientMutationTable {
  user_id: string
  key: string
  organization_id: string
  operation: string
  payload_hash: string
  result: JsonOrNull<unknown>
  created_at: Instant
}
/** Append-only, hash-chained per organisation (server/db/action-log.ts). */
interface ActionLogTable {
  organization_id: string
  /** 1, 2, 3 … in the organisation. */
  seq: number
  at: Instant
  actor_id: TextOrNull
  /** The internal user behind the actor, while logged in as somebody else. */
  logged_in_as: TextOrNull
  action: string
  entity_type: TextOrNull
  entity_id: TextOrNull
  patient_id: TextOrNull
  details: Json<Record<string, unknown>>
  prev_hash: string
  hash: string
}
/** What the national directory said of a patient's number (server/outside/trace.ts). */
interface IdentifierTraceTable {
  patient_id: string
  organization_id: string
  /** app_trace_digest of the details that were asked about. */
  asked: string
  status: 'Pending' | 'Found' | 'NotFound' | 'Superseded' | 'Mismatch'
  differs: ColumnType<
    readonly ('firstName' | 'lastName' | 'birthDate' | 'gender')[],
    string | undefined,
    string
  >
  retrieved_at: InstantOrNull
  attempts: Generated<number>
  due_at: Instant
  claimed_until: InstantOrNull
}
interface AcceptedTermsTable {
  organization_id: string
  user_id: string
  terms_version: string
  accepted_at: Instant
}
interface OrgVersionTable {
  organization_id: string
  version: number
}
interface RefusedRecordActTable {
  id: string
  seq: Generated<number>
  organization_id: string
  group_id: string
  command_id: string
  kind: 'opened' | 'settled'
  reason: string | null
  outcome: 'ENTERED' | 'PASSED_ON' | 'NOT_NEEDED' | null
  at: Instant
  by_user: string
}
interface RecordReadTable {
  seq: Generated<number>
  organization_id: string
  patient_id: string
  user_id: string
  roles: Json<readonly string[]>
  /** '': they were themselves. */
  logged_in_as: string
  screen: string
  device: string
  window_at: Instant
  read_at: Instant
  received_at: Instant
}
interface EmergencyAccessTable {
  id: string
  organization_id: string
  user_id: string
  patient_id: string
  reason: string
  opened_at: Instant
  ends_at: Instant
  reviewed_at: InstantOrNull
  reviewed_by: TextOrNull
  outcome: ColumnType<
    'JUSTIFIED' | 'FOLLOWED_UP' | 'NOT_JUSTIFIED' | null,
    'JUSTIFIED' | 'FOLLOWED_UP' | 'NOT_JUSTIFIED' | null | undefined
  >
}
interface WardDutyTable {
  id: string
  organization_id: string
  ward_id: string
  user_id: string
  accepted_at: Instant
  data_as_of: InstantOrNull
  handed_over_by: TextOrNull
  left_at: InstantOrNull
}
interface IngestKeyTable {
  id: string
  organization_id: string
  /** Of a key that came with the installation. */
  name: string | null
  /** Sealed, not hashed: HMAC needs it. Read by the owner role only. */
  secret: string
  created_at: Instant
  created_by: string | null
  deleted_at: InstantOrNull
}
interface MailOutboxTable {
  id: string
  to_address: string
  subject: string
  body: string
  created_at: Instant
}
/** A mail that is to leave, or has left, the house. */
interface OutgoingTable {
  id: string
  /** Null: nobody. */
  to_address: string | null
  subject: string
  /** Null once it was sent. */
  sealed: string | null
  created_at: Instant
  due_at: Instant
  attempts: Generated<number>
  /** Until then a server is busy with it. */
  claimed_until: InstantOrNull
  sent_at: InstantOrNull
  /** It was given up. */
  dead_at: InstantOrNull
  /** What the last try said. */
  problem: TextOrNull
}
interface MaintenanceNoticeTable {
  id: string
  title: string
  message: string
  start_at: Instant
  created_at: Instant
  withdrawn_at: InstantOrNull
}
interface MigrationTable {
  name: string
  applied_at: Generated<Instant>
}

/** Every table of the product. The identity area adds its own (server/identity). */
export interface Tables
  extends
    SyncTables,
    AlertTables,
    CheckupFileTables,
    DocumentTables,
    EhrTables,
    ReferralTables,
    WaveformTables,
    BoardViews {
  organization: OrganizationTable
  organization_neighbour: OrganizationNeighbourTable
  role: RoleTable
  user_account: UserAccountTable
  user_organization: UserOrganizationTable
  ward: WardTable
  ward_staff: WardStaffTable
  care_pathway: CarePathwayTable
  checkup_type: CheckupTypeTable
  patient: PatientTable
  patient_organization: PatientOrganizationTable
  patient_practice: PatientPracticeTable
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
  patient_note: PatientNoteTable
  chat_message: ChatMessageTable
  notification_read: NotificationReadTable
  patient_acuity_score: PatientAcuityScoreTable
  watch_list_entry: WatchListEntryTable
  client_mutation: ClientMutationTable
  action_log: ActionLogTable
  identifier_trace: IdentifierTraceTable
  accepted_terms: AcceptedTermsTable
  org_version: OrgVersionTable
  refused_record_act: RefusedRecordActTable
  record_read: RecordReadTable
  emergency_access: EmergencyAccessTable
  ward_duty: WardDutyTable
  ingest_key: IngestKeyTable
  mail_outbox: MailOutboxTable
  outgoing: OutgoingTable
  maintenance_notice: MaintenanceNoticeTable
  schema_migration: MigrationTable
}
