import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  externalIdentitySchema,
  type ExternalIdentity,
} from '../../../src/domain/toolbar-identity/external-identity'
import type { ToolbarIdentity } from '../../../src/domain/toolbar-identity/toolbar-identity'
import { isoNow, type Clock } from '../../clock'
import type { Trx } from '../../db/database'
import { hasNoAccount } from '../../db/gone-user'
import { plainFields } from '../../db/plain-fields'
import type { Scope } from '../../graphql/scope'
import { clockToleranceSeconds, type SignedIdentity } from './signed'

const fields = plainFields(externalIdentitySchema)

const own = ({ trx, acting }: Scope) =>
  trx
    .selectFrom('external_identity as e')
    .select(fields.from('e'))
    .where('e.user_id', '=', acting.userId)
    .where('e.organization_id', '=', acting.organizationId)

/** The caller's, linked in the acting organisation. */
export const identitiesOf = (scope: Scope): Promise<ExternalIdentity[]> =>
  own(scope).orderBy('e.linked_at').orderBy('e.id').execute()

/** That of the caller's, if it is linked in the acting organisation. */
export const findOwn = (
  scope: Scope,
  { source, organizationId, userId }: ToolbarIdentity,
): Promise<ExternalIdentity | undefined> =>
  own(scope)
    .where('e.type', '=', source)
    .where('e.external_org_id', '=', organizationId)
    .where('e.external_user_id', '=', userId)
    .executeTakeFirst()

/** Links it to the caller. Undefined: it is linked already, to whomever. */
export const insertIdentity = async (
  { trx, acting, clock }: Scope,
  { source, organizationId, userId }: ToolbarIdentity,
): Promise<ExternalIdentity | undefined> => {
  const linked: ExternalIdentity = {
    id: randomUUID(),
    type: source,
    externalOrgId: organizationId,
    externalUserId: userId,
    linkedAt: isoNow(clock),
  }
  const row = await trx
    .insertInto('external_identity')
    .values({
      id: linked.id,
      user_id: acting.userId,
      organization_id: acting.organizationId,
      type: source,
      external_org_id: organizationId,
      external_user_id: userId,
      linked_at: linked.linkedAt,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row === undefined ? undefined : linked
}

/** Takes one of the caller's away. @returns what it was; undefined: there is no such */
export const deleteIdentity = async (
  scope: Scope,
  id: string,
): Promise<ExternalIdentity | undefined> => {
  const found = await own(scope).where('e.id', '=', id).executeTakeFirst()
  if (found === undefined) return undefined
  const gone = await scope.trx
    .deleteFrom('external_identity')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return gone === undefined ? undefined : found
}

const hashOf = (nonce: string): string => createHash('sha256').update(nonce).digest('base64url')

/** Whether it was used. With the server's rights. */
export const isSpent = async (trx: Trx, { nonce }: SignedIdentity): Promise<boolean> =>
  (await trx
    .selectFrom('spent_external_identity')
    .select('hash')
    .where('hash', '=', hashOf(nonce))
    .executeTakeFirst()) !== undefined

/**
 * Uses an identity up, and forgets those that are over: of two at once one wins. With the server's rights.
 * @returns false where it was used before
 */
export const spend = async (
  trx: Trx,
  clock: Clock,
  { nonce, expiresAt }: SignedIdentity,
): Promise<boolean> => {
  await trx.deleteFrom('spent_external_identity').where('expires_at', '<', isoNow(clock)).execute()
  const spent = await trx
    .insertInto('spent_external_identity')
    .values({
      hash: hashOf(nonce),
      expires_at: new Date((expiresAt + clockToleranceSeconds) * 1000).toISOString(),
    })
    .onConflict((on) => on.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return spent !== undefined
}

/** Whether an account that is not the caller's linked it, in whatever organisation. With the server's rights. */
export const isLinkedToOther = async (
  trx: Trx,
  { source, organizationId, userId }: ToolbarIdentity,
  callerId: string,
): Promise<boolean> =>
  (await trx
    .selectFrom('external_identity')
    .select('id')
    .where('type', '=', source)
    .where('external_org_id', '=', organizationId)
    .where('external_user_id', '=', userId)
    .where('user_id', '<>', callerId)
    .executeTakeFirst()) !== undefined

/**
 * Whose it is, and where it was linked. With the server's rights. Undefined: nobody's, or of an account that was
 * ended or disabled.
 */
export const linkedUser = async (
  trx: Trx,
  { source, organizationId, userId }: ToolbarIdentity,
): Promise<
  | {
      readonly userId: string
      readonly organizationId: string
      readonly hasFactor: boolean
      readonly firstName: string | null
      readonly lastName: string | null
      readonly email: string
    }
  | undefined
> =>
  trx
    .selectFrom('external_identity as e')
    .innerJoin('user_account as u', 'u.id', 'e.user_id')
    .select([
      'e.user_id as userId',
      'e.organization_id as organizationId',
      'u.enrolled_in_totp_mfa as hasFactor',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.email',
    ])
    .where('e.type', '=', source)
    .where('e.external_org_id', '=', organizationId)
    .where('e.external_user_id', '=', userId)
    .where(({ not }) => not(hasNoAccount(sql.ref('u.id'))))
    .executeTakeFirst()
