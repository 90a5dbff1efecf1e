import { SignJWT } from 'jose'
import type { IdentityContext } from './context'
import { EndedSignInError, IdentityError } from './errors'
import { algorithm } from './keys'
import { hashOf, newSecret } from './secrets'
import { rows, together, type Account, type IdentityTrx } from './tables'

/** ID tokens live an hour, as Firebase's do; the SDK refreshes them. */
const idTokenSeconds = 3600

export type Provider = 'password' | 'custom'

export interface SignIn {
  readonly provider: Provider
  readonly factorId: string | null
  /** Added by a custom token. */
  readonly claims: Readonly<Record<string, unknown>>
}

export interface Session {
  readonly idToken: string
  readonly refreshToken: string
  readonly expiresIn: string
}

const signIdToken = async (
  context: IdentityContext,
  account: Account,
  authTime: number,
  signIn: SignIn,
): Promise<string> => {
  const { kid, signing } = await context.keys.signing()
  const issuedAt = Math.floor(context.clock.now() / 1000)
  return new SignJWT({
    ...signIn.claims,
    auth_time: authTime,
    user_id: account.uid,
    email: account.email,
    email_verified: true,
    firebase: {
      identities: { email: [account.email] },
      sign_in_provider: signIn.provider,
      ...(signIn.factorId === null
        ? {}
        : { sign_in_second_factor: 'totp', second_factor_identifier: signIn.factorId }),
    },
  })
    .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
    .setIssuer(`https://securetoken.google.com/${context.projectId}`)
    .setAudience(context.projectId)
    .setSubject(account.uid)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + idTokenSeconds)
    .sign(signing)
}

/** Rows whose time is over; swept on the way, as nothing reads them. */
const sweep = async (trx: IdentityTrx, now: number): Promise<void> => {
  await trx.deleteFrom('identity_refresh_token').where('expires_at', '<', now).execute()
  await trx.deleteFrom('identity_challenge').where('expires_at', '<', now).execute()
  await trx.deleteFrom('identity_action_code').where('expires_at', '<', now).execute()
}

/** Starts a session of an account that has proved itself. */
export const startSession = async (
  context: IdentityContext,
  uid: string,
  signIn: SignIn,
): Promise<Session> => {
  const now = context.clock.now()
  const refreshToken = newSecret()
  const { account, authTime } = await together(context.database, async (trx) => {
    await sweep(trx, now)
    const found = await trx
      .updateTable('identity_account')
      .set({ last_sign_in_at: now })
      .where('uid', '=', uid)
      .where('is_disabled', '=', false)
      .returningAll()
      .executeTakeFirst()
    if (found === undefined) throw new IdentityError('USER_DISABLED')
    // Sessions ended within this very second are told apart by a sign-in time that lies after them.
    const started = Math.max(Math.floor(now / 1000), found.tokens_valid_after)
    await trx
      .insertInto('identity_refresh_token')
      .values({
        hash: hashOf(refreshToken),
        uid,
        auth_time: started,
        provider: signIn.provider,
        factor_id: signIn.factorId,
        claims: JSON.stringify(signIn.claims),
        expires_at: now + context.sessionMs,
      })
      .execute()
    return { account: found, authTime: started }
  })
  return {
    idToken: await signIdToken(context, account, authTime, signIn),
    refreshToken,
    expiresIn: String(idTokenSeconds),
  }
}

/**
 * A new ID token for a session that still runs. The refresh token stays the same: two tabs may
 * share it.
 * @throws IdentityError INVALID_ID_TOKEN for one that is unknown or over, USER_DISABLED;
 *   EndedSignInError for one that was ended, as Firebase says it: a device tells by it
 *   whether its password may still open what it keeps.
 */
export const refreshSession = async (
  context: IdentityContext,
  refreshToken: string,
): Promise<Session & { readonly uid: string }> => {
  const found = await rows(context.database)
    .selectFrom('identity_refresh_token as t')
    .innerJoin('identity_account as a', 'a.uid', 't.uid')
    .selectAll('a')
    .select(['t.auth_time', 't.provider', 't.factor_id', 't.claims', 't.expires_at'])
    .where('t.hash', '=', hashOf(refreshToken))
    .executeTakeFirst()
  if (found === undefined) throw new IdentityError('INVALID_ID_TOKEN')
  if (found.is_disabled) throw new IdentityError('USER_DISABLED')
  if (found.auth_time < found.tokens_valid_after) throw new EndedSignInError()
  if (found.expires_at <= context.clock.now()) throw new IdentityError('INVALID_ID_TOKEN')
  if (await context.staysSignedIn(found.uid)) {
    await rows(context.database)
      .updateTable('identity_refresh_token')
      .set({ expires_at: context.clock.now() + context.sessionMs })
      .where('hash', '=', hashOf(refreshToken))
      .execute()
  }
  const signIn: SignIn = {
    provider: found.provider === 'custom' ? 'custom' : 'password',
    factorId: found.factor_id,
    claims: found.claims,
  }
  return {
    idToken: await signIdToken(context, found, found.auth_time, signIn),
    refreshToken,
    expiresIn: String(idTokenSeconds),
    uid: found.uid,
  }
}

/**
 * Ends every session of an account at once: ID tokens already out are refused too. Half-done
 * sign-ins and enrolments go with them. Refresh tokens stay, refused, until their time is over: one
 * that was ended is told apart from one that nobody knows.
 */
export const endSessions = async (trx: IdentityTrx, uid: string, nowMs: number): Promise<void> => {
  await trx
    .updateTable('identity_account')
    .set({ tokens_valid_after: Math.floor(nowMs / 1000) + 1 })
    .where('uid', '=', uid)
    .execute()
  await trx.deleteFrom('identity_challenge').where('uid', '=', uid).execute()
}
