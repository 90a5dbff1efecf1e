import { may } from '../../src/domain/access/may'
import type { Action } from '../../src/domain/access/may'
import type { Clock } from '../clock'
import type { Database } from '../db/database'
import { findActing } from './acting'
import { mayStillAct } from './acting-as'
import { notFound } from './errors'
import { findSharing } from './sharing'
import type { Scope } from './scope'

/** So long an address opens what it stands for, milliseconds. */
const addressMs = 5 * 60_000

/** How somebody was signed in when they asked for an address. */
export interface AskedSignIn {
  /** Null: the identity provider has no sessions that this server knows. */
  readonly sessionId: string | null
  /** Epoch seconds of the sign-in. */
  readonly authTime: number
}

/** What an address stands for: one thing, and for whom it was made. */
export interface Opening {
  readonly id: string
  readonly userId: string
  readonly organizationId: string
  readonly signIn: AskedSignIn
  /** `userId` is a share link. */
  readonly byLink?: boolean | undefined
  /** The internal user behind this one, and when they signed in; null: nobody. */
  readonly actedBy: { readonly userId: string; readonly signedInMs: number } | null
}

/** Signs what an address stands for, until an instant (epoch ms). */
export type SignAddress = (opening: Opening, untilMs: number) => string

/** What is opened by an address, with what a reader's rights are asked of. */
export interface OpeningParts {
  readonly database: Database
  readonly clock: Clock
  /** Whether that sign-in goes on: an address ends with it. */
  readonly isSignedIn: (userId: string, signIn: AskedSignIn) => Promise<boolean>
}

/** Who reads by an address. */
export type AddressReader = Pick<Scope, 'trx' | 'acting' | 'clock' | 'loggedInAs'>

/** An address of a thing that the user of a scope may open now, and when it ends. */
export const addressFor = (
  { acting, token, loggedInAs, clock }: Scope,
  sign: SignAddress,
  id: string,
): { readonly address: string; readonly expiresAt: string } => {
  const untilMs = clock.now() + addressMs
  const opening: Opening = {
    id,
    userId: acting.userId,
    byLink: acting.link !== undefined,
    organizationId: acting.organizationId,
    signIn: { sessionId: token.sessionId ?? null, authTime: token.authTime },
    actedBy: loggedInAs === null ? null : { userId: loggedInAs, signedInMs: token.authTime * 1000 },
  }
  return { address: sign(opening, untilMs), expiresAt: new Date(untilMs).toISOString() }
}

/**
 * Reads for whom an address was made, with the rights that they have now.
 * @throws NOT_FOUND where they may not any more, or have signed out
 */
export async function readFor<Read>(
  { database, clock, isSignedIn }: OpeningParts,
  { userId, organizationId, signIn, actedBy, byLink = false }: Opening,
  action: Action,
  read: (reader: AddressReader) => Promise<Read>,
): Promise<Read> {
  const acting = byLink
    ? await findSharing(database, { id: userId }, clock.now())
    : await findActing(database, userId, organizationId)
  if (acting === null || 'kind' in acting || !may(acting.principal, action)) throw notFound()
  // A link is no sign-in: that it works was asked just now.
  if (!byLink && !(await isSignedIn(userId, signIn))) throw notFound()
  if (
    actedBy !== null &&
    !(await mayStillAct(database.kysely, actedBy.userId, actedBy.signedInMs, clock.now()))
  )
    throw notFound()
  return database.asOrganization(organizationId, (trx) =>
    read({ trx, acting, clock, loggedInAs: actedBy?.userId ?? null }),
  )
}
