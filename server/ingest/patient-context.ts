import { findPatientContext, type PatientContext } from '../areas/observation'
import type { Trx } from '../db/database'
import { patientNotFound } from './refusal'

export type { PatientContext }

/**
 * What counts for a patient's reading at an instant.
 * @throws Refusal 404
 */
export const patientContext = async (
  trx: Trx,
  patientId: string,
  at: string,
): Promise<PatientContext> => {
  const found = await findPatientContext(trx, patientId, at)
  if (found === null) throw patientNotFound()
  return found
}
