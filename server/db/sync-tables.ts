import type { ColumnType, Generated } from 'kysely'
import type { Json, TextOrNull } from './columns'

interface SyncEpochTable {
  seq: Generated<number>
  id: string
  created_at: string
}
/** A user in one organisation on one device group; id is the thumbprint of the device key. */
interface SyncSessionTable {
  id: string
  user_id: string
  organization_id: string
  group_id: string
  /** SPKI DER, base64url. */
  public_key: string
  logged_in_as: TextOrNull
  client_version: string
  schema_version: number
  /** The device's wall clock minus ours at the last hello. */
  skew_ms: number
  created_at: string
  revoked_at: TextOrNull
  last_hello_at: string
  /** The sign-in it was last opened from; null where the identity provider names none. */
  identity_session_id: TextOrNull
  device: Generated<string>
  /** Nothing of it is taken any more, whenever it says that it was written. */
  ended_elsewhere: Generated<boolean>
}
/** Private and MAC key are sealed by the server's secret box. */
interface VaultKeyTable {
  id: string
  public_key: string
  private_key: string
  mac_key: string
  created_at: string
}
/** Sealed by the server's secret box; deleting the row shreds what the key wraps. */
interface DeviceKekTable {
  user_id: string
  group_id: string
  key: string
  created_at: string
}
/** A command of a device group and what it was answered. */
interface SyncMutationTable {
  group_id: string
  id: string
  organization_id: string
  session_id: string
  author_id: TextOrNull
  /** Null: nobody was signed in on the device. */
  delivered_by: TextOrNull
  lane: string
  n: number
  prev: TextOrNull
  op: string
  op_version: number
  payload_hash: string
  /** False: nobody proved to have written it. It does not use up the id. */
  is_proved: boolean
  /** null only inside the transaction that decides. */
  class: ColumnType<
    'APPLIED' | 'CONFLICT' | 'REJECTED' | null,
    'APPLIED' | 'CONFLICT' | 'REJECTED' | null | undefined
  >
  code: TextOrNull
  result: ColumnType<unknown, string | null | undefined, string | null>
  /** Kept unless applied. */
  sealed: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  captured_at: TextOrNull
  captured_at_est: TextOrNull
  created_at: string
  acked_at: TextOrNull
}
/** Every change for devices, in commit order within an organisation. Written by a trigger. */
interface ChangeTable {
  organization_id: string
  v: number
  entity: string
  entity_id: string
  patient_id: TextOrNull
  op: 'put' | 'delete'
  at: Generated<string>
}
/** What a group's device holds of a scope, for the user: id to [version, ward]. */
interface CvrTable {
  group_id: string
  user_id: string
  scope: string
  version: Generated<number>
  organization_id: string
  ids: Json<Readonly<Record<string, readonly [string, string | null]>>>
  created_at: string
  /** What the rosters stood at when the view was whole; null: there was more to send. */
  seen: TextOrNull
}
/** A membership's roles, a ward (ward_id), or a custom role's permissions (role_name). */
interface AccessHistoryTable {
  user_id: TextOrNull
  organization_id: string
  ward_id: TextOrNull
  role_name: TextOrNull
  roles: ColumnType<readonly string[] | null, string | null | undefined, string | null>
  permissions: ColumnType<readonly string[] | null, string | null | undefined, string | null>
  since: string
  until: string
}

/** Tables of the sync. */
export interface SyncTables {
  sync_epoch: SyncEpochTable
  sync_session: SyncSessionTable
  vault_key: VaultKeyTable
  device_kek: DeviceKekTable
  sync_mutation: SyncMutationTable
  change: ChangeTable
  cvr: CvrTable
  access_history: AccessHistoryTable
}
