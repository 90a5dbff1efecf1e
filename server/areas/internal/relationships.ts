import { sql } from 'kysely'
import { z } from 'zod'
import type {
  InternalRelationship,
  MutationSetOrganizationRelationshipArgs,
  QueryOrganizationRelationshipsArgs,
} from '../../../schema/generated/internal-resolvers'
import { relationshipPermissions } from '../../../src/domain/referral/referral'
import { AcrossRefused } from '../../db/across/across'
import { setRelationship } from '../../db/across/relationships'
import type { Trx } from '../../db/database'
import { badInput, notFound } from '../../graphql/errors'
import type { InternalScope } from '../../graphql/scope'
import { askerOf, read } from './given'

/** The partners of an organisation by name, or one of them, also where nothing is permitted. */
const partnersOf = async (
  trx: Trx,
  organizationId: string,
  partnerId: string | null = null,
): Promise<InternalRelationship[]> =>
  (
    await sql<InternalRelationship>`
    select o.id, o.name, coalesce(r.permissions, '[]') as "weHavePermissionTo", coalesce(back.permissions, '[]') as "theyHavePermissionTo"
    from organization o
    left join organization_relationship r on r.organization_id = ${organizationId} and r.partner_id = o.id
    left join organization_relationship back on back.organization_id = o.id and back.partner_id = ${organizationId}
    where o.id = ${partnerId} or (${partnerId}::text is null and coalesce(r.partner_id, back.partner_id) is not null)
    order by lower(o.name), o.id`.execute(trx)
  ).rows

const partnerNow = async (
  { trx }: InternalScope,
  {
    organizationId,
    partnerOrganizationId,
  }: Pick<MutationSetOrganizationRelationshipArgs, 'organizationId' | 'partnerOrganizationId'>,
): Promise<InternalRelationship> => {
  const [found] = await partnersOf(trx, organizationId, partnerOrganizationId)
  if (found === undefined) throw notFound()
  return found
}

/** Query fields of schema/internal.graphql about what organisations may do at each other. */
export const internalRelationshipQueries = {
  organizationRelationships: (
    { trx }: InternalScope,
    { organizationId }: QueryOrganizationRelationshipsArgs,
  ): Promise<InternalRelationship[]> => partnersOf(trx, organizationId),
}

/** Mutation fields of it. */
export const internalRelationshipMutations = {
  async setOrganizationRelationship(
    scope: InternalScope,
    args: MutationSetOrganizationRelationshipArgs,
  ): Promise<InternalRelationship> {
    const { organizationId, partnerOrganizationId: partnerId } = args
    const permissions = read(
      z.array(z.enum(relationshipPermissions, 'There is no such permission')),
      [...new Set(args.permissions)],
      'permissions',
    )
    try {
      await setRelationship(scope.trx, askerOf(scope), { organizationId, partnerId, permissions })
    } catch (thrown) {
      if (thrown instanceof AcrossRefused && thrown.reason === 'NO_PARTNER')
        throw badInput([{ path: 'partnerOrganizationId', message: thrown.message }])
      throw thrown
    }
    return partnerNow(scope, args)
  },
}

/** What a repeat of a mutation is answered with. */
export const internalRelationshipRereads = { setOrganizationRelationship: partnerNow }
