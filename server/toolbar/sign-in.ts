import { may } from '../../src/domain/access/may'
import { pressedClaim } from '../../src/domain/toolbar-identity/toolbar-identity'
import { isSpent, linkedUser, spend, type ReadIdentity } from '../areas/toolbar-identity'
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

/** Whose account it is, for the question that comes before a sign-in. */
export interface LinkedAccount {
  /** Theirs; the address where they have none. */
  readonly name: string
  readonly email: string
}

/**
 * Whom an identity may sign in (docs/decisions/0056), and changes nothing. Null where it is not believed, used up or
 * not linked, where the account is gone or asks for a second factor, and where its user may no longer link identities:
 * they are asked for their password as everybody is.
 */
const believed = async (
  { database, readIdentity, administration }: SignInParts,
  encoded: string,
) => {
  if (administration === null) return null
  const signed = await readIdentity(encoded)
  if (signed === null) return null
  const linked = await database.asSystem(async (trx) => {
    const found = await linkedUser(trx, signed)
    if (found === undefined || found.hasFactor || (await isSpent(trx, signed))) return null
    return (await administration.accountsOf(trx, [found.userId])).has(found.userId) ? found : null
  })
  if (linked === null) return null
  const acting = await findActing(database, linked.userId, linked.organizationId)
  if ('kind' in acting || !may(acting.principal, 'identity.link')) return null
  return { administration, signed, linked }
}

/** Whose account it signs in, and does not use it up: a page that a link opened asks first. Null as `signInByIdentity`. */
export const accountOfIdentity = async (
  parts: SignInParts,
  encoded: string,
): Promise<LinkedAccount | null> => {
  const found = await believed(parts, encoded)
  if (found === null) return null
  const { firstName, lastName, email } = found.linked
  const name = [firstName, lastName].filter((part) => part !== null && part !== '').join(' ')
  return { name: name === '' ? email : name, email }
}

/** Signs in whose linked identity this is, and uses it up. Null, and it is not used up, where nobody may be. */
export const signInByIdentity = async (
  parts: SignInParts,
  encoded: string,
): Promise<LinkedSignIn | null> => {
  const found = await believed(parts, encoded)
  if (found === null) return null
  const { database, clock } = parts
  const {
    administration,
    signed,
    linked: { userId, organizationId },
  } = found
  const isFirst = await database.asSystem(async (trx) => {
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
    token: await administration.signInToken(userId, { [pressedClaim]: 'yes' }),
    actingOrganizationId: organizationId,
  }
}
