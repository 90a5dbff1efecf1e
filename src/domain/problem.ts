/**
 * The closed list of things that can go wrong. Every border (network, store, form, identity)
 * answers with one of these.
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

/**
 * A sign-in that was ended on purpose: the account was switched off or deleted; a new password or
 * second factor ended it, or whoever runs the accounts.
 */
export type EndedSignIn = 'disabled' | 'revoked'

export interface FieldProblem {
  /** Argument path as the server names it, e.g. `text` or `user.firstName`. */
  readonly path: string
  readonly message: string
}

export interface Problem {
  readonly kind: ProblemKind
  /** A sentence for a person; the server's own where it gave one. */
  readonly message: string
  readonly fields: readonly FieldProblem[]
  /**
   * True when our own server said that it failed at this very request; never for proxies and
   * portals that answer in its place.
   */
  readonly byServer?: true
  /** Of `unauthorized`: it was on purpose. Absent: over by itself, or nobody says. */
  readonly ended?: EndedSignIn
}

/** Builds a Problem. */
export const problem = (
  kind: ProblemKind,
  message: string,
  fields: readonly FieldProblem[] = [],
): Problem => ({ kind, message, fields })

/** Thrown at borders that must throw; carries its Problem. */
export class ProblemError extends Error {
  readonly problem: Problem
  constructor(value: Problem) {
    super(value.message)
    this.name = 'ProblemError'
    this.problem = value
  }
}

/** The Problem inside anything thrown; `unknown` for what is not ours. */
export const toProblem = (thrown: unknown): Problem =>
  thrown instanceof ProblemError
    ? thrown.problem
    : problem('unknown', thrown instanceof Error ? thrown.message : 'Unknown error')

/** True for problems that pass by themselves: sending the same again may work. */
export const mayPass = (value: Problem): boolean =>
  value.kind === 'network' ||
  value.kind === 'timeout' ||
  value.kind === 'maintenance' ||
  value.kind === 'too-many' ||
  value.kind === 'server'
