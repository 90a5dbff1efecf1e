import type { SeenIdentity } from '../../domain/sync/seen-identity'
import type { Principal } from '../../domain/access/principal'
import type { EndedSignIn, Problem } from '../../domain/problem'
import type { SentAs } from '../../domain/sync/sent-as'
import type { Me } from '../../domain/user/me'
import type { Call, CallResult } from './call'
import type { Command, CommandResult, ConflictShown } from './command'
import type { Gone, ItemState, Shown } from './reading'
import { source, type Observable } from './observable'
import type { Identified, Receipt, Resource } from './resource'

/**
 * Why a session ended by itself. `unauthorized`: the credential is over. `idle`: inactivity or a
 * lock elsewhere. `disabled`, `revoked`: on purpose. `removed`: no longer a member.
 */
export type EndedSession = 'unauthorized' | 'idle' | 'removed' | EndedSignIn

/** Who is signed in on this device, as the local record and the server last said. */
export interface SessionState {
  /**
   * `starting`: reading the local record; `refreshing`: completing a sign-in; `locked`: the key of
   * the user's kept data is not here.
   */
  readonly status: 'starting' | 'signed-out' | 'refreshing' | 'signed-in' | 'locked'
  readonly me: Me | null
  readonly principal: Principal | null
  readonly actingOrganizationId: string | null
  /** Why the session ended by itself; the sign-in page keeps `next`. Null after a sign-out. */
  readonly ended: EndedSession | null
  /** The user's permissions changed, and the notice is not read yet. */
  readonly accessChanged?: true
  /**
   * The page was opened without the server, which is there again and knows no sign-in of it: what
   * is kept is shown, and nothing is read or sent under this name until they sign in.
   */
  readonly awaitsSignIn?: true
  /** They read by a share link: there is nobody to sign in, and the end of it is the link's. */
  readonly byLink?: true
  /** While `locked`: who can unlock, and whether by password offline or only by the server. */
  readonly locked: {
    readonly email: string
    readonly opensOffline: boolean
    readonly leaseOver: boolean
  } | null
}

/**
 * `forbidden`: wrong; `too-many`: not tried; `no-token`, `not-found`: only the server opens;
 * `storage`: nothing is kept.
 */
export type UnlockResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly problem: Problem; readonly waitMs: number }

export interface SessionActions {
  /**
   * After the identity provider: records the sign-in (didLogin), gets the key and opens the store.
   * `password` opens this device offline from then on. `at: 'key'`: the server gave no key.
   */
  completeSignIn(
    password?: string,
  ): Promise<
    | { readonly kind: 'done'; readonly value: Me }
    | { readonly kind: 'refused'; readonly problem: Problem; readonly at?: 'key' }
  >
  /**
   * Sends what waits (10 s at most), deletes the user's store, keeps the outbox, forgets the token.
   */
  signOut(): Promise<void>
  /** Switches organisation; unsent work stays queued for the one before. */
  setActingOrganization(
    organizationId: string,
  ): Promise<
    | { readonly kind: 'done'; readonly value: Me }
    | { readonly kind: 'refused'; readonly problem: Problem }
  >
  /** Opens the locked user's data by password; `waitMs`: until the next attempt, milliseconds. */
  unlock(
    password: string,
  ): Promise<
    | { readonly kind: 'done' }
    | { readonly kind: 'refused'; readonly problem: Problem; readonly waitMs: number }
  >
  /** Whoever is signed in has read that what they may do was changed. */
  accessSeen(): void
  /** The provider refused this address as disabled: its password opens nothing here any more. */
  accountDisabled(email: string): Promise<void>
  /** Whoever `awaitsSignIn` goes to sign in; the page that is open comes back. */
  signInAgain(): Promise<void>
  /** Forgets the key in every tab; kept data stays unreadable, waiting work is still sent. */
  lock(): Promise<void>
  /** Asks who the user is. A network failure keeps the session; 401 and 403 end it (P246). */
  refreshMe(): Promise<void>
}

/** The connection as the shell shows it. Epoch milliseconds. */
export interface Connection {
  /**
   * In order of precedence: `saving` a command is written; `offline` the last attempts failed;
   * `refused` work needs a decision; `sending`; `waiting` no attempt is running; `checking` nothing
   * heard yet; `live` all is with the server.
   */
  readonly state: 'live' | 'checking' | 'offline' | 'saving' | 'sending' | 'waiting' | 'refused'
  /** The last attempts failed, whatever word goes before it in `state`. Absent: as `state` says. */
  readonly isOffline?: boolean
  /** It answers, and knows no sign-in of this page: nothing can be read or sent under this name. */
  readonly answersOpenly?: true
  /** The server pushes changes to this device. False: it polls. */
  readonly isTold?: boolean
  /** The last successful authenticated round trip. */
  readonly lastContactAt: number | null
  readonly waiting: number
  readonly refused: number
}

/** True while the server cannot be reached, also while a command is written. */
export const isOffline = (connection: Connection): boolean =>
  connection.isOffline ?? connection.state === 'offline'

/** One command of the outbox, opened for the list of waiting work. Epoch milliseconds. */
export interface OutboxItem {
  readonly id: string
  readonly op: string
  readonly organizationId: string
  /** By the device's clock. */
  readonly capturedAt: number
  readonly state: ItemState
  /** Null: written in another organisation than the acting one, and unreadable from here. */
  readonly input: unknown
  readonly problem: Problem | null
  /** Whom it is about, as its author saw them; null: no subject, or not readable from here. */
  readonly subject: {
    readonly id: string
    readonly name: string
    readonly birthDate: string
    readonly identifierLast4: string | null
  } | null
  /** When its waiting time is over; then it is sent only by the user's decision. */
  readonly expiresAt: number | null
  /** Why it was refused or held, as the protocol names it. */
  readonly code: string | null
  readonly conflict: ConflictShown | null
  /** It was sent and nobody knows what became of it: it may be on the record. */
  readonly mayBeDone: boolean
  /** It waits and was surely not sent: its author may take it back. */
  readonly mayBeTakenBack: boolean
  /** The server has put it off for a quarter of an hour, though it answers. */
  readonly isPutOff: boolean
  /** Without readable text: the subject as this device shows it now; null: readable, or none. */
  readonly about: { readonly id: string; readonly name: string | null } | null
  /** Its words went from this device because its author may not see the subject any more. */
  readonly isLost: boolean
}

/** Waiting work while nobody is signed in: only its number can be read. */
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
   * By a user's decision: sends again what was refused, stuck (same id), expired, or in conflict
   * (against the shown version). Rejects with ProblemError where that cannot be saved.
   */
  retry(id: string): Promise<void>
  /**
   * Replaces undone work by a corrected command. Refused where the server may have it. Never
   * rejects.
   */
  replace(id: string, input: unknown): Promise<CommandResult<unknown>>
  /**
   * Gives up what needs a decision, or takes back what was surely not sent; the reason is kept and
   * told to the server.
   */
  discard(id: string, reason: string): Promise<void>
  /** How many sealed commands of other users wait on this device. */
  readonly othersWaiting: Observable<number>
  /** What became of it while nobody is signed in. */
  readonly idle: Observable<IdleWork>
}

/** How safe the device's storage is, as far as the browser says. */
export interface StorageState {
  /** The browser promised not to evict it; null: not asked yet. */
  readonly persisted: boolean | null
  /** The device had lost its storage, with so many waiting commands. */
  readonly evicted: { readonly waiting: number } | null
  /** There is no room: nothing more can be saved. */
  readonly full: boolean
  /** There is little room: less of the roster is kept. Saved work is safe. */
  readonly crowded: boolean
  /** What waits on this device cannot be read at the moment. */
  readonly unreadable: boolean
  /**
   * The browser keeps nothing; so many commands wait in it. It refused (blocked, private or damaged),
   * is silent, or answers since the page started without it. Null: it keeps.
   */
  readonly nothingKept: {
    readonly waiting: number
    readonly why: 'refused' | 'silent' | 'answers'
  } | null
}

/** How many subjects' records a device keeps. */
export interface RecordsKept {
  /** Whole, also of subjects who are on no roster. */
  readonly whole: number
  /** On the roster and not whole; null: the roster itself is not whole. */
  readonly missing: number | null
  /** Whether there is a roster that is the user's. */
  readonly hasRoster: boolean
}

/** What the local store says of one reading. */
export interface ViewState<Entity> {
  readonly ready: boolean
  readonly rows: readonly Shown<Entity>[]
  readonly total: number | null
  readonly arrangedBy: 'server' | 'device'
  readonly asOf: number | null
  readonly checkedAt: number | null
  /** As of Reading. */
  readonly heldFrom?: number | null
  /** What the server did to these rows could not be read or kept yet: they are of before that. */
  readonly isOfBefore?: true
  /** The local store could not be read, or what it held is no longer this user's to see. */
  readonly problem: Problem | null
  /** The server took it from this user; absent while they may see it. */
  readonly gone?: Gone
  /** Theirs to read, and nothing else, until then, epoch milliseconds of the server; absent: without an end. */
  readonly endsAt?: number
}

/** Nothing was read yet. */
export const unread = <Entity>(): ViewState<Entity> => ({
  ready: false,
  rows: [],
  total: null,
  arrangedBy: 'server',
  asOf: null,
  checkedAt: null,
  problem: null,
})

/** What is shown while no store is open; with the problem when one could not be opened. */
export const emptyView = <Entity>(failure: Problem | null): Observable<ViewState<Entity>> =>
  source<ViewState<Entity>>({ ...unread<Entity>(), ready: failure !== null, problem: failure })

/** Words typed and not sent, as the store last said. */
export interface DraftState {
  /** False until the store has been read: what is typed before wins over what it held. */
  readonly ready: boolean
  readonly text: string
  /** True once the store holds exactly this text. */
  readonly kept: boolean
  /** The subject as the form showed it when typing began; null: none or unknown. */
  readonly seen: SeenIdentity | null
}

/** One form's draft. */
export interface Draft extends Observable<DraftState> {
  /** `seen`: as the form shows the subject; kept with the first words and until they are gone. */
  set(text: string, seen?: SeenIdentity | null): void
  /**
   * Runs `work` in one tab of this device at a time, on the text as the tab before left it; the next
   * one begins when what this one set is written. Never rejects because of the draft.
   */
  alone(work: () => Promise<void>): Promise<void>
}

/** All that a screen can do with data, without React. Built by createRuntime. */
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
  /** The server requires a newer version (docs/sync-protocol.md, minClient and UPGRADE). */
  readonly outdated: Observable<boolean>
  /** True while typed text is only in this page. */
  unkept(): boolean
  /**
   * The keys of all forms in which the user typed and did not send, as `draft` takes them: a chosen
   * sign-out deletes it. Rejects where they cannot be read.
   */
  typed(): Promise<readonly string[]>
  /**
   * Before a reload: keeps what is typed, stops sending and releases the lock. Resolves within 2 s
   * with the way to go on. Never rejects.
   */
  pause(): Promise<() => void>
  /** The progress of the first sync of the roster; null: none is running. */
  readonly firstSync: Observable<{
    readonly done: number
    readonly total: number
    readonly scope: string
  } | null>
  /** Changes with the user or organisation: readings of another generation are never shown. */
  readonly generation: Observable<number>
  /** What is kept of records; null: no store is open. Reads only the store. */
  recordsKept(): Promise<RecordsKept | null>
  /**
   * How long the device may still go without the server before it locks, milliseconds; null: nobody's
   * data is open, or it is not known. Never rejects.
   */
  leaseLeftMs(): Promise<number | null>
  /** For ages: the device's clock, corrected by `clockOffset`. */
  readonly now: () => number
  /** The server's clock minus the device's, milliseconds; 0 while the device's is right. */
  readonly clockOffset: Observable<number>
  /** The live view of one reading. Rows of other params or generations never appear in it. */
  watch<Params, Entity extends Identified>(
    resource: Resource<Params, Entity>,
    params: Params,
  ): Observable<ViewState<Entity>>
  /** Asks and keeps the answer; equal running requests are one. Rejects with ProblemError. */
  refresh<Params, Entity extends Identified>(
    resource: Resource<Params, Entity>,
    params: Params,
  ): Promise<Receipt>
  /** Resource names whose open readings should be asked for again, told as they become so. */
  onInvalidated(listener: (resources: readonly string[]) => void): () => void
  /** The draft of a form, by a key such as 'note <subject id>'; kept until saved or sign-out. */
  draft(key: string): Draft
  /**
   * A person looks at a subject: told to the server at once, or when it is there again. `place`: the
   * screen, by its code. `endsAt`: of the reading that they looked at. What is pulled is no look.
   */
  looked(subjectId: string, place: string, endsAt?: number): void
  /** A subject as this device shows it now; null: it does not. Never rejects. */
  seen(subjectId: string): Promise<SeenIdentity | null>
  /**
   * `seen`: the subject when the form was opened, else as shown now. `again`: an earlier unanswered
   * attempt of the same input. Never rejects.
   */
  run<Input, Value>(
    command: Command<Input, Value>,
    input: Input,
    seen?: SeenIdentity | null,
    again?: SentAs,
  ): Promise<CommandResult<Value>>
  /**
   * The last answer to this input that the device keeps, and when it was given (epoch milliseconds);
   * null: none is, or it is not this user's to see any more. Never rejects.
   */
  kept<Input, Value>(
    call: Call<Input, Value>,
    input: Input,
  ): Promise<{ readonly value: Value; readonly at: number } | null>
  /** Never rejects. */
  ask<Input, Value>(call: Call<Input, Value>, input: Input): Promise<CallResult<Value>>
}
