import type { NamedReference, Organization } from '../../../schema/generated/resolvers'
import { isSystemRole, roleDescription, systemRoles } from '../../../src/domain/access/roles'
import { organizationSchema } from '../../../src/domain/organization/organization'
import { plainFields } from '../../db/plain-fields'
import type { Scope } from '../../graphql/scope'

/** Care homes beside a practice, by name; empty for every other type of organisation (P180). */
async function neighborsOf(scope: Scope): Promise<NamedReference[]> {
  if (scope.acting.organizationType !== 'practice') return []
  return scope.trx
    .selectFrom('organization_neighbour as n')
    .innerJoin('organization as o', 'o.id', 'n.neighbour_id')
    .select(['o.id', 'o.name'])
    .where('n.organization_id', '=', scope.acting.organizationId)
    .orderBy('o.name')
    .orderBy('o.id')
    .execute()
}

const plain = plainFields(
  organizationSchema,
  'acceptedTerms',
  'features',
  'roles',
  'defaultCarePathway',
  'neighbors',
)
/** The acting organisation, read now: a term accepted in this transaction shows. */
export async function readOrganization(scope: Scope): Promise<Organization> {
  const { trx, acting } = scope
  const row = await trx
    .selectFrom('organization as o')
    .leftJoin('care_pathway as c', 'c.id', 'o.default_care_pathway_id')
    .leftJoin('accepted_terms as t', 't.organization_id', 'o.id')
    .select([
      ...plain.from('o'),
      'o.features',
      'c.id as pathway_id',
      'c.name as pathway_name',
      'c.ews_thresholds',
      't.accepted_at',
    ])
    .where('o.id', '=', acting.organizationId)
    .executeTakeFirstOrThrow()
  const custom = await trx
    .selectFrom('role')
    .select(['name', 'description'])
    .where('organization_id', '=', acting.organizationId)
    .orderBy('name')
    .execute()
  return {
    ...plain.of(row),
    acceptedTerms: row.accepted_at !== null,
    features: Object.fromEntries(Object.entries(row.features).filter(([, on]) => on)),
    roles: [
      ...systemRoles.map((name) => ({
        name,
        description: roleDescription(name, row.edition),
        isSystemRole: isSystemRole(name),
      })),
      ...custom.map((role) => ({ ...role, isSystemRole: false })),
    ],
    defaultCarePathway:
      row.pathway_id === null || row.pathway_name === null
        ? null
        : { id: row.pathway_id, name: row.pathway_name, ewsThresholds: row.ews_thresholds },
    neighbors: await neighborsOf(scope),
  }
}
