import { sql } from 'kysely'
import type { RelationshipPermission } from '../../../src/domain/referral/referral'
import type { Trx } from '../database'
import { across, AcrossRefused, requireInternal, type Asker } from './across'
import { cancelledIn, logBesides, writeDecision } from './referrals'

/**
 * Internal staff say what an organisation may do at another. Where it may no longer refer patients,
 * what is pending that way is cancelled.
 * @throws AcrossRefused not-found; conflict NO_PARTNER where one of the two cannot be one
 */
export const setRelationship = async (
  trx: Trx,
  asker: Asker,
  {
    organizationId,
    partnerId,
    permissions,
  }: {
    readonly organizationId: string
    readonly partnerId: string
    readonly permissions: readonly RelationshipPermission[]
  },
): Promise<void> => {
  const both = [organizationId, partnerId]
  const cancelled = await across(trx, asker, both, requireInternal, async () => {
    const { types } = await trx
      .selectFrom('organization')
      .select(sql<string[]>`jsonb_agg(type)`.as('types'))
      .where('id', 'in', both)
      .executeTakeFirstOrThrow()
    if (organizationId === partnerId || types.includes('internal'))
      throw new AcrossRefused('conflict', 'NO_PARTNER', 'These organisations cannot be partners')
    const kept = { permissions: JSON.stringify(permissions), updated_at: asker.at }
    await (permissions.length === 0
      ? trx
          .deleteFrom('organization_relationship')
          .where('organization_id', '=', organizationId)
          .where('partner_id', '=', partnerId)
          .execute()
      : trx
          .insertInto('organization_relationship')
          .values({ organization_id: organizationId, partner_id: partnerId, ...kept })
          .onConflict((on) => on.columns(['organization_id', 'partner_id']).doUpdateSet(kept))
          .execute())
    const pending = permissions.includes('ReferPatient')
      ? []
      : await trx
          .selectFrom('referral')
          .select(['id', 'patient_id'])
          .where('organization_id', '=', organizationId)
          .where('destination_id', '=', partnerId)
          .where('status', '=', 'Pending')
          .orderBy('id')
          .forUpdate()
          .execute()
    for (const { id } of pending) await writeDecision(trx, asker, id, 'Cancelled', null)
    return {
      action: 'setOrganizationRelationship',
      entityType: 'organizationRelationship',
      entityId: partnerId,
      details: { organizationId, partnerId, permissions },
      value: pending,
    }
  })
  await logBesides(
    trx,
    asker,
    cancelled.flatMap(({ id, patient_id: patientId }) =>
      cancelledIn(both, asker, { id, patientId }),
    ),
  )
}
