/**
 * Everything that can go wrong. Every border (network, store, form, identity) answers one of these.
 */
export type ProblemKind =
  | 'no-token' // a call needs a token and there is none; nothing left the device
  | 'network' // nothing answered
  | 'timeout' // nothing answered in time
  | 'unauthorized' // the session is over (401, or GraphQL 'Unauthorized')
  | 'forbidden' // this user may not
  | 'not-found'
  | 'invalid-arguments' // the server refused the input; see fields
  | 'conflict'
  | 'maintenance' // 503
  | 'too-many' // 429
  | 'server' // the server failed, or answered what cannot be understood
  | 'storage' // the local store failed; nothing was saved
  | 'unknown'

/** Every problem by its code: its kind, or kind and detail. src/texts/problems.ts has the texts. */
export type ProblemCode =
  | ProblemKind
  // Between this device and the server.
  | 'network:answered-elsewhere'
  | 'server:unreadable-answer'
  | 'server:answer-of-newer'
  | 'server:partial-answer'
  | 'network:no-answer'
  | 'server:never-settled'
  // Identity.
  | 'network:sign-in'
  | 'too-many:sign-in'
  | 'server:sign-in'
  | 'unauthorized:account-disabled'
  | 'server:second-step-unknown'
  | 'no-token:reauthenticate'
  | 'no-token:mfa'
  | 'invalid-arguments:no-address'
  | 'conflict:set-up-not-started'
  | 'conflict:set-up-too-long'
  // The session and its keys.
  | 'no-token:session-changed'
  | 'conflict:session-ended'
  | 'no-token:switch'
  | 'timeout:key-late'
  | 'forbidden:no-organization'
  | 'forbidden:wrong-password'
  | 'too-many:passwords'
  | 'no-token:lease-over'
  | 'not-found:not-unlockable'
  | 'unknown:locked-meanwhile'
  | 'not-found:nothing-locked'
  | 'storage:nothing-to-show'
  | 'storage:locked'
  | 'storage:keys-unreadable'
  // What this device keeps.
  | 'storage:unreadable'
  | 'storage:rows-unreadable'
  | 'storage:store-closed'
  | 'storage:evicted'
  | 'not-found:not-yours'
  // Saving a command.
  | 'network:needs-connection'
  | 'network:outcome-unknown'
  | 'storage:not-met'
  | 'storage:not-seen'
  | 'storage:not-sent-elsewhere'
  | 'storage:text-lost'
  | 'storage:maybe-saved'
  // Delivering it.
  | 'server:restored'
  | 'server:asked-again'
  | 'server:class-unknown'
  | 'server:outcome-not-said'
  | 'server:hello-first'
  | 'unknown:update-first'
  // What the server decided about it.
  | 'invalid-arguments:refused'
  | 'forbidden:right-missing'
  | 'invalid-arguments:identity-changed'
  | 'not-found:subject-missing'
  | 'not-found:done-unseen'
  | 'invalid-arguments:session-revoked'
  | 'invalid-arguments:too-old'
  | 'invalid-arguments:id-reused'
  | 'invalid-arguments:expired'
  | 'invalid-arguments:stuck'
  // What a person decides about it.
  | 'conflict:not-waiting'
  | 'not-found:no-longer-waiting'
  | 'conflict:on-its-way'
  | 'unknown:command-unknown'
  | 'forbidden:written-elsewhere'
  | 'conflict:already-saved'
  | 'conflict:answered-meanwhile'
  // What the server refused a command for, by its reason.
  | 'conflict:api-key-limit'
  | 'conflict:linked-elsewhere'
  | 'conflict:share-token-limit'
  | 'conflict:lookup-too-many'
  | 'conflict:lookup-no-field'
  | 'conflict:ward-has-patients'
  | 'conflict:ward-has-staff'
  | 'conflict:already-admitted'
  | 'invalid-arguments:not-admitted'
  | 'conflict:kept-elsewhere'
  | 'conflict:has-login'
  | 'conflict:reason-again'
  | 'server:outcome-unread'

/**
 * Why a sign-in was ended: account off or deleted; or a new password or second factor, or an
 * administrator.
 */
export type EndedSignIn = 'disabled' | 'revoked'

export interface FieldProblem {
  /** Argument path as the server names it, e.g. `text` or `user.firstName`. */
  readonly path: string
  readonly message: string
}

export interface Problem {
  /** What the portal does about it. */
  readonly kind: ProblemKind
  /** What a person is told: the text is in src/texts/problems.ts. Nothing decides by a text. */
  readonly code: ProblemCode
  /** What the server, or the identity provider, said about it, as received. Shown in place of the text. */
  readonly said: string | null
  readonly fields: readonly FieldProblem[]
  /** True when our own server reported the failure, not a proxy in between. */
  readonly byServer?: true
  /** Of `unauthorized`: it was on purpose. Absent: over by itself, or nobody says. */
  readonly ended?: EndedSignIn
}

/** Builds a Problem; `said`: what the server or the identity provider said, as received. */
export const problem = (
  code: ProblemCode,
  said: string | null = null,
  fields: readonly FieldProblem[] = [],
): Problem => ({ kind: code.split(':', 1)[0] as ProblemKind, code, said, fields })

/** CONFLICTs that are told apart, by the reason that the server names. */
export const conflictOfReason: Readonly<Partial<Record<string, ProblemCode>>> = {
  SESSION_ENDED: 'conflict:session-ended',
  API_KEY_LIMIT: 'conflict:api-key-limit',
  LINKED_ELSEWHERE: 'conflict:linked-elsewhere',
  SHARE_TOKEN_LIMIT: 'conflict:share-token-limit',
  LOOKUP_TOO_MANY: 'conflict:lookup-too-many',
  LOOKUP_NO_FIELD: 'conflict:lookup-no-field',
  WARD_HAS_PATIENTS: 'conflict:ward-has-patients',
  WARD_HAS_STAFF: 'conflict:ward-has-staff',
  ALREADY_ADMITTED: 'conflict:already-admitted',
  KEPT_ELSEWHERE: 'conflict:kept-elsewhere',
  HAS_LOGIN: 'conflict:has-login',
  REASON_AGAIN: 'conflict:reason-again',
}

/** Thrown at borders that must throw; carries its Problem. */
export class ProblemError extends Error {
  readonly problem: Problem
  constructor(value: Problem) {
    super(value.said ?? value.code)
    this.name = 'ProblemError'
    this.problem = value
  }
}

/** The Problem inside anything thrown; `unknown` for what is not ours. */
export const toProblem = (thrown: unknown): Problem =>
  thrown instanceof ProblemError ? thrown.problem : problem('unknown')

/** True for problems that pass by themselves: sending the same again may work. */
export const mayPass = (value: Problem): boolean =>
  value.kind === 'network' ||
  value.kind === 'timeout' ||
  value.kind === 'maintenance' ||
  value.kind === 'too-many' ||
  value.kind === 'server'
