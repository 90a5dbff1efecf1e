import { setTimeout as elapsed } from 'node:timers/promises'
import { z } from 'zod'
import { logAccount } from '../account-log'
import { accountByEmail, changePassword, foldEmail } from '../accounts'
import { actionLink, makeActionCode, readActionCode, spendActionCode } from '../action-codes'
import { originOf } from '../devices'
import { IdentityError } from '../errors'
import { factorInfo, factorOf } from '../factors'
import { passwordResetMail } from '../mails'
import { together } from '../tables'
import { endpoint, text, type Endpoint } from './endpoint'

/** Answers take this long: longer than the work, so that the duration reveals nothing. */
const answerAfterMs = 60

/**
 * Mails a reset link. Known and unknown addresses get the same answer, in the same time, with the
 * same work: there a mail to nobody is queued.
 */
const sendCode = endpoint(
  z.object({ requestType: z.string(), email: z.string().max(320) }),
  async (context, { requestType, email }) => {
    if (requestType !== 'PASSWORD_RESET') throw new IdentityError('INVALID_REQ_TYPE')
    const due = elapsed(answerAfterMs)
    const address = foldEmail(email)
    await context.attempts.enter('reset-mail', address, await originOf(context, address))
    const account = await accountByEmail(context, address)
    const uid = account === undefined || account.is_disabled ? null : account.uid
    await together(context.database, async (trx) => {
      const code = await makeActionCode(context, trx, 'PASSWORD_RESET', uid)
      const mail = passwordResetMail(address, actionLink(context.portalUrl, 'PASSWORD_RESET', code))
      await context.mailer.send(uid === null ? { ...mail, to: null } : mail, trx)
      if (uid !== null)
        await logAccount(context, trx, uid, 'accountResetAsked', { isTheirs: false })
    })
    await due
    return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email }
  },
)

/** Without newPassword: what the code is for. With it: the reset, without a sign-in. */
const resetPassword = endpoint(
  z.object({ oobCode: text, newPassword: z.string().max(4096).optional() }),
  async (context, { oobCode, newPassword }) => {
    const { kind, account } = await readActionCode(context, oobCode)
    const about = {
      kind: 'identitytoolkit#ResetPasswordResponse',
      email: account.email,
      requestType: kind,
    }
    if (newPassword === undefined) {
      const factor =
        kind === 'REVERT_SECOND_FACTOR_ADDITION' ? await factorOf(context, account.uid) : undefined
      return factor === undefined ? about : { ...about, mfaInfo: factorInfo(factor) }
    }
    if (kind !== 'PASSWORD_RESET') throw new IdentityError('INVALID_OOB_CODE')
    await changePassword(context, account, newPassword, null, 'accountPasswordReset', (trx) =>
      spendActionCode(trx, oobCode),
    )
    return about
  },
)

export const passwordResetEndpoints: Readonly<Record<string, Endpoint>> = {
  'v1/accounts:sendOobCode': sendCode,
  'v1/accounts:resetPassword': resetPassword,
}
