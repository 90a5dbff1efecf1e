import type { MutationDischargePatientFromWardArgs } from '../../../schema/generated/resolvers'
import { dischargeFaults } from '../../../src/domain/stay/discharge'
import { badInput, conflict } from '../../graphql/errors'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { instantOf } from '../admission'
import { askForSummary, freezeSummary, gatherAnew, gatherStay } from '../document'
import { lockAdmission, lockCounters, noteAdmissionEvent } from './admission'

/**
 * Discharges a patient. What ends with the admission (alerts, watching, monitoring, personal
 * thresholds) the database's triggers end in the same transaction, which also asks for the summary.
 * @throws NOT_FOUND, BAD_USER_INPUT, CONFLICT (NOT_ADMITTED) where they are not on this ward
 */
export async function dischargePatient(
  scope: Scope,
  { patientId, wardId, reason }: MutationDischargePatientFromWardArgs,
): Promise<void> {
  await requirePatient(scope, patientId)
  const info = reason.additionalInfo?.trim() ?? ''
  const faults = dischargeFaults(reason.type, info)
  if (faults.length > 0)
    throw badInput(faults.map(({ path, message }) => ({ path: `reason.${path}`, message })))
  const admission = await lockAdmission(scope, patientId)
  if (admission.ward_id !== wardId)
    throw conflict('NOT_ADMITTED', 'The patient is not admitted to this ward')
  // An admission lies at most in the present; a clock that was put back ends none before it began.
  const instant = async (): Promise<string> =>
    new Date(Math.max(await instantOf(scope), Date.parse(admission.admitted_at))).toISOString()
  const stay = { patientId, admissionId: admission.id, admittedAt: admission.admitted_at }
  const early = await gatherStay(scope, stay, await instant())
  const revision = await lockCounters(scope, patientId)
  const at = await instant()
  const gathered = await gatherAnew(scope, early, at)
  const given = { type: reason.type, additionalInfo: info === '' ? null : info }
  const summary = await freezeSummary(scope, gathered, { dischargedAt: at, reason: given })
  await scope.trx
    .updateTable('ward_admission')
    .set({ discharged_at: at, revision })
    .where('id', '=', admission.id)
    .execute()
  await noteAdmissionEvent(scope, admission, { type: 'Discharge', at, revision, reason: given })
  await askForSummary(scope, gathered, summary)
  await logged(scope, {
    action: 'dischargePatientFromWard',
    entityType: 'wardAdmission',
    entityId: admission.id,
    patientId,
    // What was said in words stays with the record.
    details: { command: scope.idempotencyKey, wardId, reason: given.type },
  })
}
