import type { Clock } from '../clock'
import type { Database } from '../db/database'
import type { Attempts } from './attempts'
import type { Keys } from './keys'
import type { Mailer } from '../graphql/mailer'
import type { PasswordCost } from './passwords'
import type { Verify } from './verify'
import type { Seal } from './sealed'
import type { Visitor } from './visitor'

export interface IdentityConfig {
  /** Issuer and audience of our tokens; `lamplight-embedded` unless told otherwise. */
  readonly projectId: string
  /**
   * The origin of mailed links, asked for each. Never from a request: its sender chooses the Host.
   */
  readonly portalUrl: string
  /** Proxies of ours before the server (server/http/address.ts). Default 0. */
  readonly trustedProxies?: number
  /**
   * Hours that a sign-in lasts, however often refreshed (ASVS 7.3.2; security.md C9). Default 12.
   */
  readonly sessionHours?: number
  /**
   * Users whose sign-in is prolonged by each refresh: those without automatic logout. Default none.
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
  readonly secrets: Seal
  readonly projectId: string
  readonly portalUrl: string
  readonly sessionMs: number
  readonly staysSignedIn: (uid: string) => Promise<boolean>
  readonly passwordCost: PasswordCost
  /** What the request came from, in words; empty where unknown. */
  readonly device: string
  readonly visitor: Visitor
  /** Is told our own faults where no answer waits for the work. */
  readonly report: (thrown: unknown) => void
}
