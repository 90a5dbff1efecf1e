import { z } from 'zod'
import { accountByEmail, accountById, foldEmail } from '../accounts'
import { findChallenge, openChallenge } from '../challenges'
import { spendCustomToken } from '../custom-tokens'
import type { IdentityContext } from '../context'
import { originOf, rememberDevice, turnOf } from '../devices'
import { IdentityError, TriesSpentError } from '../errors'
import { factorInfo, factorOf, useCode } from '../factors'
import type { Turn } from '../hash-queue'
import { logRefusal } from '../refusals'
import { hashPassword, isOutdated, passwordMatches } from '../passwords'
import { hashOf } from '../secrets'
import { startSession } from '../sessions'
import { rows, type Account } from '../tables'
import { endpoint, text, type Endpoint } from './endpoint'

/** Accounts are made by an organisation's admin, never from outside. */
const signUp: Endpoint = async () => {
  throw new IdentityError('ADMIN_ONLY_OPERATION')
}

/** False for what went wrong with us. */
const isTheirs = (thrown: unknown): boolean =>
  thrown instanceof IdentityError && thrown.code !== 'SERVER_BUSY'

/** The account of the address, if the password is its. Unknown addresses cost the same work. */
const matchingAccount = async (
  context: IdentityContext,
  address: string,
  password: string,
  turn: Turn,
): Promise<Account | undefined> => {
  const account = await accountByEmail(context, address)
  const hash = account?.password_hash ?? null
  return (await passwordMatches(password, hash, context.passwordCost, turn)) ? account : undefined
}

/**
 * Email and password. Unknown addresses cost the same tries and work and get the same answer. With
 * a second factor the answer is a challenge.
 */
const signInWithPassword = endpoint(
  z.object({ email: z.string().max(320), password: z.string().max(4096) }),
  async (context, { email, password }) => {
    const address = foldEmail(email)
    const origin = await originOf(context, address)
    const entry = await context.attempts
      .enter('password', address, origin)
      .catch((thrown: unknown) => {
        if (thrown instanceof TriesSpentError && thrown.isFirst)
          logRefusal(context, { email: address }, 'accountSignInLocked', 'password')
        throw thrown
      })
    const account = await matchingAccount(context, address, password, turnOf(origin)).catch(
      async (thrown: unknown) => {
        if (!isTheirs(thrown)) await entry.takeBack()
        throw thrown
      },
    )
    if (account === undefined) {
      if (entry.tries === 1)
        logRefusal(context, { email: address }, 'accountSignInRefused', 'password')
      throw new IdentityError('INVALID_LOGIN_CREDENTIALS')
    }
    if (account.is_disabled) throw new IdentityError('USER_DISABLED')
    await entry.succeed()
    if (account.password_hash !== null && isOutdated(account.password_hash, context.passwordCost)) {
      await rows(context.database)
        .updateTable('identity_account')
        .set({ password_hash: await hashPassword(password, context.passwordCost) })
        .where('uid', '=', account.uid)
        .where('password_hash', '=', account.password_hash)
        .execute()
    }
    const { uid } = account
    const factor = await factorOf(context, uid)
    const common = {
      kind: 'identitytoolkit#VerifyPasswordResponse',
      localId: uid,
      email: account.email,
      displayName: '',
      registered: true,
    }
    if (factor !== undefined)
      return {
        ...common,
        mfaPendingCredential: await openChallenge(context, uid),
        mfaInfo: [factorInfo(factor)],
      }
    await rememberDevice(context, uid)
    return {
      ...common,
      ...(await startSession(context, uid, { provider: 'password', factorId: null, claims: {} })),
    }
  },
)

const finalizeSchema = z.object({
  mfaPendingCredential: text,
  mfaEnrollmentId: z.string().max(128),
  totpVerificationInfo: z.object({ verificationCode: z.string().max(64) }),
})

/**
 * The one-time step: five tries of a challenge, each code once, five minutes. Tries at the account
 * are counted by who makes them: whoever has the password does not keep its owner out.
 */
const finalizeSecondStep = endpoint(
  finalizeSchema,
  async (context, { mfaPendingCredential, mfaEnrollmentId, totpVerificationInfo }) => {
    const challenge = await findChallenge(context, 'sign-in', mfaPendingCredential)
    if (challenge === null) throw new IdentityError('TOTP_CHALLENGE_TIMEOUT')
    await context.attempts.spend('challenge', mfaPendingCredential)
    const account = await accountById(context, challenge.uid)
    if (account === undefined) throw new IdentityError('TOTP_CHALLENGE_TIMEOUT')
    const origin = await originOf(context, account.email)
    const entry = await context.attempts
      .enter('second-step', account.email, origin)
      .catch((thrown: unknown) => {
        if (thrown instanceof TriesSpentError && thrown.isFirst)
          logRefusal(context, challenge, 'accountSignInLocked', 'code')
        throw thrown
      })
    const factor = await factorOf(context, challenge.uid)
    if (factor === undefined || factor.id !== mfaEnrollmentId)
      throw new IdentityError('MFA_ENROLLMENT_NOT_FOUND')
    if (!(await useCode(context, factor, totpVerificationInfo.verificationCode))) {
      if (entry.tries === 1) logRefusal(context, challenge, 'accountSignInRefused', 'code')
      throw new IdentityError('INVALID_CODE')
    }
    const answered = await rows(context.database)
      .deleteFrom('identity_challenge')
      .where('hash', '=', hashOf(mfaPendingCredential))
      .returning('hash')
      .executeTakeFirst()
    if (answered === undefined) throw new IdentityError('TOTP_CHALLENGE_TIMEOUT')
    await entry.succeed()
    await rememberDevice(context, challenge.uid)
    return startSession(context, challenge.uid, {
      provider: 'password',
      factorId: factor.id,
      claims: {},
    })
  },
)

/** Signs in by a token of our own making: a linked identity, or one user acting as another. */
const signInWithCustomToken = endpoint(z.object({ token: text }), async (context, { token }) => {
  const { uid, claims, madeAt } = await spendCustomToken(context, token)
  const account = await accountById(context, uid)
  if (account === undefined) throw new IdentityError('USER_NOT_FOUND')
  // Their sign-ins were all ended in a later second: this one too.
  if (madeAt < account.tokens_valid_after - 1) throw new IdentityError('INVALID_CUSTOM_TOKEN')
  return {
    kind: 'identitytoolkit#VerifyCustomTokenResponse',
    isNewUser: false,
    ...(await startSession(context, uid, { provider: 'custom', factorId: null, claims })),
  }
})

export const signInEndpoints: Readonly<Record<string, Endpoint>> = {
  'v1/accounts:signUp': signUp,
  'v1/accounts:signInWithPassword': signInWithPassword,
  'v1/accounts:signInWithCustomToken': signInWithCustomToken,
  'v2/accounts/mfaSignIn:finalize': finalizeSecondStep,
}
