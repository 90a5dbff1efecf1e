import { importPKCS8, SignJWT } from 'jose'
import { z } from 'zod'
import type { Clock } from '../clock'
import type { UserAdministration, Welcomed } from '../graphql/user-administration'
import { foldEmail } from './accounts'
import { actionLink } from './action-codes'
import { EndedSignInError, IdentityError } from './errors'
import type { Mailer } from '../graphql/mailer'
import {
  actedAsMail,
  invitationMail,
  passwordResetMail,
  notInvitedMail,
  passwordChangedMail,
  welcomeMail,
} from './mails'
import { requireGoodPassword } from './password-rule'
import type { VerifiedToken } from './verify'

/** The file of a service account, as Google hands it out. */
export const serviceAccountSchema = z.object({
  client_email: z.string().min(1),
  private_key: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
  token_uri: z.url().default('https://oauth2.googleapis.com/token'),
})
type ServiceAccount = z.infer<typeof serviceAccountSchema>

const toolkit = 'https://identitytoolkit.googleapis.com/v1'
const customTokenAudience =
  'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'

const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() })
const failureSchema = z.object({ error: z.object({ message: z.string() }) })
const lookupSchema = z.object({
  users: z
    .array(
      z.object({
        localId: z.string(),
        email: z.string().optional(),
        passwordHash: z.string().optional(),
        lastLoginAt: z.string().optional(),
        disabled: z.boolean().optional(),
        /** Epoch seconds: sign-ins before it were ended. */
        validSince: z.coerce.number().optional(),
      }),
    )
    .default([]),
})
const linkSchema = z.object({ oobLink: z.url() })

/** What Google refused, by its word: `EMAIL_EXISTS`. */
class ToolkitRefused extends Error {
  readonly word: string
  constructor(word: string) {
    super(`The identity provider refused: ${word}`)
    this.name = 'ToolkitRefused'
    this.word = word
  }
}

const unlessGone = (thrown: unknown): void => {
  if (!(thrown instanceof ToolkitRefused && thrown.word === 'USER_NOT_FOUND')) throw thrown
}

interface Caller {
  readonly projectId: string
  readonly account: ServiceAccount
  readonly clock: Clock
  readonly fetch: typeof fetch
}

export interface FirebaseAdministrationOptions extends Caller {
  readonly mailer: Mailer
  /** Where links lead. */
  readonly portalOf: (asked: string | null) => string
}

/** Calls Google as the service account. */
const createCalls = ({ projectId, account, clock, fetch }: Caller) => {
  let known: { readonly token: string; readonly until: number } | null = null
  const sign = async (claims: Record<string, unknown>, audience: string, seconds: number) => {
    const now = Math.floor(clock.now() / 1000)
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(account.client_email)
      .setSubject(account.client_email)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(await importPKCS8(account.private_key, 'RS256'))
  }
  const accessToken = async (): Promise<string> => {
    if (known !== null && clock.now() < known.until) return known.token
    const scope = 'https://www.googleapis.com/auth/identitytoolkit'
    const answer = await fetch(account.token_uri, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: await sign({ scope }, account.token_uri, 3600),
      }),
      signal: AbortSignal.timeout(10_000),
    })
    if (!answer.ok) throw new Error(`The service account was refused: ${answer.status}`)
    const { access_token: token, expires_in: seconds } = tokenSchema.parse(await answer.json())
    known = { token, until: clock.now() + (seconds - 60) * 1000 }
    return token
  }
  return {
    sign,
    /** @throws ToolkitRefused with Google's word; Error where there is none */
    async post(method: string, body: object): Promise<unknown> {
      const answer = await fetch(`${toolkit}/projects/${encodeURIComponent(projectId)}/${method}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await accessToken()}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(10_000),
      })
      const said: unknown = await answer.json().catch(() => null)
      if (answer.ok) return said
      const refused = failureSchema.safeParse(said)
      if (!refused.success) throw new Error(`The identity provider answered ${answer.status}`)
      throw new ToolkitRefused(refused.data.error.message.split(' ')[0] ?? '')
    },
  }
}

type User = z.infer<typeof lookupSchema>['users'][number]
/** What Google says of an account; null: nothing yet. */
type Said = User | 'gone' | null
/** What Google said of an account holds for so long, milliseconds. */
const saidForMs = 60_000
/** No token is older: what was said of it is forgotten. Milliseconds. */
const keptForMs = 3_600_000

/**
 * Whether Google still stands by a sign-in, which the signature of its token does not show. Each
 * account is asked about once a minute at most. Where Google cannot be reached, what it said last
 * stands, and a token that it said nothing of works until it expires, an hour at most.
 */
export const createFirebaseWelcome = (caller: Caller) => {
  const calls = createCalls(caller)
  const said = new Map<string, { readonly atMs: number; readonly user: Promise<Said> }>()
  const ask = async (uid: string, before: Promise<Said>): Promise<Said> => {
    try {
      const { users } = lookupSchema.parse(await calls.post('accounts:lookup', { localId: [uid] }))
      return users[0] ?? 'gone'
    } catch {
      return before
    }
  }
  /** @throws IdentityError USER_NOT_FOUND, USER_DISABLED; EndedSignInError for a revoked sign-in */
  return async ({ uid, authTime }: Pick<VerifiedToken, 'uid' | 'authTime'>): Promise<void> => {
    const now = caller.clock.now()
    const known = said.get(uid)
    const fresh =
      known !== undefined && now - known.atMs < saidForMs
        ? known
        : { atMs: now, user: ask(uid, known?.user ?? Promise.resolve(null)) }
    said.delete(uid)
    said.set(uid, fresh)
    for (const [oldest, { atMs }] of said) {
      if (now - atMs < keptForMs) break
      said.delete(oldest)
    }
    const user = await fresh.user
    if (user === null) return
    if (user === 'gone') throw new IdentityError('USER_NOT_FOUND')
    if (user.disabled === true) throw new IdentityError('USER_DISABLED')
    if (authTime < (user.validSince ?? 0)) throw new EndedSignInError()
  }
}

/**
 * User administration with a Firebase project, by Identity Toolkit's REST calls as a service account
 * (K25). What Google did stays where the transaction is undone: an account that nobody could use yet
 * is taken over by the next attempt.
 */
export const createFirebaseAdministration = (
  options: FirebaseAdministrationOptions,
): UserAdministration => {
  const { clock, mailer, portalOf } = options
  const calls = createCalls(options)
  const lookup = async (by: object) =>
    lookupSchema.parse(await calls.post('accounts:lookup', by)).users
  const find = async (uid: string) => (await lookup({ localId: [uid] }))[0]
  const make = (uid: string, email: string): Promise<unknown> =>
    calls.post('accounts', { localId: uid, email, emailVerified: true })
  const resetLink = async (email: string, portalUrl: string | null): Promise<string> => {
    const { oobLink } = linkSchema.parse(
      await calls.post('accounts:sendOobCode', {
        requestType: 'PASSWORD_RESET',
        email,
        returnOobLink: true,
      }),
    )
    const code = new URL(oobLink).searchParams.get('oobCode')
    if (code === null) throw new Error('The identity provider’s link has no code')
    return actionLink(portalOf(portalUrl), 'PASSWORD_RESET', code)
  }
  /** A link to choose the first password; null: they have one. */
  const firstLink = async ({
    uid,
    portalUrl = null,
  }: Pick<Welcomed, 'uid' | 'portalUrl'>): Promise<string | null> => {
    const account = await find(uid)
    return account?.email === undefined || account.passwordHash !== undefined
      ? null
      : resetLink(account.email, portalUrl)
  }
  /** Sign-ins of before are refused from now on. */
  const validSince = (): string => String(Math.floor(clock.now() / 1000))
  return {
    async accountsOf(_trx, uids) {
      const found: string[] = []
      // A hundred at once is what the call takes.
      for (let from = 0; from < uids.length; from += 100)
        found.push(
          ...(await lookup({ localId: uids.slice(from, from + 100) })).map((one) => one.localId),
        )
      return new Set(found)
    },
    async createAccount(_trx, { uid, email }) {
      const address = foldEmail(email)
      if ((await find(uid)) !== undefined) return true
      try {
        await make(uid, address)
        return true
      } catch (thrown) {
        if (!(thrown instanceof ToolkitRefused && thrown.word === 'EMAIL_EXISTS')) throw thrown
      }
      const [other] = await lookup({ email: [address] })
      if (
        other === undefined ||
        other.passwordHash !== undefined ||
        other.lastLoginAt !== undefined
      )
        return false
      await calls.post('accounts:delete', { localId: other.localId }).catch(unlessGone)
      await make(uid, address)
      return true
    },
    async sendWelcome(trx, user) {
      const link = await firstLink(user)
      await mailer.send(welcomeMail(user, portalOf(user.portalUrl ?? null), link), trx)
    },
    async sendInvitation(trx, user) {
      const link = await firstLink(user)
      await mailer.send(invitationMail(user, portalOf(user.portalUrl ?? null), link), trx)
    },
    sendNotInvited: (trx, user) => mailer.send(notInvitedMail(user), trx),
    async passwordResetUrl(_trx, uid, portalUrl = null) {
      const account = await find(uid)
      return account?.email === undefined ? null : resetLink(account.email, portalUrl)
    },
    async sendPasswordReset(trx, uid, portalUrl = null) {
      const account = await find(uid)
      if (account?.email === undefined) return false
      const link = await resetLink(account.email, portalUrl)
      await mailer.send(passwordResetMail(account.email, link), trx)
      return true
    },
    tellActedAs: (trx, { email }, by) => mailer.send(actedAsMail(email, by), trx),
    async unenrolTotp(_trx, uid) {
      await calls
        .post('accounts:update', { localId: uid, mfa: {}, validSince: validSince() })
        .catch(unlessGone)
    },
    async setPassword(trx, { uid, email, edition }, password, names) {
      let isFirst: boolean
      try {
        requireGoodPassword(password, email, names)
        isFirst = (await find(uid))?.passwordHash === undefined
        await calls.post('accounts:update', {
          localId: uid,
          password,
          validSince: validSince(),
        })
      } catch (thrown) {
        if (thrown instanceof IdentityError || thrown instanceof ToolkitRefused)
          return thrown.message.replace(/^WEAK_PASSWORD( : )?/u, '') || 'Choose another password'
        throw thrown
      }
      if (!isFirst) await mailer.send(passwordChangedMail(email, edition), trx)
      return null
    },
    async deleteAccount(_trx, uid) {
      await calls.post('accounts:delete', { localId: uid }).catch(unlessGone)
    },
    signInToken: (uid, claims, seconds = 300) =>
      calls.sign({ uid, claims }, customTokenAudience, seconds),
  }
}
