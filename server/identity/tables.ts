import type { Generated, Kysely, Transaction } from 'kysely'
import type { Database } from '../db/database'
import type { Tables } from '../db/tables'
import type { Json } from '../db/columns'

interface KeyTable {
  kid: string
  /** Sealed (sealed.ts). */
  private_jwk: string
  created_at: number
}
interface AccountTable {
  uid: string
  /** Lower case. */
  email: string
  /** `null` until the person chose one. */
  password_hash: string | null
  is_disabled: Generated<boolean>
  /** Epoch seconds: tokens of sign-ins before it are refused. */
  tokens_valid_after: number
  password_changed_at: number
  created_at: number
  last_sign_in_at: number | null
}
interface FactorTable {
  id: string
  uid: string
  /** Sealed, as that of an enrolment. */
  secret: string
  display_name: string
  enrolled_at: number
  last_step: Generated<number>
}
interface RefreshTokenTable {
  hash: string
  uid: string
  auth_time: number
  provider: string
  factor_id: string | null
  claims: Json<Readonly<Record<string, unknown>>>
  expires_at: number
  session_id: string
  number: number
}
interface SessionTable {
  id: string
  uid: string
  /** Browser and system in words; empty where unknown. */
  device: string
  /** Of the secret in the cookie of the device that the session belongs to; null: it showed none yet. */
  device_hash: string | null
  started_at: number
  last_used_at: number
  expires_at: number
  issued: Generated<number>
  presented: Generated<number>
  presented_at: Generated<number>
  ended_because: 'signed-out' | 'ended' | 'reused' | null
}
/** A device on which an account signed in before. */
interface DeviceTable {
  hash: string
  uid: string
  last_sign_in_at: number
}
interface ChallengeTable {
  hash: string
  uid: string
  kind: 'sign-in' | 'enrolment' | 'present-password'
  secret: string | null
  expires_at: number
}
/** A custom token that somebody signed in with. */
interface SpentTokenTable {
  hash: string
  expires_at: number
}
export type ActionCodeKind = 'PASSWORD_RESET' | 'REVERT_SECOND_FACTOR_ADDITION'
interface ActionCodeTable {
  hash: string
  uid: string | null
  kind: ActionCodeKind
  factor_id: string | null
  expires_at: number
}

/** A type, not an interface: kysely wants an index signature. */
export type IdentityTables = {
  identity_key: KeyTable
  identity_account: AccountTable
  identity_factor: FactorTable
  identity_refresh_token: RefreshTokenTable
  identity_session: SessionTable
  identity_device: DeviceTable
  identity_challenge: ChallengeTable
  identity_action_code: ActionCodeTable
  identity_spent_token: SpentTokenTable
}

export interface Account {
  readonly uid: string
  readonly email: string
  readonly password_hash: string | null
  readonly is_disabled: boolean
  readonly tokens_valid_after: number
  readonly password_changed_at: number
  readonly created_at: number
  readonly last_sign_in_at: number | null
}
export interface Factor {
  readonly id: string
  readonly uid: string
  readonly secret: string
  readonly display_name: string
  readonly enrolled_at: number
  readonly last_step: number
}

type All = Tables & IdentityTables
export type IdentityTrx = Transaction<All>
/** The owner's eyes on the identity tables, one statement at a time. */
export const rows = (database: Database): Kysely<All> =>
  database.kysely.withTables<IdentityTables>()
/** Runs work in one transaction of the owner. */
export const together = <T>(
  database: Database,
  work: (trx: IdentityTrx) => Promise<T>,
): Promise<T> => database.asSystem((trx) => work(trx.withTables<IdentityTables>()))
