import type { SeenIdentity } from '../../domain/sync/seen-identity'
import type { Principal } from '../../domain/access/principal'
import type { EndedSignIn, Problem } from '../../domain/problem'
import type { SentAs } from '../../domain/sync/sent-as'
import type { Me } from '../../domain/user/me'
import type { Call, CallResult } from './call'
import type { Command, CommandResult, ConflictShown } from './command'
import type { Gone } from './gone'
import type { Observable } from './observable'
import type { ItemState, Shown } from './reading'
import type { Identified, Receipt, Resource } from './resource'

/**
 * Why a session ended by itself. `unauthorized`: its credential is over. `idle`: nobody was there,
 * or it was locked elsewhere. `disabled`, `revoked`: on purpose. `removed`: who it was is no longer
 * a member of the organisation.
 */
export type EndedSession = 'unauthorized' | 'idle' | 'removed' | EndedSignIn

/** Who is signed in on this device, as the local record and the server last said. */
export interface SessionState {
  /**
   * `starting`: the local record is being read; `refreshing`: a sign-in is being completed;
   * `locked`: somebody works on this device, and the key to what it keeps of her is not here.
   */
  readonly status: 'starting' | 'signed-out' | 'refreshing' | 'signed-in' | 'locked'
  readonly me: Me | null
  readonly principal: Principal | null
  readonly actingOrganizationId: string | null
  /**
   * Why the session ended by itself: the sign-in page keeps `next`. Null after a chosen sign-out.
   */
  readonly ended: EndedSession | null
  /**
   * What who is signed in may do here was changed while they were, and they have not said that they
   * saw it.
   */
  readonly accessChanged?: true
  /**
   * While `locked`: who can unlock, whether the password does it without a line, and whether only
   * the server does by now.
   */
  readonly locked: {
    readonly email: string
    readonly opensOffline: boolean
    readonly leaseOver: boolean
  } | null
}

/**
 * What came of a password. `forbidden`: wrong; `too-many`: not tried; `no-token`, `not-found`: only
 * the server opens; `storage`: nothing is kept here.
 */
export type UnlockResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly problem: Problem; readonly waitMs: number }

export interface SessionActions {
  /**
   * After identity said yes: records the sign-in (didLogin), gets the key of this device's data
   * from the server, opens the store. `password`: the one just signed in with; it opens this device
   * without a line from then on. `at: 'key'`: the server knows the person, and did not give the
   * key.
   */
  completeSignIn(
    password?: string,
  ): Promise<
    | { readonly kind: 'done'; readonly value: Me }
    | { readonly kind: 'refused'; readonly problem: Problem; readonly at?: 'key' }
  >
  /**
   * Sends what waits (at most 10 s), deletes the readable store of this user, keeps the outbox,
   * forgets the token.
   */
  signOut(): Promise<void>
  /**
   * Switches organisation; unsent work of the one that is left stays queued and is sent under it.
   */
  setActingOrganization(
    organizationId: string,
  ): Promise<
    | { readonly kind: 'done'; readonly value: Me }
    | { readonly kind: 'refused'; readonly problem: Problem }
  >
  /**
   * Opens what the device keeps for the locked user, by their password; `waitMs`: how long before
   * the next attempt counts, milliseconds.
   */
  unlock(
    password: string,
  ): Promise<
    | { readonly kind: 'done' }
    | { readonly kind: 'refused'; readonly problem: Problem; readonly waitMs: number }
  >
  /** Whoever is signed in has read that what they may do was changed. */
  accessSeen(): void
  /**
   * The provider would not sign this address in, because the account is switched off: its password
   * opens nothing here any more.
   */
  accountDisabled(email: string): Promise<void>
  /**
   * Forgets the key in every tab; what the device keeps stays, unreadable, and what waits stays to
   * be sent.
   */
  lock(): Promise<void>
  /** Asks who the user is. A network failure keeps the session; 401 and 403 end it (P246). */
  refreshMe(): Promise<void>
}

/**
 * How the device stands with the server, in the one word that the shell shows. Times are epoch
 * milliseconds.
 */
export interface Connection {
  /**
   * In order of precedence: `saving` a command is being written; `offline` the last attempts
   * failed; `refused` some of the work waits for a person's decision; `sending` waiting work is on
   * its way; `waiting` there is some and no attempt is under way; `checking` nothing heard yet;
   * `live`: an exchange worked, and everything that was done here is with the server.
   */
  readonly state: 'live' | 'checking' | 'offline' | 'saving' | 'sending' | 'waiting' | 'refused'
  /** The last attempts failed, whatever word goes before it in `state`. Absent: as `state` says. */
  readonly isOffline?: boolean
  /**
   * The server tells this device what changed as it changes. False: news come by asking, now and
   * then.
   */
  readonly isTold?: boolean
  /** The last successful authenticated round trip. */
  readonly lastContactAt: number | null
  readonly waiting: number
  readonly refused: number
}

/**
 * True while the server cannot be reached; a command that is being written meanwhile changes
 * nothing about it.
 */
export const isOffline = (connection: Connection): boolean =>
  connection.isOffline ?? connection.state === 'offline'

/**
 * One command in the outbox, opened, as the waiting-work list shows it. Times are epoch
 * milliseconds.
 */
export interface OutboxItem {
  readonly id: string
  readonly op: string
  readonly organizationId: string
  /** By the device's clock. */
  readonly capturedAt: number
  readonly state: ItemState
  /**
   * Null where it was written in an organisation that the author does not act in now: it cannot be
   * read from there.
   */
  readonly input: unknown
  readonly problem: Problem | null
  /** Whom it is about, as its author saw them; null: no subject, or not readable from here. */
  readonly subject: {
    readonly id: string
    readonly name: string
    readonly birthDate: string
    readonly identifierLast4: string | null
  } | null
  /**
   * Of a command that may wait only so long: when it is over. It is not sent afterwards unless a
   * person says so.
   */
  readonly expiresAt: number | null
  /** Why it was refused or held, as the protocol names it. */
  readonly code: string | null
  readonly conflict: ConflictShown | null
  /** It was sent and nobody knows what became of it: it may be on the record. */
  readonly mayBeDone: boolean
  /** The server has put it off for a quarter of an hour, though it answers. */
  readonly isPutOff: boolean
  /**
   * Whom it is about where its words are gone from this device, as the device shows them now (not
   * as its author saw them); null: readable, or no subject.
   */
  readonly about: { readonly id: string; readonly name: string | null } | null
  /** Its words went from this device because its author may not see the subject any more. */
  readonly isLost: boolean
}

/** Work of whoever wrote it, while nobody is signed in: numbers, nothing else of it can be read. */
export interface IdleWork {
  /** So many of what waited are with the server since this page was left without anybody. */
  readonly sent: number
  /** The server took so many not: their authors decide, signed in. */
  readonly undecided: number
  /** Of what waits, so many are taken from a signed-in device only. */
  readonly needSignIn: number
}

/** The waiting work of the signed-in user, and the decisions over it that only a person takes. */
export interface Outbox extends Observable<readonly OutboxItem[]> {
  /**
   * A person decides: a refused one is sent again; a stuck one too, under its own id; an expired
   * one after all; one in conflict against the version that was just shown. Rejects with
   * ProblemError where that cannot be saved.
   */
  retry(id: string): Promise<void>
  /**
   * A person corrects what has not been done: a new command in the place of the old one, by the
   * same author. Refused where it may be with the server already. Never rejects.
   */
  replace(id: string, input: unknown): Promise<CommandResult<unknown>>
  /**
   * A person gives up what was refused, is in conflict, expired or stuck; the reason is kept, and
   * told to the server when there is a line.
   */
  discard(id: string, reason: string): Promise<void>
  /**
   * How many sealed commands of other people wait on this device; nothing else of them can be read.
   */
  readonly othersWaiting: Observable<number>
  /** What became of it while nobody is signed in. */
  readonly idle: Observable<IdleWork>
}

/** How safe the device's storage is, as far as the browser says. */
export interface StorageState {
  /** The browser promised not to evict it; null: not asked yet. */
  readonly persisted: boolean | null
  /**
   * The device had lost its storage since it was last used; so many commands were waiting in it.
   */
  readonly evicted: { readonly waiting: number } | null
  /** There is no room: nothing more can be saved. */
  readonly full: boolean
  /**
   * There is little room: less of the roster is kept than usual, and some subjects have to be fetched
   * again. What is saved is safe.
   */
  readonly crowded: boolean
  /** What waits on this device cannot be read at the moment. */
  readonly unreadable: boolean
  /**
   * The browser keeps nothing for this page (it is blocked, private or damaged); so many commands
   * wait in it, unreachable. Null: it keeps.
   */
  readonly nothingKept: { readonly waiting: number } | null
}

/** What the local store says of one reading. */
export interface ViewState<Entity> {
  readonly ready: boolean
  readonly rows: readonly Shown<Entity>[]
  readonly total: number | null
  readonly arrangedBy: 'server' | 'device'
  readonly asOf: number | null
  readonly checkedAt: number | null
  /** The local store could not be read, or what it held is no longer this user's to see. */
  readonly problem: Problem | null
  /** The server took it from this user; absent while they may see it. */
  readonly gone?: Gone
}

/** Words typed and not sent, as the store last said. */
export interface DraftState {
  /** False until the store has been read: what is typed before wins over what it held. */
  readonly ready: boolean
  readonly text: string
  /** True once the store holds exactly this text. */
  readonly kept: boolean
  /**
   * Whom the words are about, as the form showed them when the first of these words were typed;
   * null: nobody, or not known.
   */
  readonly seen: SeenIdentity | null
}

/** One form's draft. */
export interface Draft extends Observable<DraftState> {
  /** `seen`: as the form shows the subject; kept with the first words and until they are gone. */
  set(text: string, seen?: SeenIdentity | null): void
}

/**
 * Everything that a screen can do with data, without React. Built by createRuntime
 * (src/engine/runtime.ts).
 */
export interface Runtime {
  /** Reads the session record and opens the store; no network is waited for. */
  start(): Promise<void>
  close(): Promise<void>
  readonly session: Observable<SessionState> & SessionActions
  readonly connection: Observable<Connection>
  readonly outbox: Outbox
  readonly storage: Observable<StorageState>
  /** Nothing can wait on this device: every command needs the server now. */
  readonly keepsNothing: boolean
  /** True while a form on the screen holds words that are not sent. */
  readonly typing: Observable<boolean>
  /**
   * The server asks for a newer version of this app: until then it may hold what waits
   * (docs/sync-protocol.md, minClient and UPGRADE).
   */
  readonly outdated: Observable<boolean>
  /**
   * True while words on the screen are nowhere but in this page: after `pause`, what this device
   * could not keep.
   */
  unkept(): boolean
  /**
   * Before this page is replaced: what is typed is kept, nothing more is sent from here, and the
   * lock on sending is free. Resolves after 2 s at the latest, with the way to go on after all.
   * Never rejects.
   */
  pause(): Promise<() => void>
  /**
   * How far the subjects of the roster have come when a device first fetches them; null: no such
   * thing is under way here.
   */
  readonly firstSync: Observable<{
    readonly done: number
    readonly total: number
    readonly scope: string
  } | null>
  /** Changes with the user or organisation: readings of another generation are never shown. */
  readonly generation: Observable<number>
  /**
   * How many subjects' records the open store keeps whole; null where none is open. Reads the store
   * alone, so that a live query can follow it.
   */
  recordsKept(): Promise<number | null>
  /** For ages: the device's clock, corrected by `clockOffset`. */
  readonly now: () => number
  /** The server's clock minus the device's, milliseconds; 0 while the device's is right. */
  readonly clockOffset: Observable<number>
  /** The live view of one reading. Rows of other params or generations never appear in it. */
  watch<Params, Entity extends Identified>(
    resource: Resource<Params, Entity>,
    params: Params,
  ): Observable<ViewState<Entity>>
  /**
   * Asks the server and keeps the answer; equal requests in flight are one. Rejects with
   * ProblemError.
   */
  refresh<Params, Entity extends Identified>(
    resource: Resource<Params, Entity>,
    params: Params,
  ): Promise<Receipt>
  /** Resource names whose open readings should be asked for again, told as they become so. */
  onInvalidated(listener: (resources: readonly string[]) => void): () => void
  /**
   * The draft of a form, by a key such as 'note <subject id>'; kept for the user and organisation
   * over crash, update and session's end, gone at sign-out.
   */
  draft(key: string): Draft
  /**
   * A subject as this device shows them now, for a form that is being opened; null: it does not.
   * Never rejects.
   */
  seen(subjectId: string): Promise<SeenIdentity | null>
  /**
   * `seen`: the subject as the author saw them when the form was opened; without it as this device
   * shows them now. `again`: as what the same input was sent before without an answer. Never
   * rejects.
   */
  run<Input, Value>(
    command: Command<Input, Value>,
    input: Input,
    seen?: SeenIdentity | null,
    again?: SentAs,
  ): Promise<CommandResult<Value>>
  /** Never rejects. */
  ask<Input, Value>(call: Call<Input, Value>, input: Input): Promise<CallResult<Value>>
}
