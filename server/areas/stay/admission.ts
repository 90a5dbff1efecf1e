import { randomUUID } from 'node:crypto'
import { conflict } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'
import { takeCounters } from '../admission'

/** The active admission of the acting organisation, locked as `lockAdmission` says. */
export const lockActive = (scope: Scope, patientId: string) =>
  scope.trx
    .selectFrom('ward_admission')
    .selectAll()
    .where('patient_id', '=', patientId)
    .where('organization_id', '=', scope.acting.organizationId)
    .where('discharged_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The admission of a patient to a ward of the acting organisation. */
export type Admission = NonNullable<Awaited<ReturnType<typeof lockActive>>>

/**
 * Locks the active admission until the transaction ends. Rows may refer to it meanwhile: who holds
 * the counter that is needed next may be about to write some.
 * @throws CONFLICT (NOT_ADMITTED) where the acting organisation has none
 */
export async function lockAdmission(scope: Scope, patientId: string): Promise<Admission> {
  const admission = await lockActive(scope, patientId)
  if (admission === undefined)
    throw conflict('NOT_ADMITTED', 'The patient is not admitted to this ward')
  return admission
}

/** Tells the history of an admission what became of it. */
export const noteAdmissionEvent = async (
  { trx, acting, idempotencyKey }: Scope,
  admission: Pick<Admission, 'id' | 'patient_id' | 'ward_id' | 'care_pathway_id'>,
  event: {
    readonly type: 'WardTransfer' | 'CarePathwayTransfer' | 'Discharge'
    readonly at: string
    readonly revision: number
    readonly reason?: { readonly type: string; readonly additionalInfo: string | null }
  },
): Promise<void> => {
  await trx
    .insertInto('admission_event')
    .values({
      id: idempotencyKey ?? randomUUID(),
      admission_id: admission.id,
      patient_id: admission.patient_id,
      organization_id: acting.organizationId,
      type: event.type,
      effective_at: event.at,
      created_at: event.at,
      created_by: acting.userId,
      ward_id: admission.ward_id,
      care_pathway_id: admission.care_pathway_id,
      reason: event.reason === undefined ? null : JSON.stringify(event.reason),
      revision: event.revision,
    })
    .execute()
}

/**
 * Locks the counters of all organisations of a patient, as every change of rows that several of
 * them wrote does.
 * @returns the revision of the acting organisation
 */
export async function lockCounters(scope: Scope, patientId: string): Promise<number> {
  const linked = await scope.trx
    .selectFrom('patient_organization')
    .select('organization_id')
    .where('patient_id', '=', patientId)
    .execute()
  return takeCounters(
    scope,
    linked.map((row) => row.organization_id),
  )
}
