import { sql } from 'kysely'
import type { PatientRemoval } from '../../../schema/generated/resolvers'
import { removalErrors, removalFaults } from '../../../src/domain/patient/removal'
import { cancelPendingOf, logCancelled } from '../../db/across/referrals'
import { askerOf } from '../../graphql/asker'
import { conflict, notFound } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'
import { takeTurns } from './flags'
import { instantOf } from './instant'
import { logPatientAction, requireForAdmission } from './registered'

/** What keeps a patient from being removed, and whether others keep the record. */
export async function readRemoval(scope: Scope, patientId: string): Promise<PatientRemoval> {
  await requireForAdmission(scope, patientId)
  const { rows } = await sql<PatientRemoval>`select app_is_shared(${patientId}) as "isShared",
    exists (select 1 from ward_admission a where a.patient_id = ${patientId} and a.discharged_at is null) as "isAdmitted",
    exists (select 1 from continuous_monitoring_session s where s.patient_id = ${patientId} and s.ended_at is null) as "isMonitored"`.execute(
    scope.trx,
  )
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

/**
 * Removes a patient from the acting organisation (K8), and cancels its referrals of them. Admitting
 * and monitoring take the same counter and ask for the patient after it, so that one of two at once
 * is refused.
 * @throws NOT_FOUND, CONFLICT (UNDER_MONITORING, ADMITTED)
 */
export async function removePatient(scope: Scope, patientId: string): Promise<void> {
  const { trx } = scope
  await requireForAdmission(scope, patientId)
  const asker = askerOf(scope)
  // Nobody accepts whom the sender has no more. Organisations are locked before the counters.
  const cancelled = await cancelPendingOf(trx, asker, patientId)
  // With the counter of where they are registered, which is drawn under the lock of the patient.
  await takeTurns(scope, patientId)
  const checks = await readRemoval(scope, patientId)
  const [fault] = removalFaults(checks)
  if (fault !== undefined)
    throw conflict(fault === 'monitored' ? 'UNDER_MONITORING' : 'ADMITTED', removalErrors[fault])
  const at = new Date(await instantOf(scope)).toISOString()
  if (cancelled.length > 0) await logCancelled(trx, asker, cancelled)
  // Before the link ends: the log names a patient of the organisation.
  await logPatientAction(scope, 'deletePatient', patientId, {
    details: { isShared: checks.isShared },
  })
  const {
    rows: [removed],
  } = await sql<{
    how: 'deleted' | 'unlinked' | null
  }>`select app_remove_patient(${patientId}, ${at}::timestamptz) as how`.execute(trx)
  if (removed?.how == null) throw notFound()
}
