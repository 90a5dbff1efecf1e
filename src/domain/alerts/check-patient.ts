import type { MonitoringBucket } from '../monitoring/bucket'
import { measuredFields, type Readings } from '../checkup/checkup'
import { checkReasonsOf, type CheckReason, type NotUsable } from '../checkup/not-usable'

/** Identifies the alert that somebody must look at the patient: one for each patient (decisions T4). */
export const checkPatientKey = 'check-patient'

/** How grave it is: it may be a patient without breath or pulse. */
export const checkPatientSeverity = 4

/** Why somebody must look at the patient of a check-up; empty: they need not. */
export const checkupToCheck = (readings: Readings): readonly CheckReason[] =>
  checkReasonsOf(readings, measuredFields)

const vitals = ['respiratoryRate', 'spo2', 'heartRate', 'pulseRate', 'temperature'] as const

/** Why somebody must look at the patient of a bucket; empty: they need not. */
export const bucketToCheck = (
  bucket: Pick<MonitoringBucket, (typeof vitals)[number]> & {
    readonly notUsable: readonly NotUsable[]
  },
): readonly CheckReason[] => checkReasonsOf(bucket, vitals)
