import type { Checkup } from '../checkup/checkup'
import { sameMeasured, twinMs, weightBackMs } from '../checkup/doubts'
import { checkupIngestSchema, readingsOf } from '../checkup/ingest'
import { schemeInForce } from '../ews'
import { notScoredReason } from '../ews/applies'
import { scoredReadings } from './scored'
import { onOxygen, pregnant } from '../patient/flag-types'
import type { Patient } from '../patient/patient'

const hasFlag = ({ wardAdmission }: Patient, type: string): boolean =>
  wardAdmission?.patientFlags.some((flag) => flag.type === type && flag.active) ?? false

/** Whether the patient's flag says oxygen. */
export const isFlaggedOnOxygen = (patient: Patient): boolean => hasFlag(patient, onOxygen)

/**
 * What is typed with the doubts and the score that the server will find, by what this device holds of
 * the patient. `atMs`: when it was measured, epoch milliseconds.
 */
export const scoredAsKnown = (
  posted: Readonly<Record<string, unknown>>,
  patient: Patient,
  checkups: readonly Checkup[],
  atMs: number,
) => {
  const at = new Date(atMs).toISOString()
  const sent = readingsOf(
    checkupIngestSchema.parse({
      ...posted,
      id: 'typed',
      patientId: patient.id,
      startedAt: at,
      endedAt: at,
    }),
  )
  const weighed = checkups.find(
    ({ endedAt, weight }) =>
      weight !== null && Date.parse(endedAt) < atMs && Date.parse(endedAt) >= atMs - weightBackMs,
  )
  return scoredReadings(sent, {
    scheme: schemeInForce(patient.ewsThresholds, patient.ewsDefault.thresholds),
    onOxygenFlag: isFlaggedOnOxygen(patient),
    notScored: notScoredReason(
      { birthDate: patient.birthDate, pregnant: hasFlag(patient, pregnant) },
      atMs,
    ),
    lastWeight: weighed?.weight?.value ?? null,
    sentTwice: checkups.some(
      (one) => Math.abs(Date.parse(one.endedAt) - atMs) <= twinMs && sameMeasured(sent, one),
    ),
  })
}
