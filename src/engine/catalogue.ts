import type { SeenIdentity } from '../domain/sync/seen-identity'
import type { Principal } from '../domain/access/principal'
import type { Me } from '../domain/user/me'
import type { Call, Command, Identified, Resource } from './define'
import type { SyncProtocol } from './protocol'
import type { CacheStore, StoreTables } from './store'

/** What the engine learns about the entities with the first store that is opened. */
export interface Entities {
  readonly tables: StoreTables
  readonly resources: readonly Resource<unknown, Identified>[]
  readonly commands: readonly Command<unknown, unknown>[]
  /** How this device shows a subject at this moment; null: it does not. */
  identityIn(store: CacheStore, subjectId: string): Promise<SeenIdentity | null>
  /**
   * Subjects that the user watches, by id, of those that this device can read. `breathe`: between
   * two of them the page may do something else.
   */
  watchedOf(store: CacheStore, breathe?: () => Promise<void>): Promise<ReadonlySet<string>>
  /** Removes rows that no pull removes and that this person may not see any more. */
  forgetUnauthorised(store: CacheStore, principal: Principal | null): Promise<void>
  /** Whether a receipt, by its id, speaks of rows of subjects. */
  isSubjectReceipt(id: string): boolean
}

/** A portal's entities and its protocol, handed to the engine, which knows none by name. */
export interface Catalogue {
  /** Fetched with the first store: nothing of it is needed before somebody signed in. */
  entities(): Promise<Entities>
  readonly protocol: SyncProtocol
  /** Who the user is. */
  readonly account: {
    readonly me: Call<void, Me>
    readonly didLogin: Command<Record<string, never>, Me>
    readonly setActingOrganization: Command<{ organizationId: string }, Me>
  }
  /** Resources whose open readings are asked for again when the server found something in them. */
  readonly found: readonly string[]
}
