import { logAccount } from './account-log'
import { accountByEmail } from './accounts'
import type { IdentityContext } from './context'
import { together } from './tables'

/**
 * Writes down that somebody was refused at an account: the first time in a quarter of an hour, and when
 * the account was locked to them. The answer does not wait for it, so that it takes as long for an
 * address that nobody has.
 */
export const logRefusal = (
  context: IdentityContext,
  who: { readonly email: string } | { readonly uid: string },
  action: 'accountSignInLocked' | 'accountSignInRefused',
  step: 'password' | 'code',
): void => {
  const write = async (): Promise<void> => {
    const uid = 'uid' in who ? who.uid : (await accountByEmail(context, who.email))?.uid
    if (uid === undefined) return
    await together(context.database, (trx) =>
      logAccount(context, trx, uid, action, { isTheirs: false, details: { step } }),
    )
  }
  write().catch(context.report)
}
