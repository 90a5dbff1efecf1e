import { z } from 'zod'
import { logAccount } from '../account-log'
import { accountById, changePassword, requireRecentSignIn } from '../accounts'
import { readActionCode, spendActionCode } from '../action-codes'
import type { IdentityContext } from '../context'
import { IdentityError } from '../errors'
import { factorInfo, factorOf, removeFactor } from '../factors'
import { requireOwner } from '../owner'
import { startSession } from '../sessions'
import { together } from '../tables'
import { endpoint, text, type Endpoint } from './endpoint'

/** What the SDK shows of its user. */
const lookup = endpoint(z.object({ idToken: text }), async (context, { idToken }) => {
  const { uid } = await context.verify(idToken)
  const [account, factor] = await Promise.all([accountById(context, uid), factorOf(context, uid)])
  if (account === undefined) throw new IdentityError('USER_NOT_FOUND')
  return {
    kind: 'identitytoolkit#GetAccountInfoResponse',
    users: [
      {
        localId: uid,
        email: account.email,
        emailVerified: true,
        disabled: false,
        providerUserInfo: [
          {
            providerId: 'password',
            federatedId: account.email,
            email: account.email,
            rawId: account.email,
          },
        ],
        validSince: String(account.tokens_valid_after),
        passwordUpdatedAt: account.password_changed_at,
        createdAt: String(account.created_at),
        lastLoginAt: String(account.last_sign_in_at ?? account.created_at),
        ...(factor === undefined ? {} : { mfaInfo: [factorInfo(factor)] }),
      },
    ],
  }
})

/** Applies a mailed code: only the removal of a second factor. Resets use resetPassword. */
const applyCode = async (context: IdentityContext, code: string): Promise<object> => {
  const { kind, factorId, account } = await readActionCode(context, code)
  if (kind !== 'REVERT_SECOND_FACTOR_ADDITION') throw new IdentityError('INVALID_OOB_CODE')
  await together(context.database, async (trx) => {
    await spendActionCode(trx, code)
    const factor = await trx
      .selectFrom('identity_factor')
      .select('id')
      .where('uid', '=', account.uid)
      .executeTakeFirst()
    // The factor of the mail is gone already, perhaps followed by another: nothing to take off.
    if (factor === undefined || factor.id !== factorId) throw new IdentityError('INVALID_OOB_CODE')
    await removeFactor(context, trx, account.uid, null)
    await logAccount(context, trx, account.uid, 'accountFactorReverted')
  })
  return { localId: account.uid, email: account.email }
}

/** A new password after a recent sign-in. Other sessions end, this one gets new tokens. */
const replacePassword = async (
  context: IdentityContext,
  idToken: string,
  password: string,
  proof: Proof,
): Promise<object> => {
  const token = await context.verify(idToken)
  requireRecentSignIn(context, token)
  const account = await accountById(context, token.uid)
  if (account === undefined) throw new IdentityError('USER_NOT_FOUND')
  const factor = await requireOwner(context, account, proof)
  await changePassword(
    context,
    account,
    password,
    token.sessionId ?? null,
    'accountPasswordChanged',
  )
  return {
    localId: account.uid,
    email: account.email,
    ...(await startSession(
      context,
      token.uid,
      { provider: 'password', factorId: factor?.id ?? null, claims: {} },
      token.sessionId,
    )),
  }
}

const updateSchema = z.object({
  oobCode: text.optional(),
  idToken: text.optional(),
  password: z.string().max(4096).optional(),
  currentPassword: z.string().max(4096).optional(),
  verificationCode: z.string().max(64).optional(),
})
type Proof = Pick<z.infer<typeof updateSchema>, 'currentPassword' | 'verificationCode'>

/** Only codes and passwords. Names and addresses belong to user management. */
const update = endpoint(updateSchema, async (context, { oobCode, idToken, password, ...proof }) => {
  if (oobCode !== undefined) return applyCode(context, oobCode)
  if (idToken !== undefined && password !== undefined)
    return replacePassword(context, idToken, password, proof)
  throw new IdentityError('OPERATION_NOT_ALLOWED')
})

export const accountEndpoints: Readonly<Record<string, Endpoint>> = {
  'v1/accounts:lookup': lookup,
  'v1/accounts:update': update,
}
