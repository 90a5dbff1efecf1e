import { setTimeout as elapsed } from 'node:timers/promises'
import { z } from 'zod'
import { accountByEmail, changePassword, foldEmail } from '../accounts'
import { actionLink, makeActionCode, readActionCode, spendActionCode } from '../action-codes'
import { IdentityError } from '../errors'
import { factorInfo, factorOf } from '../factors'
import { passwordResetMail } from '../mails'
import { together } from '../tables'
import { endpoint, text, type Endpoint } from './endpoint'

/**
 * Every request for a mail is answered this long after it came: longer than the work takes, so that
 * its length tells nothing.
 */
const answerAfterMs = 60

/**
 * Mails a reset link. Known and unknown addresses: the same answer at the same time, and nearly the
 * same work (a code is made either way). Nobody waits for the mail: a mail server's slowness would
 * tell, too.
 */
const sendCode = endpoint(
  z.object({ requestType: z.string(), email: z.string().max(320) }),
  async (context, { requestType, email }) => {
    if (requestType !== 'PASSWORD_RESET') throw new IdentityError('INVALID_REQ_TYPE')
    const due = elapsed(answerAfterMs)
    const address = foldEmail(email)
    await context.attempts.spend('reset-mail', address)
    const account = await accountByEmail(context, address)
    const uid = account === undefined || account.is_disabled ? null : account.uid
    const code = await together(context.database, (trx) =>
      makeActionCode(context, trx, 'PASSWORD_RESET', uid),
    )
    const mail = passwordResetMail(address, actionLink(context.portalUrl, 'PASSWORD_RESET', code))
    if (uid !== null) context.afterwards(() => context.mailer.send(mail))
    await due
    return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email }
  },
)

/**
 * Without newPassword: what the code is for, and that it works. With it: the reset itself. Nobody
 * is signed in by it.
 */
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
    await changePassword(context, account, newPassword, (trx) => spendActionCode(trx, oobCode))
    return about
  },
)

export const passwordResetEndpoints: Readonly<Record<string, Endpoint>> = {
  'v1/accounts:sendOobCode': sendCode,
  'v1/accounts:resetPassword': resetPassword,
}
