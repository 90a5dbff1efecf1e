import type { ColumnType, Generated } from 'kysely'
import type { Instant, InstantOrNull, Json, JsonOrNull, TextOrNull } from './columns'
import type { AlertTables } from './alert-tables'
import type { BoardViews } from './board-views'
import type { CheckupFileTables } from './checkup-file-tables'
import type { DocumentTables } from './document-tables'
import type { EhrTables } from './ehr-tables'
import type { OrganizationTables } from './organization-tables'
import type { PatientTables } from './patient-tables'
import type { ReferralTables } from './referral-tables'
import type { SyncTables } from './sync-tables'
import type { WaveformTables } from './waveform-tables'

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
  status: 'Pending' | 'Found' | 'NotFound' | 'Superseded' | 'Mismatch' | 'Died' | 'Incomplete'
  fields: ColumnType<
    readonly ('firstName' | 'lastName' | 'birthDate' | 'gender')[],
    string | undefined,
    string
  >
  retrieved_at: InstantOrNull
  attempts: Generated<number>
}
/** Whose number is to be traced, from when on. */
interface TraceDueTable {
  patient_id: string
  due_at: Instant
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
interface RefusedDeliveryTable {
  organization_id: string
  /** YYYY-MM-DD. */
  day: string
  kind: string
  code: string
  api_key: string
  /** As it was sent; '': none. */
  patient: string
  fields: Json<readonly string[]>
  times: Generated<number>
  first_at: Instant
  last_at: Instant
}
interface EmergencyAccessTable {
  id: string
  organization_id: string
  user_id: string
  patient_id: string
  reason: string
  reason_again: TextOrNull
  nth_in_shift: Generated<number>
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
/** Kysely's own, of what is done. */
interface MigrationTable {
  name: string
  timestamp: string
}

/** Every table of the product. The identity area adds its own (server/identity). */
export interface Tables
  extends
    SyncTables,
    AlertTables,
    CheckupFileTables,
    DocumentTables,
    EhrTables,
    OrganizationTables,
    PatientTables,
    ReferralTables,
    WaveformTables,
    BoardViews {
  client_mutation: ClientMutationTable
  action_log: ActionLogTable
  identifier_trace: IdentifierTraceTable
  trace_due: TraceDueTable
  accepted_terms: AcceptedTermsTable
  org_version: OrgVersionTable
  refused_record_act: RefusedRecordActTable
  record_read: RecordReadTable
  refused_delivery: RefusedDeliveryTable
  emergency_access: EmergencyAccessTable
  ward_duty: WardDutyTable
  ingest_key: IngestKeyTable
  mail_outbox: MailOutboxTable
  outgoing: OutgoingTable
  maintenance_notice: MaintenanceNoticeTable
  kysely_migration: MigrationTable
}
