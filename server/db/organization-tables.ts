import type { ColumnType, Generated } from 'kysely'
import type { EwsThresholds } from '../../src/domain/ews/thresholds'
import type { Instant, InstantOrNull, Json, JsonOrNull, NumberOrNull, TextOrNull } from './columns'

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
}
interface InvitationTable {
  id: string
  organization_id: string
  user_id: TextOrNull
  /** Lower case. */
  email: string
  roles: Json<readonly string[]>
  job_role: TextOrNull
  /** Wards that they are assigned to once they accept. */
  ward_ids: Json<readonly string[]>
  invited_by: TextOrNull
  created_at: Instant
  /** When its mail was written last; null: not yet. */
  sent_at: InstantOrNull
  expires_at: Instant
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

/** Organisations with their people, wards and pathways. */
export interface OrganizationTables {
  organization: OrganizationTable
  organization_neighbour: OrganizationNeighbourTable
  role: RoleTable
  user_account: UserAccountTable
  user_organization: UserOrganizationTable
  invitation: InvitationTable
  ward: WardTable
  ward_staff: WardStaffTable
  care_pathway: CarePathwayTable
  checkup_type: CheckupTypeTable
}
