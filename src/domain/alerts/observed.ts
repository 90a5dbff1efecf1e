import type { Readings } from '../checkup/checkup'
import type { CheckReason } from '../checkup/not-usable'
import { spO2Of } from '../checkup/oximeter'
import { pulseOf } from '../checkup/pulse'
import type { NotScored } from '../ews/applies'
import type { Consciousness } from '../ews/consciousness'
import { riskLevelOf } from '../ews/score'
import type { EwsScores } from '../ews/thresholds'
import type { MonitoringBucket } from '../monitoring/bucket'
import type { BucketIngest } from '../monitoring/ingest'
import { bucketTotal, parametersOf } from '../monitoring/threshold-scores'
import { checkupMarks, markBits } from '../virtual-ward/score-marks'
import { bucketToCheck, checkupToCheck } from './check-patient'
import { emergencySignsOf } from './emergency-sign'
import type { AlertParameter, AlertRuleType, ScoredParameter } from './rule'

/** A check-up or bucket as rules see it. Null: not measured, which never fires anything. */
export interface Observed {
  readonly source: AlertRuleType
  /** Epoch milliseconds of the end of the measurement. */
  readonly atMs: number
  readonly values: Readonly<Record<AlertParameter, number | null>>
  readonly scores: Readonly<Record<ScoredParameter, number | null>>
  readonly consciousness: Consciousness | null
  /** Why NEWS2 is not for the patient: they have fixed limits instead. Null: it is. */
  readonly notScored: NotScored | null
  /** Why somebody must look at the patient, whatever was measured (decisions T4). */
  readonly checkPatient: readonly CheckReason[]
  /** Signs that are emergencies by themselves. */
  readonly emergencySigns: readonly string[]
  /** The sum of what was scored: where something is missing, the total is at least this. */
  readonly totalScore: number | null
  /** How many of the seven parameters are missing. */
  readonly missing: number
  /** 0 to 4; null without a score. */
  readonly riskLevel: number | null
  /** What must be known to read the score of a check-up, as markBits. */
  readonly marks?: number
}

/** @param endedAt ISO instant */
export const observeCheckup = (
  readings: Readings,
  scores: EwsScores | null,
  endedAt: string,
): Observed => ({
  source: 'new-checkup',
  atMs: Date.parse(endedAt),
  values: {
    respiratoryRate: readings.respiratoryRate?.value ?? null,
    spO2: spO2Of(readings),
    systolic: readings.bloodPressureData?.systolic ?? null,
    diastolic: readings.bloodPressureData?.diastolic ?? null,
    pulse: pulseOf(readings),
    temperature: readings.temperature?.value ?? null,
    weight: readings.weight?.value ?? null,
    glucose: readings.glucose?.reading ?? null,
  },
  scores: {
    respiratoryRate: scores?.RRScore ?? null,
    spO2: scores?.SpO2Score ?? null,
    onOxygen: scores?.onOxygenScore ?? null,
    systolic: scores?.BPScore ?? null,
    pulse: scores?.HRScore ?? null,
    consciousness: scores?.consciousnessScore ?? null,
    temperature: scores?.tempScore ?? null,
  },
  consciousness: readings.consciousness,
  notScored: readings.notScored,
  checkPatient: checkupToCheck(readings),
  emergencySigns: emergencySignsOf(readings),
  totalScore: scores?.totalScore ?? null,
  missing: scores?.missing ?? 7,
  riskLevel: scores?.riskLevel ?? null,
  marks: markBits(checkupMarks({ ewsScores: scores, pulseOxiData: readings.pulseOxiData })),
})

/** A bucket by its latest values. Its total is always partial: a lower bound. */
export const observeBucket = (
  bucket: Pick<
    BucketIngest,
    | 'respiratoryRate'
    | 'spo2'
    | 'heartRate'
    | 'pulseRate'
    | 'temperature'
    | 'bucketEndAt'
    | 'notUsable'
  >,
  scores: MonitoringBucket['thresholdScores'],
  notScored: NotScored | null,
): Observed => {
  const { total, missing } = bucketTotal(scores)
  return {
    source: 'continuous-monitoring',
    atMs: Date.parse(bucket.bucketEndAt),
    values: {
      respiratoryRate: bucket.respiratoryRate?.value ?? null,
      spO2: bucket.spo2?.value ?? null,
      systolic: null,
      diastolic: null,
      pulse: bucket.heartRate?.value ?? bucket.pulseRate?.value ?? null,
      temperature: bucket.temperature?.value ?? null,
      weight: null,
      glucose: null,
    },
    scores: {
      respiratoryRate: scores.RRScore,
      spO2: scores.SpO2Score,
      onOxygen: null,
      systolic: null,
      pulse: scores.HRScore,
      consciousness: null,
      temperature: scores.tempScore,
    },
    consciousness: null,
    notScored,
    checkPatient: bucketToCheck(bucket),
    emergencySigns: [],
    totalScore: total,
    missing,
    riskLevel: riskLevelOf({ ...parametersOf(scores), totalScore: total }),
  }
}
