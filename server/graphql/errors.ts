import { GraphQLError } from 'graphql'
import type { Conflict } from '../../schema/generated/resolvers'
import { AcrossRefused } from '../db/across/across'
import { comeBackSeconds } from '../db/database-busy'

/**
 * A field of the input that was refused; `path` as the contract names the argument, e.g.
 * `user.firstName`.
 */
export interface ArgError {
  readonly path: string
  readonly message: string
}

/** The closed list of `extensions.code`. */
export type ErrorCode =
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'BAD_USER_INPUT'
  | 'CONFLICT'
  | 'TOO_MANY'
  | 'INTERNAL'

const statuses: Readonly<Record<ErrorCode, number | null>> = {
  UNAUTHORIZED: 401,
  TOO_MANY: 429,
  FORBIDDEN: null,
  NOT_FOUND: null,
  BAD_USER_INPUT: null,
  CONFLICT: null,
  INTERNAL: null,
}

const make = (
  code: ErrorCode,
  message: string,
  more: Record<string, unknown> = {},
): GraphQLError => {
  const status = statuses[code]
  return new GraphQLError(message, {
    extensions: { code, ...more, ...(status === null ? {} : { http: { status } }) },
  })
}

/** Why somebody's sign-in was ended on purpose; without one it is over by itself, or never was. */
export type EndedBecause = 'ACCOUNT_DISABLED' | 'SESSION_ENDED'
/** No token, a wrong one, or a user who is no more. */
export const unauthorized = (reason?: EndedBecause): GraphQLError =>
  make('UNAUTHORIZED', 'Unauthorized', reason === undefined ? {} : { reason })
/** Known, but not allowed. */
export const forbidden = (message = 'You do not have permission to do this'): GraphQLError =>
  make('FORBIDDEN', message)
/** Signed in without the second factor that is asked for here: it is set up on the page of the account. */
export const lacksSecondFactor = (): GraphQLError =>
  make('FORBIDDEN', 'Set up a second factor on the account page first', { reason: 'SECOND_FACTOR' })
/** Asked to act as an organisation that is not one's own: status 403 beside the code (A5). */
export const foreignOrganization = (): GraphQLError =>
  make('FORBIDDEN', 'You do not have permission to do this', { http: { status: 403 } })
/** Somebody has an account, and is a user of no organisation: they are shown who asked them to be one. */
export const belongsNowhere = (): GraphQLError =>
  make(
    'FORBIDDEN',
    'This account has no access now. If you were invited, ask for the invitation to be sent again',
    { reason: 'NO_ORGANIZATION', http: { status: 403 } },
  )
/** The same for what is not there and for what is another's. */
export const notFound = (): GraphQLError => make('NOT_FOUND', 'Not found')
/** A repeated command was done, and whoever repeats it may not see any more what it changed. */
export const doneUnseen = (): GraphQLError =>
  make('NOT_FOUND', 'This was done before, and is not yours to see any more', { reason: 'DONE' })
/** Input refused; every field that is wrong is named. */
export const badInput = (argErrors: readonly ArgError[]): GraphQLError =>
  make('BAD_USER_INPUT', argErrors[0]?.message ?? 'Invalid input', { argErrors })
/** What is asked contradicts what is stored. */
export const conflict = (reason: string, message: string): GraphQLError =>
  make('CONFLICT', message, { reason })
/**
 * The same, where somebody changed it since the author looked: with the versions, to choose from.
 */
export const changedMeanwhile = (
  reason: string,
  message: string,
  changed: Conflict,
): GraphQLError => make('CONFLICT', message, { reason, conflict: changed })
/** What a refused write across organisations is answered with; anything else stays as it is. */
export const refusedAcross = (thrown: unknown): unknown => {
  if (!(thrown instanceof AcrossRefused)) return thrown
  if (thrown.kind === 'forbidden') return forbidden()
  return thrown.kind === 'not-found' ? notFound() : conflict(thrown.reason, thrown.message)
}
/** Asked too often. */
export const tooMany = (): GraphQLError =>
  make('TOO_MANY', 'Too many requests. Wait a minute and try again.')

/** The answer to a failure that is none of the caller's business. */
export const internalError = (): GraphQLError => make('INTERNAL', 'Internal server error')
/**
 * The same where the database is busy, or who calls cannot be found out at this moment. Status 503,
 * so that it is tried again, and when.
 */
export const unavailable = (): GraphQLError =>
  make('INTERNAL', 'Internal server error', {
    http: { status: 503, headers: { 'retry-after': String(comeBackSeconds) } },
  })
