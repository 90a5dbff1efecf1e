import type { MutationDischargePatientFromWardArgs } from '../../../schema/generated/resolvers'
import { dischargeFaults } from '../../../src/domain/stay/discharge'
import { badInput, conflict } from '../../graphql/errors'
import { logged, type Done } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { instantOf } from '../admission'
import { askForSummary, freezeSummary, gatherAnew, gatherStay } from '../document'
import {
  lockActive,
  lockAdmission,
  lockCounters,
  noteAdmissionEvent,
  type Admission,
} from './admission'

/** Why a stay ends, checked. */
interface Reason {
  readonly type: string
  readonly additionalInfo: string | null
}

/**
 * Ends a stay of the acting organisation, whose admission is locked. What ends with it (alerts,
 * watching, monitoring, personal thresholds) the database's triggers end in the same transaction,
 * which also asks for the summary.
 * @param lock takes the counters; the revision of the acting organisation
 * @returns what the log is to say of it
 */
async function endStay(
  scope: Scope,
  admission: Admission,
  reason: Reason,
  lock: () => Promise<number>,
): Promise<Done> {
  const patientId = admission.patient_id
  // An admission lies at most in the present; a clock that was put back ends none before it began.
  const instant = async (): Promise<string> =>
    new Date(Math.max(await instantOf(scope), Date.parse(admission.admitted_at))).toISOString()
  const stay = { patientId, admissionId: admission.id, admittedAt: admission.admitted_at }
  const early = await gatherStay(scope, stay, await instant())
  const revision = await lock()
  const at = await instant()
  const gathered = await gatherAnew(scope, early, at)
  const summary = await freezeSummary(scope, gathered, { dischargedAt: at, reason })
  await scope.trx
    .updateTable('ward_admission')
    .set({ discharged_at: at, revision })
    .where('id', '=', admission.id)
    .execute()
  await noteAdmissionEvent(scope, admission, { type: 'Discharge', at, revision, reason })
  await askForSummary(scope, gathered, summary)
  return {
    action: 'dischargePatientFromWard',
    entityType: 'wardAdmission',
    entityId: admission.id,
    patientId,
    // What was said in words stays with the record.
    details: { command: scope.idempotencyKey, wardId: admission.ward_id, reason: reason.type },
  }
}

/**
 * Discharges a patient.
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
  const given = { type: reason.type, additionalInfo: info === '' ? null : info }
  await logged(scope, await endStay(scope, admission, given, () => lockCounters(scope, patientId)))
}

/**
 * Ends the stay of a patient whom another organisation accepts, for the reason that was given when
 * they were referred: that very stay, and none that began later. The caller decides who may, takes
 * the counters and writes the log.
 * @param scope of the organisation that referred them
 * @returns what its log is to say; null: that stay is over
 */
export async function dischargeOnAcceptance(
  scope: Scope,
  patientId: string,
  { admissionId, ...reason }: Reason & { readonly admissionId: string },
  lock: () => Promise<number>,
): Promise<Done | null> {
  const admission = await lockActive(scope, patientId)
  return admission?.id === admissionId ? endStay(scope, admission, reason, lock) : null
}
