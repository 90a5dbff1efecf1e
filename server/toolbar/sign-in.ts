import { may } from '../../src/domain/access/may'
import { linkedUser, spend, type ReadIdentity } from '../areas/toolbar-identity'
import { isoNow } from '../clock'
import type { Clock } from '../clock'
import { appendAction } from '../db/action-log'
import type { Database } from '../db/database'
import { findActing } from '../graphql/acting'
import type { UserAdministration } from '../graphql/user-administration'

interface SignInParts {
  readonly database: Database
  readonly clock: Clock
  readonly readIdentity: ReadIdentity
  /** Null: nobody here makes sign-ins. */
  readonly administration: UserAdministration | null
}

/** What a linked identity signs in with. */
export interface LinkedSignIn {
  /** For sign-in by token (P084): once, within five minutes. */
  readonly token: string
  /** Where it was linked. */
  readonly actingOrganizationId: string
}

/**
 * Signs in whose linked identity this is, and uses it up (docs/decisions/0056). Null, and it is not used up, where
 * it is not believed or not linked, where the account asks for a second factor, and where its user may no longer
 * link identities: they are asked for their password as everybody is.
 */
export const signInByIdentity = async (
  { database, clock, readIdentity, administration }: SignInParts,
  encoded: string,
): Promise<LinkedSignIn | null> => {
  if (administration === null) return null
  const signed = await readIdentity(encoded)
  if (signed === null) return null
  const linked = await database.asSystem((trx) => linkedUser(trx, signed))
  if (linked === undefined || linked.hasFactor) return null
  const { userId, organizationId } = linked
  const acting = await findActing(database, userId, organizationId)
  if ('kind' in acting || !may(acting.principal, 'identity.link')) return null
  const isFirst = await database.asSystem(async (trx) => {
    if (!(await administration.accountsOf(trx, [userId])).has(userId)) return false
    if (!(await spend(trx, clock, signed))) return false
    await appendAction(trx, {
      organizationId,
      at: isoNow(clock),
      actorId: userId,
      loggedInAs: null,
      action: 'signInByExternalIdentity',
      entityType: 'user',
      entityId: userId,
      details: {
        type: signed.source,
        externalOrgId: signed.organizationId,
        externalUserId: signed.userId,
      },
    })
    return true
  })
  if (!isFirst) return null
  return {
    token: await administration.signInToken(userId, {}),
    actingOrganizationId: organizationId,
  }
}
