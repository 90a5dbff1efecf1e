import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import type { Clock } from '../clock'
import type { Database } from '../db/database'
import type { UserAdministration } from '../graphql/user-administration'
import { createAddressOf } from '../http/address'
import { isThisMachine } from '../this-machine'
import { accountById, changePassword, foldEmail, requireWelcome } from './accounts'
import { createAdministration } from './administration'
import { actionLink, makeActionCode } from './action-codes'
import { createAttempts } from './attempts'
import type { IdentityConfig, IdentityContext } from './context'
import { makeCustomToken } from './custom-tokens'
import { IdentityError } from './errors'
import { addFactor, removeFactor } from './factors'
import { createKeys } from './keys'
import type { Mailer } from '../graphql/mailer'
import { requireGoodPassword } from './password-rule'
import { defaultPasswordCost, hashPassword } from './passwords'
import { identityRoutes } from './routes'
import type { Seal } from './sealed'
import { endSessions } from './session-ends'
import { rows, together } from './tables'
import { createVerifier, type Verify } from './verify'
import { nobody } from './visitor'

export interface IdentityOptions {
  readonly database: Database
  readonly config: IdentityConfig
  readonly clock: Clock
  readonly mailer: Mailer
  /** What the database keeps of keys and second factors is sealed with it. */
  readonly secrets: Seal
  /** Told what went wrong on our side; never holds a token or a password. */
  readonly report?: (thrown: unknown) => void
}

export interface Identity {
  /** What user administration needs, in the transactions of others. */
  readonly administration: UserAdministration
  /** Where links lead: to the portal that asks, if it is ours or this machine's. */
  portalOf(asked: string | null): string
  /** Mount at the origin's root. Other paths answer 404. */
  readonly routes: Hono
  /** Throws IdentityError; every refusal means: sign in again. */
  readonly verify: Verify
  /** Whether an account is there and enabled, and a sign-in of it goes on. */
  isSignedIn(
    uid: string,
    signIn: { readonly sessionId: string | null; readonly authTime: number },
  ): Promise<boolean>
  /**
   * Makes an account. Without a password it first needs a reset link.
   * @throws IdentityError EMAIL_EXISTS or WEAK_PASSWORD
   */
  createAccount(account: {
    readonly email: string
    readonly password?: string
    readonly uid?: string
  }): Promise<string>
  hasAccount(uid: string): Promise<boolean>
  /** @throws IdentityError USER_NOT_FOUND or WEAK_PASSWORD; ends every session */
  setPassword(uid: string, password: string): Promise<void>
  /** Enrols a known secret, for demonstrations. Again: IdentityError SECOND_FACTOR_EXISTS. */
  enrolTotp(factor: { readonly uid: string; readonly secret: string }): Promise<void>
  /** Takes the second factor off, as an admin may; ends every session. */
  unenrolTotp(uid: string): Promise<void>
  /**
   * A link to choose a password: once, for an hour. Do not log it.
   * @param portalUrl the admin's portal; used only if it is ours or this machine's
   */
  passwordResetUrl(uid: string, portalUrl?: string): Promise<string>
  setDisabled(uid: string, isDisabled: boolean): Promise<void>
  deleteAccount(uid: string): Promise<void>
  endSessions(uid: string): Promise<void>
  /** Signs its bearer in as uid, with claims. Valid for `seconds`, 300 by default. */
  customToken(
    uid: string,
    claims?: Readonly<Record<string, unknown>>,
    seconds?: number,
  ): Promise<string>
  /** Signs with a new key from now on; running sessions go on. */
  rotateKeys(): Promise<void>
}

const isOfThisMachine = ({ protocol, hostname }: URL): boolean =>
  /^https?:$/u.test(protocol) && isThisMachine(hostname)

const isOurs = (asked: string, configured: string): boolean => {
  if (!URL.canParse(asked)) return false
  const url = new URL(asked)
  const own = new URL(configured)
  return (
    url.origin === own.origin ||
    // A portal of this machine has any port while it is developed.
    (isOfThisMachine(own) && isOfThisMachine(url))
  )
}

/** @throws IdentityError EMAIL_EXISTS; what a weak password throws */
const createAccount = async (
  { database, clock, passwordCost }: IdentityContext,
  { email, password, uid = randomUUID() }: Parameters<Identity['createAccount']>[0],
): Promise<string> => {
  const address = foldEmail(email)
  if (password !== undefined) requireGoodPassword(password, address)
  const password_hash = password === undefined ? null : await hashPassword(password, passwordCost)
  const now = clock.now()
  const made = await rows(database)
    .insertInto('identity_account')
    .values({
      uid,
      email: address,
      password_hash,
      tokens_valid_after: 0,
      password_changed_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .executeTakeFirst()
  if (made === undefined) throw new IdentityError('EMAIL_EXISTS')
  return uid
}

/** The embedded identity provider: Identity Toolkit for the firebase SDK. */
export const createIdentity = ({
  database,
  config,
  clock,
  mailer,
  secrets,
  report = () => {},
}: IdentityOptions): Identity => {
  const keys = createKeys(database, clock, secrets)
  const context: IdentityContext = {
    database,
    clock,
    keys,
    mailer,
    secrets,
    projectId: config.projectId,
    get portalUrl() {
      return config.portalUrl
    },
    attempts: createAttempts(database),
    verify: createVerifier({
      projectId: config.projectId,
      clock,
      keys: keys.find,
      requireWelcome: (token) => requireWelcome({ database }, token),
    }),
    staysSignedIn: config.staysSignedIn ?? (() => Promise.resolve(false)),
    sessionMs: (config.sessionHours ?? 12) * 60 * 60 * 1000,
    passwordCost: config.passwordCost ?? defaultPasswordCost,
    device: '',
    visitor: nobody,
    report,
  }
  const requireAccount = async (uid: string): Promise<{ uid: string; email: string }> => {
    const account = await accountById(context, uid)
    if (account === undefined) throw new IdentityError('USER_NOT_FOUND')
    return account
  }
  const portalOf = (asked: string | null): string =>
    asked !== null && isOurs(asked, config.portalUrl) ? asked : config.portalUrl
  const resetLink = async (uid: string, portalUrl = config.portalUrl): Promise<string> => {
    const code = await together(database, (trx) =>
      makeActionCode(context, trx, 'PASSWORD_RESET', uid),
    )
    return actionLink(portalOf(portalUrl), 'PASSWORD_RESET', code)
  }

  return {
    administration: createAdministration(context, portalOf),
    portalOf,
    routes: identityRoutes(context, report, createAddressOf(config.trustedProxies)),
    verify: context.verify,
    isSignedIn: (uid, { sessionId, authTime }) =>
      requireWelcome(context, {
        uid,
        authTime,
        ...(sessionId === null ? {} : { sessionId }),
      }).then(
        () => true,
        (thrown: unknown) => {
          if (thrown instanceof IdentityError) return false
          throw thrown
        },
      ),
    createAccount: (account) => createAccount(context, account),
    hasAccount: async (uid) => (await accountById(context, uid)) !== undefined,
    async setPassword(uid, password) {
      await changePassword(context, await requireAccount(uid), password, null, null)
    },
    async enrolTotp({ uid, secret }) {
      await requireAccount(uid)
      await together(database, (trx) => addFactor(context, trx, uid, secret, 'Authenticator app'))
    },
    unenrolTotp: (uid) => together(database, (trx) => removeFactor(context, trx, uid, null)),
    async passwordResetUrl(uid, portalUrl) {
      await requireAccount(uid)
      return resetLink(uid, portalUrl)
    },
    async setDisabled(uid, isDisabled) {
      await together(database, async (trx) => {
        // Sessions first: a trigger ends the devices of whom is disabled.
        if (isDisabled) await endSessions(trx, uid, clock.now(), null)
        await trx
          .updateTable('identity_account')
          .set({ is_disabled: isDisabled })
          .where('uid', '=', uid)
          .execute()
      })
    },
    async deleteAccount(uid) {
      await together(database, (trx) =>
        trx.deleteFrom('identity_account').where('uid', '=', uid).execute(),
      )
    },
    endSessions: (uid) => together(database, (trx) => endSessions(trx, uid, clock.now(), null)),
    customToken: (uid, claims, seconds) => makeCustomToken(context, uid, claims, seconds),
    rotateKeys: () => keys.rotate(),
  }
}
