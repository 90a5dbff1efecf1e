import { randomUUID } from 'node:crypto'
import type { NewIntegration } from '../../../src/domain/ehr-integration/integration'
import type { Trx } from '../database'
import { across, AcrossRefused, requireInternal, type Asker } from './across'

/**
 * Internal staff set up which other system a care pathway sends to.
 * @param seal encrypts the new secret, bound to the integration's id
 * @throws AcrossRefused not-found where the organisation has no such pathway
 */
export const createEhrIntegration = (
  trx: Trx,
  asker: Asker,
  organizationId: string,
  given: NewIntegration,
  seal: (id: string) => string,
): Promise<string> =>
  across(trx, asker, [organizationId], requireInternal, async () => {
    const pathway = await trx
      .selectFrom('care_pathway')
      .select('id')
      .where('id', '=', given.carePathwayId)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()
    if (pathway === undefined) throw new AcrossRefused('not-found')
    const id = randomUUID()
    await trx
      .insertInto('ehr_integration')
      .values({
        id,
        organization_id: organizationId,
        care_pathway_id: pathway.id,
        name: given.name,
        integration_type: given.integrationType,
        trigger_type: given.triggerType,
        address: given.address,
        secret: seal(id),
        created_at: asker.at,
        updated_at: asker.at,
      })
      .execute()
    return {
      action: 'createEhrIntegration',
      entityType: 'ehrIntegration',
      entityId: id,
      details: { carePathwayId: pathway.id, host: new URL(given.address).host },
      value: id,
    }
  })

/**
 * Internal staff end an integration: what waits to be sent by it is skipped.
 * @throws AcrossRefused not-found where the organisation has none of that id
 */
export const deleteEhrIntegration = (
  trx: Trx,
  asker: Asker,
  organizationId: string,
  id: string,
): Promise<void> =>
  across(trx, asker, [organizationId], requireInternal, async () => {
    const ended = await trx
      .updateTable('ehr_integration')
      .set({ deleted_at: asker.at, updated_at: asker.at })
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (ended === undefined) throw new AcrossRefused('not-found')
    await trx
      .updateTable('ehr_integration_event')
      .set({
        status: 'skipped',
        is_retryable: false,
        response: JSON.stringify({ message: 'The integration was ended', innerError: null }),
        updated_at: asker.at,
      })
      .where('ehr_integration_id', '=', id)
      .where('status', 'in', ['pending', 'action_required', 'error'])
      .execute()
    return {
      action: 'deleteEhrIntegration',
      entityType: 'ehrIntegration',
      entityId: id,
      value: undefined,
    }
  })
