import type { Principal } from '../../domain/access/principal'
import type { Problem } from '../../domain/problem'
import type { Me } from '../../domain/user/me'
import type { Call, CallResult } from './call'
import type { Command, CommandResult } from './command'
import type { Observable } from './observable'
import type { Shown } from './reading'
import type { Identified, Receipt, Resource } from './resource'

/** Who is signed in on this device, as the local record and the server last said. */
export interface SessionState {
  /** `starting`: the local record is being read; `refreshing`: a sign-in is being completed. */
  readonly status: 'starting' | 'signed-out' | 'refreshing' | 'signed-in'
  readonly me: Me | null
  readonly principal: Principal | null
  readonly actingOrganizationId: string | null
  /** Why the session ended by itself: the sign-in page keeps `next`. Null after a chosen sign-out. */
  readonly ended: 'unauthorized' | null
}

export interface SessionActions {
  /** After identity said yes: records the sign-in (didLogin), keeps the session, opens the store. */
  completeSignIn(): Promise<{ readonly kind: 'done'; readonly value: Me } | { readonly kind: 'refused'; readonly problem: Problem }>
  /** Sends what waits (at most 10 s), deletes the readable store of this user, keeps the outbox, forgets the token. */
  signOut(): Promise<void>
  /** Switches organisation; unsent work of the one that is left stays queued and is sent under it. */
  setActingOrganization(organizationId: string): Promise<{ readonly kind: 'done'; readonly value: Me } | { readonly kind: 'refused'; readonly problem: Problem }>
  /** Asks who the user is. A network failure keeps the session; 401 and 403 end it (P246). */
  refreshMe(): Promise<void>
}

/** How the device stands with the server, in the one word that the shell shows. Times are epoch milliseconds. */
export interface Connection {
  /**
   * In order of precedence: `saving` a command is being written; `offline` the last attempts failed; `refused` the server
   * refused waiting work; `sending` waiting work is on its way; `waiting` there is some and no attempt is under way;
   * `checking` nothing heard yet; `live`: an exchange worked, and everything that was done here is with the server.
   */
  readonly state: 'live' | 'checking' | 'offline' | 'saving' | 'sending' | 'waiting' | 'refused'
  /** The last successful authenticated round trip. */
  readonly lastContactAt: number | null
  readonly waiting: number
  readonly refused: number
}

/** One command in the outbox, opened, as the waiting-work list shows it. */
export interface OutboxItem {
  readonly id: string
  readonly op: string
  readonly organizationId: string
  readonly capturedAt: number
  readonly state: 'waiting' | 'sending' | 'refused'
  readonly input: unknown
  readonly problem: Problem | null
}

/** What the local store says of one reading. */
export interface ViewState<Entity> {
  readonly ready: boolean
  readonly rows: readonly Shown<Entity>[]
  readonly total: number | null
  readonly arrangedBy: 'server' | 'device'
  readonly asOf: number | null
  readonly checkedAt: number | null
  /** The local store could not be read. */
  readonly problem: Problem | null
}

/** Words typed and not sent, as the store last said. */
export interface DraftState {
  /** False until the store has been read: what is typed before wins over what it held. */
  readonly ready: boolean
  readonly text: string
  /** True once the store holds exactly this text. */
  readonly kept: boolean
}

/** One form's draft. */
export interface Draft extends Observable<DraftState> {
  set(text: string): void
}

/** Everything that a screen can do with data, without React. Built by createRuntime (src/data/runtime.ts). */
export interface Runtime {
  /** Reads the session record and opens the store; no network is waited for. */
  start(): Promise<void>
  close(): Promise<void>
  readonly session: Observable<SessionState> & SessionActions
  readonly connection: Observable<Connection>
  readonly outbox: Observable<readonly OutboxItem[]> & {
    /** Sends a refused command again. */
    retry(id: string): Promise<void>
    /** A person decides to give a refused command up. */
    discard(id: string): Promise<void>
  }
  /** Changes with the user or organisation: readings of another generation are never shown. */
  readonly generation: Observable<number>
  /** For ages: the device's clock, corrected by `clockOffset`. */
  readonly now: () => number
  /** The server's clock minus the device's, milliseconds; 0 while the device's is right. */
  readonly clockOffset: Observable<number>
  /** The live view of one reading. Rows of other params or generations never appear in it. */
  watch<Params, Entity extends Identified>(resource: Resource<Params, Entity>, params: Params): Observable<ViewState<Entity>>
  /** Asks the server and keeps the answer; equal requests in flight are one. Rejects with ProblemError. */
  refresh<Params, Entity extends Identified>(resource: Resource<Params, Entity>, params: Params): Promise<Receipt>
  /** Resource names whose open readings should be asked for again, told as they become so. */
  onStale(listener: (resources: readonly string[]) => void): () => void
  /** The draft of a form, by a key such as 'note <patient id>'; kept with the store of the user and organisation, gone with it. */
  draft(key: string): Draft
  /** Never rejects. */
  run<Input, Value>(command: Command<Input, Value>, input: Input): Promise<CommandResult<Value>>
  /** Never rejects. */
  ask<Input, Value>(call: Call<Input, Value>, input: Input): Promise<CallResult<Value>>
}
