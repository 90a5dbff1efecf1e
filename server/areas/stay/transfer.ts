import type { TransferTargets } from '../../../schema/generated/resolvers'
import { sql } from 'kysely'
import { transferErrors } from '../../../src/domain/stay/transfer'
import { nextRevision } from '../../db/revision'
import { badInput } from '../../graphql/errors'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { requirePatient, wardIsOwn } from '../../graphql/visibility'
import { instantOf, isOwnPathway } from '../admission'
import { lockWard } from '../ward'
import { lockAdmission, noteAdmissionEvent } from './admission'

const listed = 500

/** Where a patient can be moved to. The caller has made sure that the user may open the record. */
export async function readTargets({ trx, acting }: Scope): Promise<TransferTargets> {
  const wards = await trx
    .selectFrom('ward as w')
    .select(['w.id', 'w.name', wardIsOwn(acting, sql.ref('w.id')).as('own')])
    .where('w.organization_id', '=', acting.organizationId)
    .where('w.deleted_at', 'is', null)
    .orderBy(sql`lower(w.name)`)
    .orderBy('w.id')
    .limit(listed)
    .execute()
  const carePathways = await trx
    .selectFrom('care_pathway as c')
    .select(['c.id', 'c.name'])
    .where('c.organization_id', '=', acting.organizationId)
    .orderBy(sql`lower(c.name)`)
    .orderBy('c.id')
    .limit(listed)
    .execute()
  return {
    wards: wards.map(({ id, name, own }) => ({ id, name, seesPatients: own })),
    carePathways,
  }
}

/** What is moved, and how it is told. */
interface Move {
  readonly action: 'transferPatientToWard' | 'transferPatientToCarePathway'
  readonly column: 'ward_id' | 'care_pathway_id'
  readonly argument: 'wardId' | 'carePathwayId'
  /** Where the log keeps what it was before. */
  readonly before: 'fromWardId' | 'fromCarePathwayId'
  readonly event: 'WardTransfer' | 'CarePathwayTransfer'
  readonly same: string
}
const moves = {
  ward: {
    action: 'transferPatientToWard',
    column: 'ward_id',
    argument: 'wardId',
    before: 'fromWardId',
    event: 'WardTransfer',
    same: transferErrors.sameWard,
  },
  pathway: {
    action: 'transferPatientToCarePathway',
    column: 'care_pathway_id',
    argument: 'carePathwayId',
    before: 'fromCarePathwayId',
    event: 'CarePathwayTransfer',
    same: transferErrors.samePathway,
  },
} as const satisfies Record<string, Move>

const move = async (
  scope: Scope,
  { action, column, argument, before, event, same }: Move,
  patientId: string,
  target: string,
): Promise<void> => {
  const { trx, acting } = scope
  const admission = await lockAdmission(scope, patientId)
  if (admission[column] === target) throw badInput([{ path: argument, message: same }])
  const revision = await nextRevision(trx, acting.organizationId)
  const at = new Date(await instantOf(scope)).toISOString()
  await trx
    .updateTable('ward_admission')
    .set(
      column === 'ward_id'
        ? { ward_id: target, revision }
        : { care_pathway_id: target, pathway_since: at, revision },
    )
    .where('id', '=', admission.id)
    .execute()
  await noteAdmissionEvent(scope, { ...admission, [column]: target }, { type: event, at, revision })
  await logged(scope, {
    action,
    entityType: 'wardAdmission',
    entityId: admission.id,
    patientId,
    details: { command: scope.idempotencyKey, [before]: admission[column], [argument]: target },
  })
}

/** Moves a patient to another ward. @throws NOT_FOUND, BAD_USER_INPUT, CONFLICT (NOT_ADMITTED) */
export async function transferToWard(
  scope: Scope,
  patientId: string,
  wardId: string,
): Promise<void> {
  await requirePatient(scope, patientId)
  // The ward first, as whoever deletes it: nobody is moved to one that is gone.
  if (!(await lockWard(scope, wardId)))
    throw badInput([{ path: 'wardId', message: 'There is no such ward' }])
  await move(scope, moves.ward, patientId, wardId)
}

/**
 * Moves a patient to another care pathway. @throws NOT_FOUND, BAD_USER_INPUT, CONFLICT
 * (NOT_ADMITTED)
 */
export async function transferToCarePathway(
  scope: Scope,
  patientId: string,
  carePathwayId: string,
): Promise<void> {
  await requirePatient(scope, patientId)
  if (!(await isOwnPathway(scope, carePathwayId)))
    throw badInput([{ path: 'carePathwayId', message: 'There is no such care pathway' }])
  await move(scope, moves.pathway, patientId, carePathwayId)
}
