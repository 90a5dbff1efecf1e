import type { createLinkSession } from './session/link-session'
import type { Principal } from '../domain/access/principal'
import type { Clock } from '../platform/clock'
import type { Ciphers } from '../platform/ciphers'
import type { Device } from '../platform/device'
import type { Fetch } from '../platform/graphql'
import type { Codec } from './store'
import type { Telemetry } from '../platform/telemetry'
import type { KeyShare } from '../platform/vault'
import type { Catalogue } from './catalogue'
import type { AuthPort } from './session/session'

/** What the engine is wired with; tests and the simulation hand in their own. */
export interface RuntimeOptions {
  readonly catalogue: Catalogue
  /**
   * Without a slash at the end: `origin` as in location.origin, `basePath` as in '/Prod' (P285).
   */
  readonly config: { readonly origin: string; readonly basePath: string }
  /** The identity adapter of src/platform/auth fits. */
  readonly auth: AuthPort
  readonly clock?: Clock
  readonly device?: Device
  readonly fetch?: Fetch
  readonly random?: () => number
  readonly newId?: () => string
  /** In the place of encryption, which is the default. */
  readonly codec?: Codec
  readonly indexedDB?: IDBFactory
  readonly IDBKeyRange?: typeof IDBKeyRange
  /** The databases end with the page: nothing waits or is called kept, and the portal says so. */
  readonly keepsNothing?: boolean
  /**
   * The share link that this page reads by, in the place of a sign-in. With `keepsNothing`
   * and databases of memory: its token is nowhere but in this page.
   */
  readonly link?: {
    readonly token: string
    /** Other pages do not load its code. */
    readonly createSession: typeof createLinkSession
  }
  /** Of a page that keeps nothing because storage was silent: resolves when it answers. */
  readonly storageAnswers?: Promise<unknown>
  readonly telemetry?: Telemetry
  /** How the tabs of this device hand each other their keys; the browser's way by default. */
  readonly keyShare?: KeyShare
  /** WebCrypto's by default; the simulation hands in its own. */
  readonly ciphers?: Ciphers
  /** The first reads of the screen that opens, before it is drawn. Default: none. */
  readonly firstScreen?: (
    principal: Principal,
  ) => Promise<readonly { readonly resource: string; readonly params: unknown }[]>
  /** Whether data is kept current in the background, with pokes; default yes. */
  readonly following?: boolean
  readonly listening?: boolean
}
