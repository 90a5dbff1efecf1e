import { z } from 'zod'
import { accountById, requireRecentSignIn } from '../accounts'
import { actionLink, makeActionCode } from '../action-codes'
import { enrolmentLifetimeMs, findChallenge, openEnrolment } from '../challenges'
import { IdentityError } from '../errors'
import { addFactor, factorOf, removeFactor } from '../factors'
import { secondFactorAddedMail } from '../mails'
import { hashOf } from '../secrets'
import { endSessions } from '../session-ends'
import { startSession } from '../sessions'
import { together } from '../tables'
import { newTotpSecret, totpDigits, totpPeriodSeconds, totpStep } from '../totp'
import { endpoint, text, type Endpoint } from './endpoint'

/** A new authenticator secret, after a recent sign-in. A code must prove it before it counts. */
const start = endpoint(
  z.object({ idToken: text, totpEnrollmentInfo: z.object({}) }),
  async (context, { idToken }) => {
    const token = await context.verify(idToken)
    requireRecentSignIn(context, token)
    if ((await factorOf(context, token.uid)) !== undefined)
      throw new IdentityError('SECOND_FACTOR_EXISTS')
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
    const account = await accountById(context, token.uid)
    if (account === undefined) throw new IdentityError('USER_NOT_FOUND')
    const { secret } = enrolment
    const factorId = await together(context.database, async (trx) => {
      await trx.deleteFrom('identity_challenge').where('hash', '=', hashOf(sessionInfo)).execute()
      const id = await addFactor(
        trx,
        token.uid,
        secret,
        displayName ?? 'Authenticator app',
        now,
        step,
      )
      const kind = 'REVERT_SECOND_FACTOR_ADDITION'
      const revertCode = await makeActionCode(context, trx, kind, token.uid, id)
      const link = actionLink(context.portalUrl, kind, revertCode)
      await context.mailer.send(secondFactorAddedMail(account.email, link), trx)
      await endSessions(trx, token.uid, now, token.sessionId ?? null)
      return id
    })
    return startSession(
      context,
      token.uid,
      { provider: 'password', factorId, claims: token.claims },
      token.sessionId,
    )
  },
)

/** Removes the factor after a recent sign-in. Other sessions end, this one gets new tokens. */
const withdraw = endpoint(
  z.object({ idToken: text, mfaEnrollmentId: z.string().max(128) }),
  async (context, { idToken, mfaEnrollmentId }) => {
    const token = await context.verify(idToken)
    requireRecentSignIn(context, token)
    const factor = await factorOf(context, token.uid)
    if (factor === undefined || factor.id !== mfaEnrollmentId)
      throw new IdentityError('MFA_ENROLLMENT_NOT_FOUND')
    await together(context.database, (trx) =>
      removeFactor(trx, token.uid, context.clock.now(), token.sessionId ?? null),
    )
    return startSession(
      context,
      token.uid,
      { provider: 'password', factorId: null, claims: token.claims },
      token.sessionId,
    )
  },
)

export const secondFactorEndpoints: Readonly<Record<string, Endpoint>> = {
  'v2/accounts/mfaEnrollment:start': start,
  'v2/accounts/mfaEnrollment:finalize': finalize,
  'v2/accounts/mfaEnrollment:withdraw': withdraw,
}
