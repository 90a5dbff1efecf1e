import { sql } from 'kysely'
import type { CarePathway, CarePathwayDetail } from '../../../schema/generated/resolvers'
import { may } from '../../../src/domain/access/may'
import { isTakenName } from '../../../src/domain/identity'
import { carePathwaySchema, pathwayNameTaken } from '../../../src/domain/pathway/pathway'
import { plainFields } from '../../db/plain-fields'
import { nextRevision } from '../../db/revision'
import { badInput } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'
import { listIntegrations } from '../ehr-integration'

const listed = 500

const plain = plainFields(carePathwaySchema, 'activePatients', 'totalAdmissions')
const columns = [
  ...plain.from('c'),
  sql<number>`(select count(*)::int from ward_admission a join patient p on p.id = a.patient_id and p.deleted_at is null
    where a.care_pathway_id = c.id and a.discharged_at is null)`.as('activePatients'),
  sql<number>`(select count(*)::int from (select a.id from ward_admission a where a.care_pathway_id = c.id
    union select e.admission_id from admission_event e where e.care_pathway_id = c.id
      and e.type in ('Admission', 'CarePathwayTransfer')) under)`.as('totalAdmissions'),
] as const

const ownPathways = ({ trx, acting }: Scope) =>
  trx.selectFrom('care_pathway as c').where('c.organization_id', '=', acting.organizationId)

/** The care pathways of the acting organisation, by name. */
export const listPathways = (scope: Scope): Promise<CarePathway[]> =>
  ownPathways(scope)
    .select(columns)
    .orderBy(sql`lower(c.name)`)
    .orderBy('c.id')
    .limit(listed)
    .execute()

/** A care pathway with all it says; undefined: the organisation has no such pathway. */
export const findPathway = async (
  scope: Scope,
  id: string,
): Promise<CarePathwayDetail | undefined> => {
  const row = await ownPathways(scope)
    .innerJoin('organization as o', 'o.id', 'c.organization_id')
    .select([
      ...columns,
      'c.revision',
      'c.ews_thresholds',
      'c.escalate_after_minutes',
      'o.id as organization_id',
    ])
    .select(['o.name as organization_name', 'o.time_zone'])
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const types = await scope.trx
    .selectFrom('checkup_type')
    .select(['id', 'name', 'heading', 'description', 'updated_at', 'schedule', 'tiles'])
    .where('care_pathway_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
  const rules = await scope.trx
    .selectFrom('alert_rule')
    .select(['id', 'name', 'description', 'type', 'condition', 'severity'])
    .where('care_pathway_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return {
    ...plain.of(row),
    activePatients: row.activePatients,
    totalAdmissions: row.totalAdmissions,
    revision: Number(row.revision),
    organization: { id: row.organization_id, name: row.organization_name },
    timeZone: row.time_zone,
    escalateAfterMinutes: row.escalate_after_minutes,
    ewsThresholds: row.ews_thresholds,
    checkupTypes: types.map(({ tiles, updated_at: updatedAt, ...type }) => ({
      ...type,
      updatedAt,
      checkupTiles: tiles,
    })),
    alertRules: rules,
    integrations: may(scope.acting.principal, 'ehr-integration.view')
      ? await listIntegrations(scope, { carePathwayId: id, triggerType: null })
      : null,
  }
}

/**
 * Locks a pathway: until the transaction ends nobody else changes it.
 * @returns false where the organisation has no such pathway
 */
export const lockPathway = async (scope: Scope, id: string): Promise<boolean> =>
  (await ownPathways(scope)
    .select('c.id')
    .where('c.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined

/**
 * Behind the counter of the organisation, so that of two at one instant one is refused.
 * @param of the pathway's own id, or null where it is a new one, and the argument that is named
 * @throws BAD_USER_INPUT
 */
export const requireFreeName = async (
  scope: Scope,
  name: string,
  { id, path }: { readonly id: string | null; readonly path: string },
): Promise<void> => {
  await nextRevision(scope.trx, scope.acting.organizationId)
  const known = await ownPathways(scope).select(['c.id', 'c.name']).execute()
  if (isTakenName(name, known, id)) throw badInput([{ path, message: pathwayNameTaken }])
}
