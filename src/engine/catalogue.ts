import type { SeenIdentity } from '../domain/sync/seen-identity'
import type { Principal } from '../domain/access/principal'
import type { Me } from '../domain/user/me'
import type { Sender } from '../platform/graphql'
import type { Call, Command, Identified, OnlineCommand, Resource } from './define'
import type { SyncProtocol } from './protocol'
import type { CacheStore, StoreTables } from './store'

/** What the engine learns about the entities with the user's runtime. */
export interface Entities {
  readonly protocol: SyncProtocol
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

/** What a part of a portal beside the engine may use of it. */
interface EngineAccess {
  readonly sender: Sender
  /** The store that is open; null: none. */
  readonly cache: () => CacheStore | null
  readonly now: () => number
  readonly report: (thrown: unknown, where: string) => void
}

/** A portal's entities and its protocol, handed to the engine, which knows none by name. */
export interface Catalogue {
  /** Fetched with the user's runtime: nothing of it is needed before somebody signed in. */
  entities(access: EngineAccess): Promise<Entities>
  /** Who the user is. */
  readonly account: {
    readonly me: Call<void, Me>
    readonly didLogin: OnlineCommand<Record<string, never>, Me>
    readonly setActingOrganization: OnlineCommand<{ organizationId: string }, Me>
  }
  /** Resources whose open readings are asked for again when the server found something in them. */
  readonly found: readonly string[]
  /** Calls whose open answers every command makes stale: what tells of whatever was done. */
  readonly logs: readonly string[]
}
