import { z } from 'zod'
import { logAccount } from '../account-log'
import { accountById, requireRecentSignIn } from '../accounts'
import { actionLink, makeActionCode } from '../action-codes'
import {
  enrolmentLifetimeMs,
  findChallenge,
  keepProof,
  openEnrolment,
  spendProof,
} from '../challenges'
import type { IdentityContext } from '../context'
import { IdentityError } from '../errors'
import { addFactor, factorOf, removeFactor } from '../factors'
import { secondFactorAddedMail } from '../mails'
import { requireOwner, requirePassword } from '../owner'
import { hashOf } from '../secrets'
import { endSessions } from '../session-ends'
import { continueSession } from '../sessions'
import { together, type Account } from '../tables'
import { newTotpSecret, totpDigits, totpPeriodSeconds, totpStep } from '../totp'
import { endpoint, text, type Endpoint } from './endpoint'

const accountOf = async (context: IdentityContext, uid: string): Promise<Account> => {
  const account = await accountById(context, uid)
  if (account === undefined) throw new IdentityError('USER_NOT_FOUND')
  return account
}

/**
 * The present password, shown before a second factor is put on. Not Google's: the SDK's own request
 * to start cannot carry it. It counts for this session, once, for five minutes.
 */
const prove = endpoint(
  z.object({ idToken: text, currentPassword: z.string().max(4096) }),
  async (context, { idToken, currentPassword }) => {
    const token = await context.verify(idToken)
    requireRecentSignIn(context, token)
    await requirePassword(context, await accountOf(context, token.uid), currentPassword)
    if (token.sessionId !== undefined) await keepProof(context, token.uid, token.sessionId)
    return {}
  },
)

/**
 * A new authenticator secret, after a recent sign-in and the present password. A code must prove it
 * before it counts.
 */
const start = endpoint(
  z.object({ idToken: text, totpEnrollmentInfo: z.object({}) }),
  async (context, { idToken }) => {
    const token = await context.verify(idToken)
    requireRecentSignIn(context, token)
    if ((await factorOf(context, token.uid)) !== undefined)
      throw new IdentityError('SECOND_FACTOR_EXISTS')
    if (token.sessionId === undefined || !(await spendProof(context, token.sessionId)))
      throw new IdentityError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    const secret = newTotpSecret()
    return {
      totpSessionInfo: {
        sharedSecretKey: secret,
        verificationCodeLength: totpDigits,
        hashingAlgorithm: 'SHA1',
        periodSec: totpPeriodSeconds,
        sessionInfo: await openEnrolment(context, token.uid, secret),
        finalizeEnrollmentTime: new Date(context.clock.now() + enrolmentLifetimeMs).toISOString(),
      },
    }
  },
)

const finalizeSchema = z.object({
  idToken: text,
  displayName: z.string().max(100).nullish(),
  totpVerificationInfo: z.object({ sessionInfo: text, verificationCode: z.string().max(64) }),
})

/**
 * The first code proves the secret: the factor counts, also for this session. Other sessions end,
 * which have not proved it. A mail tells the user and has a link that removes it.
 */
const finalize = endpoint(
  finalizeSchema,
  async (
    context,
    { idToken, displayName, totpVerificationInfo: { sessionInfo, verificationCode } },
  ) => {
    const token = await context.verify(idToken)
    requireRecentSignIn(context, token)
    const enrolment = await findChallenge(context, 'enrolment', sessionInfo)
    if (enrolment === null || enrolment.secret === null || enrolment.uid !== token.uid)
      throw new IdentityError('SESSION_EXPIRED')
    await context.attempts.spend('challenge', sessionInfo)
    const now = context.clock.now()
    const step = totpStep(enrolment.secret, verificationCode, now)
    if (step === null) throw new IdentityError('INVALID_CODE')
    const account = await accountOf(context, token.uid)
    const { secret } = enrolment
    const factorId = await together(context.database, async (trx) => {
      await trx.deleteFrom('identity_challenge').where('hash', '=', hashOf(sessionInfo)).execute()
      const id = await addFactor(
        context,
        trx,
        token.uid,
        secret,
        displayName ?? 'Authenticator app',
        step,
      )
      const kind = 'REVERT_SECOND_FACTOR_ADDITION'
      const revertCode = await makeActionCode(context, trx, kind, token.uid, id)
      const link = actionLink(context.portalUrl, kind, revertCode)
      await context.mailer.send(secondFactorAddedMail(account.email, link), trx)
      await endSessions(trx, token.uid, now, token.sessionId ?? null)
      await logAccount(context, trx, token.uid, 'accountFactorOn')
      return id
    })
    return continueSession(context, token, factorId)
  },
)

const withdrawSchema = z.object({
  idToken: text,
  mfaEnrollmentId: z.string().max(128),
  currentPassword: z.string().max(4096).optional(),
  verificationCode: z.string().max(64).optional(),
})

/**
 * Removes the factor after a recent sign-in, with the present password and a code of the factor. A
 * mail tells the user. Other sessions end, this one gets new tokens.
 */
const withdraw = endpoint(
  withdrawSchema,
  async (context, { idToken, mfaEnrollmentId, ...proof }) => {
    const token = await context.verify(idToken)
    requireRecentSignIn(context, token)
    const factor = await factorOf(context, token.uid)
    if (factor === undefined || factor.id !== mfaEnrollmentId)
      throw new IdentityError('MFA_ENROLLMENT_NOT_FOUND')
    await requireOwner(context, await accountOf(context, token.uid), proof)
    await together(context.database, async (trx) => {
      await removeFactor(context, trx, token.uid, token.sessionId ?? null)
      await logAccount(context, trx, token.uid, 'accountFactorOff')
    })
    return continueSession(context, token, null)
  },
)

export const secondFactorEndpoints: Readonly<Record<string, Endpoint>> = {
  'lamplight/password:prove': prove,
  'v2/accounts/mfaEnrollment:start': start,
  'v2/accounts/mfaEnrollment:finalize': finalize,
  'v2/accounts/mfaEnrollment:withdraw': withdraw,
}
