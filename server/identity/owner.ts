import type { IdentityContext } from './context'
import { IdentityError } from './errors'
import { factorOf, useCode } from './factors'
import { passwordMatches } from './passwords'
import type { Account, Factor } from './tables'

/**
 * A token alone, from an unlocked tablet, must not take the account: the present password is asked
 * for, counted so that it cannot be guessed.
 * @throws IdentityError INVALID_LOGIN_CREDENTIALS; TOO_MANY_ATTEMPTS_TRY_LATER
 */
export const requirePassword = async (
  { attempts, passwordCost }: IdentityContext,
  account: Account,
  currentPassword = '',
): Promise<void> => {
  await attempts.spend('present-password', account.uid)
  if (!(await passwordMatches(currentPassword, account.password_hash, passwordCost)))
    throw new IdentityError('INVALID_LOGIN_CREDENTIALS')
  await attempts.forget('present-password', account.uid)
}

/**
 * The present password, and a code where a second factor is enrolled.
 * @returns the factor that was proved, if there is one
 * @throws IdentityError as requirePassword; INVALID_CODE
 */
export const requireOwner = async (
  context: IdentityContext,
  account: Account,
  proof: {
    readonly currentPassword?: string | undefined
    readonly verificationCode?: string | undefined
  },
): Promise<Factor | undefined> => {
  await requirePassword(context, account, proof.currentPassword)
  const factor = await factorOf(context, account.uid)
  if (factor === undefined) return undefined
  await context.attempts.spend('code', account.uid)
  if (!(await useCode(context, factor, proof.verificationCode ?? '')))
    throw new IdentityError('INVALID_CODE')
  await context.attempts.forget('code', account.uid)
  return factor
}
