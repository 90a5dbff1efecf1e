import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type {
  InternalEhrIntegration,
  InternalEhrIntegrationMade,
  InternalEhrIntegrations,
  MutationCreateEhrIntegrationArgs,
  MutationDeleteEhrIntegrationArgs,
  QueryOrganizationEhrIntegrationsArgs,
} from '../../../schema/generated/internal-resolvers'
import { newIntegrationSchema } from '../../../src/domain/ehr-integration/integration'
import { createEhrIntegration, deleteEhrIntegration } from '../../db/across/ehr-integrations'
import type { Trx } from '../../db/database'
import { badInput, notFound } from '../../graphql/errors'
import type { Kept } from '../../graphql/idempotency'
import type { InternalScope } from '../../graphql/scope'
import { askerOf, read } from './given'

const listed = (trx: Trx, organizationId: string) =>
  trx
    .selectFrom('ehr_integration as i')
    .innerJoin('care_pathway as c', 'c.id', 'i.care_pathway_id')
    .select([
      'i.id',
      'i.name',
      'i.integration_type',
      'i.trigger_type',
      'i.address',
      'i.created_at',
      'c.id as pathway_id',
      'c.name as pathway_name',
      sql<number>`(select count(*)::int from ehr_integration_event e where e.ehr_integration_id = i.id
        and e.status in ('pending', 'submitted', 'action_required', 'error'))`.as('open_events'),
    ])
    .where('i.organization_id', '=', organizationId)
    .where('i.deleted_at', 'is', null)
    .orderBy(sql`lower(i.name)`)
    .orderBy('i.id')
type Row = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

const shown = (row: Row): InternalEhrIntegration => ({
  id: row.id,
  name: row.name,
  carePathway: { id: row.pathway_id, name: row.pathway_name },
  integrationType: row.integration_type,
  triggerType: row.trigger_type,
  address: row.address,
  createdAt: row.created_at,
  openEvents: row.open_events,
})

const made = async (
  { trx }: InternalScope,
  organizationId: string,
  id: string | null,
  secret: string | null,
): Promise<InternalEhrIntegrationMade> => {
  const row =
    id === null
      ? undefined
      : await listed(trx, organizationId).where('i.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound()
  return { id: row.id, integration: shown(row), secret }
}

/** Query fields of schema/internal.graphql about integrations. */
export const internalEhrQueries = {
  async organizationEhrIntegrations(
    { trx }: InternalScope,
    { organizationId }: QueryOrganizationEhrIntegrationsArgs,
  ): Promise<InternalEhrIntegrations> {
    const carePathways = await trx
      .selectFrom('care_pathway')
      .select(['id', 'name'])
      .where('organization_id', '=', organizationId)
      .orderBy(sql`lower(name)`)
      .orderBy('id')
      .execute()
    return { carePathways, integrations: (await listed(trx, organizationId).execute()).map(shown) }
  },
}

/**
 * Mutation fields of schema/internal.graphql about integrations.
 * @param seal encrypts the secret of an integration for what sends (server/ehr), which alone opens it
 */
export const createInternalEhrMutations = (
  seal: (id: string, secret: string) => string,
  addressFault: (address: string) => string | null,
) => ({
  async createEhrIntegration(
    scope: InternalScope,
    { organizationId, integration }: MutationCreateEhrIntegrationArgs,
  ): Promise<InternalEhrIntegrationMade> {
    const given = read(newIntegrationSchema, integration, 'integration')
    const fault = addressFault(given.address)
    if (fault !== null) throw badInput([{ path: 'integration.address', message: fault }])
    const secret = randomBytes(32).toString('base64url')
    const id = await createEhrIntegration(
      scope.trx,
      askerOf(scope),
      organizationId,
      given,
      (integrationId) => seal(integrationId, secret),
    )
    return made(scope, organizationId, id, secret)
  },

  async deleteEhrIntegration(
    scope: InternalScope,
    { organizationId, ehrIntegrationId }: MutationDeleteEhrIntegrationArgs,
  ): Promise<boolean> {
    await deleteEhrIntegration(scope.trx, askerOf(scope), organizationId, ehrIntegrationId)
    return true
  },
})

/** What a repeat of a mutation is answered with: never a secret. */
export const internalEhrRereads = {
  createEhrIntegration: (
    scope: InternalScope,
    { organizationId }: MutationCreateEhrIntegrationArgs,
    { id }: Kept,
  ) => made(scope, organizationId, id, null),
  deleteEhrIntegration: (): Promise<boolean> => Promise.resolve(true),
}
