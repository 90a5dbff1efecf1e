import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { logAccount } from './account-log'
import type { IdentityContext } from './context'
import { deviceLifetimeMs } from './devices'
import { endDeviceKeysOf, passDeviceKeysOn } from './device-keys'
import { EndedSignInError, IdentityError } from './errors'
import { algorithm } from './keys'
import { hashOf, newSecret } from './secrets'
import { rows, together, type Account, type IdentityTrx } from './tables'
import type { VerifiedToken } from './verify'

/** ID tokens live an hour, as Firebase's do; the SDK refreshes them. */
const idTokenSeconds = 3600
/** Nobody acts as somebody else for longer, milliseconds. */
const actingMs = 3_600_000

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

const isActing = ({ claims }: Pick<SignIn, 'claims'>): boolean => claims.loggedInAs !== undefined

/** Who acts as the user, where somebody does. */
const actorOf = ({ claims }: Pick<SignIn, 'claims'>): string | null =>
  typeof claims.loggedInAs === 'string' ? claims.loggedInAs : null

const signIdToken = async (
  context: IdentityContext,
  account: Account,
  authTime: number,
  sessionId: string,
  signIn: SignIn,
): Promise<string> => {
  const { kid, signing } = await context.keys.signing()
  const issuedAt = Math.floor(context.clock.now() / 1000)
  return new SignJWT({
    ...signIn.claims,
    auth_time: authTime,
    sid: sessionId,
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
  // Its last ID token is over as well by then.
  await trx
    .deleteFrom('identity_session')
    .where('expires_at', '<', now - idTokenSeconds * 1000)
    .execute()
  await trx
    .deleteFrom('identity_device')
    .where('last_sign_in_at', '<', now - deviceLifetimeMs)
    .execute()
  await trx.deleteFrom('identity_challenge').where('expires_at', '<', now).execute()
  await trx.deleteFrom('identity_action_code').where('expires_at', '<', now).execute()
  await trx.deleteFrom('identity_spent_token').where('expires_at', '<', now).execute()
}

const deviceHash = ({ visitor }: IdentityContext): string | null =>
  visitor.deviceKey === null ? null : hashOf(visitor.deviceKey)

type Issued = Pick<Session, 'refreshToken'> & { readonly sessionId: string }

/** The next refresh token of a session. */
const issueToken = async (
  trx: IdentityTrx,
  token: {
    readonly uid: string
    readonly sessionId: string
    readonly number: number
    readonly authTime: number
    readonly signIn: SignIn
    readonly expiresAt: number
  },
): Promise<string> => {
  const refreshToken = newSecret()
  await trx
    .insertInto('identity_refresh_token')
    .values({
      hash: hashOf(refreshToken),
      uid: token.uid,
      auth_time: token.authTime,
      provider: token.signIn.provider,
      factor_id: token.signIn.factorId,
      claims: JSON.stringify(token.signIn.claims),
      expires_at: token.expiresAt,
      session_id: token.sessionId,
      number: token.number,
    })
    .execute()
  return refreshToken
}

/** @throws IdentityError TOKEN_EXPIRED for a session that is not known any more */
const timesOf = async (
  trx: IdentityTrx,
  uid: string,
  sessionId: string | undefined,
): Promise<{ readonly started_at: number; readonly expires_at: number }> => {
  const found = await trx
    .selectFrom('identity_session')
    .select(['started_at', 'expires_at'])
    .where('id', '=', sessionId ?? '')
    .where('uid', '=', uid)
    .executeTakeFirst()
  if (found === undefined) throw new IdentityError('TOKEN_EXPIRED')
  return found
}

/** A new session. @param authTime of the sign-in that goes on as it, epoch seconds; null: a new one */
const openSession = async (
  context: IdentityContext,
  uid: string,
  signIn: SignIn,
  before: string | undefined,
  authTime: number | null,
): Promise<Session> => {
  const now = context.clock.now()
  const sessionId = randomUUID()
  // On its own: it locks rows of other accounts.
  await together(context.database, (trx) => sweep(trx, now))
  const opened = await together(context.database, async (trx) => {
    const found = await trx
      .updateTable('identity_account')
      .set(
        authTime === null
          ? { last_sign_in_at: now }
          : ({ ref }) => ({ last_sign_in_at: ref('last_sign_in_at') }),
      )
      .where('uid', '=', uid)
      .where('is_disabled', '=', false)
      .returningAll()
      .executeTakeFirst()
    if (found === undefined) throw new IdentityError('USER_DISABLED')
    // Sessions ended within this very second are told apart by a sign-in time that lies after them.
    const started = authTime ?? Math.max(Math.floor(now / 1000), found.tokens_valid_after)
    const times =
      authTime === null
        ? {
            started_at: now,
            expires_at:
              now + (isActing(signIn) ? Math.min(actingMs, context.sessionMs) : context.sessionMs),
          }
        : await timesOf(trx, uid, before)
    const expiresAt = times.expires_at
    await trx
      .insertInto('identity_session')
      .values({
        id: sessionId,
        uid,
        device: context.device,
        device_hash: deviceHash(context),
        last_used_at: now,
        ...times,
        ended_because: null,
      })
      .execute()
    if (before !== undefined) await passDeviceKeysOn(trx, before, sessionId)
    const token = { uid, sessionId, number: 0, authTime: started, signIn, expiresAt }
    const refreshToken = await issueToken(trx, token)
    if (authTime === null)
      await logAccount(context, trx, uid, 'accountSignedIn', {
        loggedInAs: actorOf(signIn),
        details: { method: signIn.provider, secondFactor: signIn.factorId !== null },
      })
    return { account: found, authTime: started, refreshToken }
  })
  const { visitor } = context
  if (visitor.deviceKey !== null) visitor.keepKey(visitor.deviceKey)
  return {
    idToken: await signIdToken(context, opened.account, opened.authTime, sessionId, signIn),
    refreshToken: visitor.giveToken(sessionId, opened.refreshToken),
    expiresIn: String(idTokenSeconds),
  }
}

/**
 * Starts a session of an account that has proved itself. @param before the one that goes on as this
 */
export const startSession = (
  context: IdentityContext,
  uid: string,
  signIn: SignIn,
  before?: string,
): Promise<Session> => openSession(context, uid, signIn, before, null)

/**
 * Another session in place of one whose second factor was put on or off: the sign-in stays as old as
 * it was, and ends when it would have. @param factorId the factor whose code was shown in this act
 */
export const continueSession = (
  context: IdentityContext,
  { uid, sessionId, authTime, claims }: VerifiedToken,
  factorId: string | null,
): Promise<Session> =>
  openSession(context, uid, { provider: 'password', factorId, claims }, sessionId, authTime)

/** Tabs of a device that refresh at the same moment show the same token. */
const reuseGraceMs = 60_000
/** Tokens this far behind the newest are deleted; one of them is then unknown. */
const tokensKept = 100

/** What a shown refresh token is worth. */
type Shown =
  | { readonly kind: 'unknown' | 'over' | 'disabled' | 'ended' | 'reused' | 'elsewhere' }
  | ({
      readonly kind: 'good'
      readonly account: Account
      readonly authTime: number
      readonly signIn: SignIn
    } & Issued)

const show = async (
  context: IdentityContext,
  trx: IdentityTrx,
  refreshToken: string,
  stays: boolean,
): Promise<Shown> => {
  const now = context.clock.now()
  const token = await trx
    .selectFrom('identity_refresh_token')
    .selectAll()
    .where('hash', '=', hashOf(refreshToken))
    .executeTakeFirst()
  if (token === undefined) return { kind: 'unknown' }
  // Locked: of two at once, each sees what the other has shown.
  const session = await trx
    .selectFrom('identity_session')
    .selectAll()
    .where('id', '=', token.session_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const account = await trx
    .selectFrom('identity_account')
    .selectAll()
    .where('uid', '=', token.uid)
    .executeTakeFirstOrThrow()
  if (account.is_disabled) return { kind: 'disabled' }
  if (session.ended_because === 'ended') return { kind: 'ended' }
  if (session.ended_because !== null || session.expires_at <= now) return { kind: 'over' }
  const device = deviceHash(context)
  if (session.device_hash !== null && session.device_hash !== device) return { kind: 'elsewhere' }
  // One whose successor never came back is shown again by whom the answer did not reach.
  if (token.number < session.presented && now - session.presented_at > reuseGraceMs) {
    await trx
      .updateTable('identity_session')
      .set({ ended_because: 'reused' })
      .where('id', '=', session.id)
      .execute()
    await endDeviceKeysOf(trx, session.id, now)
    return { kind: 'reused' }
  }
  const isNewer = token.number > session.presented
  const expiresAt = stays && !isActing(token) ? now + context.sessionMs : session.expires_at
  const number = session.issued + 1
  await trx
    .updateTable('identity_session')
    .set({
      issued: number,
      last_used_at: now,
      expires_at: expiresAt,
      device_hash: device,
      ...(isNewer ? { presented: token.number, presented_at: now } : {}),
    })
    .where('id', '=', session.id)
    .execute()
  await trx
    .deleteFrom('identity_refresh_token')
    .where('session_id', '=', session.id)
    .where('number', '<', number - tokensKept)
    .execute()
  const signIn: SignIn = {
    provider: token.provider === 'custom' ? 'custom' : 'password',
    factorId: token.factor_id,
    claims: token.claims,
  }
  const authTime = token.auth_time
  return {
    kind: 'good',
    account,
    authTime,
    signIn,
    sessionId: session.id,
    refreshToken: await issueToken(trx, {
      uid: token.uid,
      sessionId: session.id,
      number,
      authTime,
      signIn,
      expiresAt,
    }),
  }
}

/** Has the browser forget the refresh tokens of sessions that run no more: of tabs that were closed. */
const dropOver = async ({ database, clock, visitor }: IdentityContext): Promise<void> => {
  if (visitor.sessionIds.length < 2) return
  const running = await rows(database)
    .selectFrom('identity_session')
    .select('id')
    .where('id', 'in', visitor.sessionIds)
    .where('ended_because', 'is', null)
    .where('expires_at', '>', clock.now())
    .execute()
  const ids = new Set(running.map(({ id }) => id))
  for (const id of visitor.sessionIds) if (!ids.has(id)) visitor.dropToken(id)
}

/**
 * New tokens for a session that still runs. A refresh token is good until one made from it was
 * shown, and a minute longer; after that two people have it, and the session ends. It is good on
 * the device alone that the session belongs to: the first one that shows its cookie.
 * @param shown the token, or the id of the session whose token the browser has in a cookie
 * @throws IdentityError INVALID_ID_TOKEN for one that is unknown, over or another device's, USER_DISABLED;
 *   EndedSignInError for one that was ended, as Firebase says it: a device tells by it
 *   whether its password may still open what it keeps.
 */
export const refreshSession = async (
  context: IdentityContext,
  shown: string,
): Promise<Session & { readonly uid: string }> => {
  const { visitor } = context
  const refreshToken = visitor.tokenOf(shown)
  await dropOver(context)
  const owner = await rows(context.database)
    .selectFrom('identity_refresh_token')
    .select('uid')
    .where('hash', '=', hashOf(refreshToken))
    .executeTakeFirst()
  if (owner === undefined) throw new IdentityError('INVALID_ID_TOKEN')
  const stays = await context.staysSignedIn(owner.uid)
  const found = await together(context.database, (trx) => show(context, trx, refreshToken, stays))
  if (found.kind !== 'good') visitor.dropToken(shown)
  if (found.kind === 'disabled') throw new IdentityError('USER_DISABLED')
  if (found.kind === 'ended') throw new EndedSignInError()
  if (found.kind !== 'good') throw new IdentityError('INVALID_ID_TOKEN')
  const { account, authTime, sessionId, signIn } = found
  if (visitor.deviceKey !== null) visitor.keepKey(visitor.deviceKey)
  return {
    idToken: await signIdToken(context, account, authTime, sessionId, signIn),
    refreshToken: visitor.giveToken(sessionId, found.refreshToken),
    expiresIn: String(idTokenSeconds),
    uid: account.uid,
  }
}
