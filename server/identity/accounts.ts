import type { IdentityContext } from './context'
import { EndedSignInError, IdentityError } from './errors'
import { hashPassword, requireGoodPassword } from './passwords'
import { endSessions } from './sessions'
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
 * Refuses tokens of accounts that are gone or disabled, and of sessions that were ended. One row by
 * its key: asked every time.
 * @throws IdentityError USER_NOT_FOUND or USER_DISABLED; EndedSignInError
 */
export const requireWelcome = async (
  context: Pick<IdentityContext, 'database'>,
  token: VerifiedToken,
): Promise<void> => {
  const account = await accountById(context, token.uid)
  if (account === undefined) throw new IdentityError('USER_NOT_FOUND')
  if (account.is_disabled) throw new IdentityError('USER_DISABLED')
  if (token.authTime < account.tokens_valid_after) throw new EndedSignInError()
}

/** Sign-ins older than this must be repeated before anything about the account's safety changes. */
const recentSignInMs = 5 * 60 * 1000

/** @throws IdentityError CREDENTIAL_TOO_OLD_LOGIN_AGAIN */
export const requireRecentSignIn = (context: IdentityContext, token: VerifiedToken): void => {
  if (context.clock.now() - token.authTime * 1000 > recentSignInMs)
    throw new IdentityError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
}

/**
 * Gives an account a new password and ends every session. Mailed reset codes die with the old one.
 * A second factor stays.
 * @param also runs in the same transaction, first: what it throws leaves everything as it was
 * @throws IdentityError WEAK_PASSWORD
 */
export const changePassword = async (
  context: IdentityContext,
  account: Pick<Account, 'uid' | 'email'>,
  password: string,
  also: (trx: IdentityTrx) => Promise<void> = async () => {},
): Promise<void> => {
  requireGoodPassword(password, account.email)
  const password_hash = await hashPassword(password, context.passwordCost)
  const now = context.clock.now()
  await together(context.database, async (trx) => {
    await also(trx)
    await trx
      .updateTable('identity_account')
      .set({ password_hash, password_changed_at: now })
      .where('uid', '=', account.uid)
      .execute()
    await trx
      .deleteFrom('identity_action_code')
      .where('uid', '=', account.uid)
      .where('kind', '=', 'PASSWORD_RESET')
      .execute()
    await endSessions(trx, account.uid, now)
  })
  // Someone locked out by a stranger's tries gets in again by the mailed link. Tries of one-time
  // codes stay counted.
  await context.attempts.forget('password', account.email)
}
