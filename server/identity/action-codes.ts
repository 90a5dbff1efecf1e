import type { IdentityContext } from './context'
import { IdentityError } from './errors'
import { portalPage } from './portal-page'
import { hashOf, newSecret } from './secrets'
import { rows, type Account, type ActionCodeKind, type IdentityTrx } from './tables'

/**
 * A reset link works for an hour (security.md C5), a link that removes a second factor three days.
 */
const codeLifetimeMs: Readonly<Record<ActionCodeKind, number>> = {
  PASSWORD_RESET: 60 * 60 * 1000,
  REVERT_SECOND_FACTOR_ADDITION: 3 * 24 * 60 * 60 * 1000,
}
const modes: Readonly<Record<ActionCodeKind, string>> = {
  PASSWORD_RESET: 'resetPassword',
  REVERT_SECOND_FACTOR_ADDITION: 'revertSecondFactorAddition',
}

/** The portal's page for a code. */
export const actionLink = (portalUrl: string, kind: ActionCodeKind, code: string): string => {
  const url = portalPage(portalUrl, 'account-action')
  url.searchParams.set('mode', modes[kind])
  url.searchParams.set('oobCode', code)
  return url.toString()
}

/** Makes a code. Without an account it does the same work, for a code that nobody gets to see. */
export const makeActionCode = async (
  context: IdentityContext,
  trx: IdentityTrx,
  kind: ActionCodeKind,
  uid: string | null,
  factorId: string | null = null,
): Promise<string> => {
  const code = newSecret()
  await trx
    .insertInto('identity_action_code')
    .values({
      hash: hashOf(code),
      uid,
      kind,
      factor_id: factorId,
      expires_at: context.clock.now() + codeLifetimeMs[kind],
    })
    .execute()
  return code
}

export interface ActionCode {
  readonly kind: ActionCodeKind
  readonly factorId: string | null
  readonly account: Account
}

/**
 * What a code is for; it stays usable.
 * @throws IdentityError INVALID_OOB_CODE (unknown or used) or EXPIRED_OOB_CODE
 */
export const readActionCode = async (
  context: IdentityContext,
  code: string,
): Promise<ActionCode> => {
  const found = await rows(context.database)
    .selectFrom('identity_action_code as c')
    .innerJoin('identity_account as a', 'a.uid', 'c.uid')
    .selectAll('a')
    .select(['c.kind', 'c.factor_id', 'c.expires_at'])
    .where('c.hash', '=', hashOf(code))
    .executeTakeFirst()
  if (found === undefined) throw new IdentityError('INVALID_OOB_CODE')
  if (found.expires_at <= context.clock.now()) throw new IdentityError('EXPIRED_OOB_CODE')
  const { kind, factor_id, expires_at: _expiresAt, ...account } = found
  return { kind, factorId: factor_id, account }
}

/**
 * Uses a code up, in the transaction of its effect: of two at once one wins.
 * @throws IdentityError INVALID_OOB_CODE
 */
export const spendActionCode = async (trx: IdentityTrx, code: string): Promise<void> => {
  const spent = await trx
    .deleteFrom('identity_action_code')
    .where('hash', '=', hashOf(code))
    .returning('hash')
    .executeTakeFirst()
  if (spent === undefined) throw new IdentityError('INVALID_OOB_CODE')
}
