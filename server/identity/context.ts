import type { Clock } from '../clock'
import type { Database } from '../db/database'
import type { Attempts } from './attempts'
import type { Keys } from './keys'
import type { Mailer } from './mailer'
import type { PasswordCost } from './passwords'
import type { Verify } from './verify'

export interface IdentityConfig {
  /** Issuer and audience of our tokens; `lamplight-embedded` unless told otherwise. */
  readonly projectId: string
  /**
   * Where mailed links lead, e.g. `https://portal.example`; asked for each link, since a server may
   * learn its port late. Never taken from a request: its Host header is the sender's to choose.
   */
  readonly portalUrl: string
  /**
   * A sign-in lasts this long, however often it is refreshed (ASVS 7.3.2; security.md C9). 12 by
   * default.
   */
  readonly sessionHours?: number
  /**
   * Whose sign-in lasts as long after each refresh instead: of who works where nobody is logged out
   * automatically. Nobody's by default.
   */
  readonly staysSignedIn?: (uid: string) => Promise<boolean>
  /** For tests, which cannot wait for a good one. */
  readonly passwordCost?: PasswordCost
}

/** What the parts of the identity server share. */
export interface IdentityContext {
  readonly database: Database
  readonly clock: Clock
  readonly keys: Keys
  readonly attempts: Attempts
  readonly mailer: Mailer
  readonly verify: Verify
  readonly projectId: string
  readonly portalUrl: string
  readonly sessionMs: number
  readonly staysSignedIn: (uid: string) => Promise<boolean>
  readonly passwordCost: PasswordCost
  /**
   * Does work that no answer waits for, so that its time tells nothing. Failures are reported, not
   * thrown.
   */
  readonly afterwards: (work: () => Promise<void>) => void
}
