import type { Database } from '../db/database'
import { logAccount, type AccountAction } from './account-log'
import type { IdentityContext } from './context'
import { editionOf } from './edition'
import { EndedSignInError, IdentityError } from './errors'
import { passwordChangedMail } from './mails'
import { requireGoodPassword } from './password-rule'
import { hashPassword } from './passwords'
import { endSessions } from './session-ends'
import { rows, together, type Account, type IdentityTrx } from './tables'
import type { VerifiedToken } from './verify'

/** Addresses are compared without case and without space around them. */
export const foldEmail = (email: string): string => email.trim().toLowerCase()

export const accountByEmail = (
  context: IdentityContext,
  email: string,
): Promise<Account | undefined> =>
  rows(context.database)
    .selectFrom('identity_account')
    .selectAll()
    .where('email', '=', foldEmail(email))
    .executeTakeFirst()

export const accountById = (
  context: Pick<IdentityContext, 'database'>,
  uid: string,
): Promise<Account | undefined> =>
  rows(context.database)
    .selectFrom('identity_account')
    .selectAll()
    .where('uid', '=', uid)
    .executeTakeFirst()

/**
 * Refuses tokens of removed or disabled accounts and of sessions that are over. Asked every time.
 * @throws IdentityError USER_NOT_FOUND, USER_DISABLED, or TOKEN_EXPIRED after the user's own
 *   sign-out; EndedSignInError where somebody ended the session
 */
export const requireWelcome = async (
  context: Pick<IdentityContext, 'database'>,
  token: Pick<VerifiedToken, 'uid' | 'sessionId' | 'authTime'>,
): Promise<void> => {
  const account = await rows(context.database)
    .selectFrom('identity_account as a')
    .leftJoin('identity_session as s', (on) =>
      on.onRef('s.uid', '=', 'a.uid').on('s.id', '=', token.sessionId ?? ''),
    )
    .select(['a.is_disabled', 'a.tokens_valid_after', 's.id as session', 's.ended_because'])
    .where('a.uid', '=', token.uid)
    .executeTakeFirst()
  if (account === undefined) throw new IdentityError('USER_NOT_FOUND')
  if (account.is_disabled) throw new IdentityError('USER_DISABLED')
  // A session says itself whether it ended: one that goes on after others did keeps its sign-in time.
  const isEnded =
    account.session === null
      ? token.authTime < account.tokens_valid_after
      : account.ended_because === 'ended'
  if (isEnded) throw new EndedSignInError()
  const isUnknown = token.sessionId !== undefined && account.session === null
  if (isUnknown || account.ended_because !== null) throw new IdentityError('TOKEN_EXPIRED')
}

/** Sign-ins older than this must be repeated before anything about the account's safety changes. */
const recentSignInMs = 5 * 60 * 1000

/**
 * @throws IdentityError CREDENTIAL_TOO_OLD_LOGIN_AGAIN, also to who acts as the user: their account's
 *   safety is their own
 */
export const requireRecentSignIn = (context: IdentityContext, token: VerifiedToken): void => {
  if (
    token.claims.loggedInAs !== undefined ||
    context.clock.now() - token.authTime * 1000 > recentSignInMs
  )
    throw new IdentityError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
}

/** The names of a user and of the organisations that they belong to. */
const namesAbout = async (database: Database, uid: string): Promise<readonly string[]> => {
  const user = await database.kysely
    .selectFrom('user_account')
    .select(['first_name', 'last_name'])
    .where('id', '=', uid)
    .executeTakeFirst()
  const organizations = await database.kysely
    .selectFrom('user_organization as m')
    .innerJoin('organization as o', 'o.id', 'm.organization_id')
    .select('o.name')
    .where('m.user_id', '=', uid)
    .execute()
  return [user?.first_name, user?.last_name, ...organizations.map(({ name }) => name)].filter(
    (name) => typeof name === 'string',
  )
}

/**
 * Sets a new password, ends every session and reset code, and mails the owner. A second factor
 * stays.
 * @param kept the session that goes on by a new one (endSessions)
 * @param logged what the user did; null: it was not the user
 * @param also runs in the same transaction, with the account locked; what it throws undoes all
 * @throws IdentityError WEAK_PASSWORD
 */
export const changePassword = async (
  context: IdentityContext,
  account: Pick<Account, 'uid' | 'email'>,
  password: string,
  kept: string | null,
  logged: AccountAction | null,
  also: (trx: IdentityTrx) => Promise<void> = async () => {},
): Promise<void> => {
  requireGoodPassword(password, account.email, await namesAbout(context.database, account.uid))
  const password_hash = await hashPassword(password, context.passwordCost)
  const now = context.clock.now()
  await together(context.database, async (trx) => {
    await trx
      .updateTable('identity_account')
      .set({ password_hash, password_changed_at: now })
      .where('uid', '=', account.uid)
      .execute()
    await also(trx)
    await trx
      .deleteFrom('identity_action_code')
      .where('uid', '=', account.uid)
      .where('kind', '=', 'PASSWORD_RESET')
      .execute()
    await endSessions(trx, account.uid, now, kept)
    const edition = await editionOf(trx, account.uid)
    await context.mailer.send(passwordChangedMail(account.email, edition), trx)
    if (logged !== null) await logAccount(context, trx, account.uid, logged)
  })
  // A user locked out by a stranger gets in by the mailed link. One-time codes stay counted.
  await context.attempts.forgetAccount('password', account.email)
}
