import { isoNow } from '../clock'
import { appendAction } from '../db/action-log'
import type { IdentityContext } from './context'
import type { IdentityTrx } from './tables'

/** What happened to an account; server/areas/action-log/words.ts has the sentences. */
export type AccountAction =
  | 'accountFactorOff'
  | 'accountFactorOn'
  | 'accountFactorReverted'
  | 'accountPasswordChanged'
  | 'accountPasswordReset'
  | 'accountResetAsked'
  | 'accountSessionsEnded'
  | 'accountSignedIn'
  | 'accountSignInLocked'
  | 'accountSignInRefused'

export interface AccountEntry {
  /** False: somebody who proved nothing; the user is whom it is about. */
  readonly isTheirs?: boolean
  /** The internal user who acts as them. */
  readonly loggedInAs?: string | null
  readonly details?: Readonly<Record<string, unknown>>
}

/**
 * Writes into the action log of every organisation that the user is a member of, last in the
 * transaction of the act. Organisations come in one order, so that two writers never wait for each
 * other. Of the device it says browser, system and network address; never a secret.
 */
export const logAccount = async (
  { clock, device, visitor }: Pick<IdentityContext, 'clock' | 'device' | 'visitor'>,
  trx: IdentityTrx,
  uid: string,
  action: AccountAction,
  { isTheirs = true, loggedInAs = null, details = {} }: AccountEntry = {},
): Promise<void> => {
  const organizations = await trx
    .selectFrom('user_organization')
    .select('organization_id')
    .where('user_id', '=', uid)
    .where('deleted_at', 'is', null)
    .orderBy('organization_id')
    .execute()
  for (const { organization_id: organizationId } of organizations)
    await appendAction(trx, {
      organizationId,
      at: isoNow(clock),
      actorId: isTheirs ? uid : null,
      loggedInAs,
      action,
      entityType: 'user',
      entityId: uid,
      details: { device, address: visitor.address, ...details },
    })
}
