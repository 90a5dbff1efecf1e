import type { Principal } from '../../domain/access/principal'
import type { Me } from '../../domain/user/me'
import type { Clock } from '../../platform/clock'
import type { KeyOwner } from '../../platform/vault'
import type { EndedSession } from '../define'
import type { DeviceStore } from '../store'
import type { Keys } from './keys'
import type { AuthPort } from './session-end'
import type { OwnRecord } from './session-record'

export interface SessionOptions {
  readonly device: DeviceStore
  readonly auth: AuthPort
  readonly keys: Keys
  readonly clock: Pick<Clock, 'sleep'>
  /** The three questions a session asks, from the registry's session room. */
  readonly server: {
    me(organizationId?: string): Promise<Me>
    didLogin(): Promise<Me>
    actAs(organizationId: string): Promise<Me>
  }
  /** Opens (and closes before) the store of a user in an organisation; null closes it. */
  readonly useStore: (who: KeyOwner | null) => Promise<void>
  readonly own: OwnRecord
  /** The store is open: read the screen's data now. Never rejects. */
  readonly ready?: (principal: Principal) => Promise<void>
  /** Deletes the readable stores for which the predicate holds. */
  readonly deleteStores: (isGoing: (userId: string) => boolean) => Promise<void>
  /** Deletes the readable stores and the drafts of a user who chose to sign out. */
  readonly forgetUser: (userId: string) => Promise<void>
  /** Sends what waits, at most for a while. */
  readonly flush: (leaving: Me) => Promise<void>
  /** True when the server answers at all, without any credential. */
  readonly isServerThere: () => Promise<boolean>
  /** Why the server holds the session for over, asked without a credential; null: it does not. */
  readonly standing: () => Promise<EndedSession | null>
  readonly tellOtherTabs: () => void
  readonly report: (thrown: unknown, where: string) => void
}
