import type { Logger } from 'pino'
import type { Clock } from '../clock'
import type { Database, Trx } from '../db/database'
import type { Mailer } from './mailer'
import type { VerifiedToken } from '../identity/verify'
import type { Acting } from './acting'
import type { UserAdministration } from './user-administration'

/** What an area's function works with: one transaction of the acting organisation, and who asks. */
export interface Scope {
  readonly trx: Trx
  readonly acting: Acting
  readonly token: VerifiedToken
  readonly clock: Clock
  readonly settings: ServerSettings
  readonly log: Logger
  /** The internal user behind this one, while logged in as somebody else. */
  readonly loggedInAs: string | null
  /** Of a mutation that carries one. */
  readonly idempotencyKey: string | null
  /**
   * A patient whom the user might open when this was captured offline (server/engine); the wards of
   * today are not asked then.
   */
  readonly openedThen?: string
  /**
   * Nothing is written: a record that the user opened in an emergency may be read. Absent: such a
   * record is closed to what is done.
   */
  readonly reads?: true
  /** Hears of a record that this user is given, and whether an emergency access alone opens it. */
  readonly given?: (patientId: string, inEmergency: boolean) => void
  /** Hears of a record of the organisation that this user is refused; absent: nobody does. */
  readonly refused?: (patientId: string) => void
}

/**
 * What an internal area's function works with: the owner's transaction, above all organisations.
 */
export interface InternalScope {
  readonly trx: Trx
  readonly acting: Acting
  readonly clock: Clock
  readonly log: Logger
  /** The internal user behind this one, while logged in as somebody else. */
  readonly loggedInAs: string | null
  /** The caller's sign-in was by more than a password. */
  readonly passedSecondFactor: boolean
  /** Null: this house may not change accounts at its identity provider. */
  readonly administration: UserAdministration | null
}

/** Settings that answers depend on. */
export interface ServerSettings {
  /** Secret behind Me.chatWidgetHash; null where no chat widget is configured. */
  readonly chatWidgetSecret: string | null
  /** The clock of the shared database decides how far back an admission is dated. Tests: false. */
  readonly asksDatabase: boolean
  /** Internal staff sign in with a second factor. */
  readonly staffNeedSecondFactor: boolean
}

/** What is shared by every request of a server. */
export interface ServerParts {
  readonly database: Database
  readonly clock: Clock
  readonly settings: ServerSettings
  readonly log: Logger
  /** Absent: this house may not change accounts at its identity provider (K25). */
  readonly administration?: UserAdministration | null
  readonly mailer: Mailer
}
