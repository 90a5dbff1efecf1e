import { onOxygenOf } from '../checkup/ews-input'
import {
  hasSingleTrigger,
  scoreCheckup,
  scoreKeys,
  totalBand,
  type EwsScheme,
  type ParameterScores,
} from '../ews/score'
import type { MonitoringBucket } from './bucket'
import type { BucketIngest } from './ingest'

/** The scores of a bucket's latest values; the pulse counts without a heart rate. */
export const scoreBucket = (
  bucket: Pick<
    BucketIngest,
    'respiratoryRate' | 'spo2' | 'heartRate' | 'pulseRate' | 'temperature'
  >,
  scheme: EwsScheme,
  flaggedOnOxygen: boolean,
): MonitoringBucket['thresholdScores'] => {
  const { RRScore, SpO2Score, HRScore, tempScore } = scoreCheckup(
    {
      respiratoryRate: bucket.respiratoryRate?.value ?? null,
      spO2: bucket.spo2?.value ?? null,
      onOxygen: onOxygenOf(null, flaggedOnOxygen),
      systolic: null,
      pulse: bucket.heartRate?.value ?? bucket.pulseRate?.value ?? null,
      consciousness: null,
      temperature: bucket.temperature?.value ?? null,
    },
    scheme,
  )
  return { RRScore, SpO2Score, HRScore, tempScore }
}

/** The scores of a bucket of a patient whom NEWS2 is not for. */
export const unscoredBucket: MonitoringBucket['thresholdScores'] = {
  RRScore: null,
  SpO2Score: null,
  HRScore: null,
  tempScore: null,
}

/** The scores of a bucket among the seven; monitoring never measures the rest. */
export const parametersOf = (scores: MonitoringBucket['thresholdScores']): ParameterScores => ({
  BPScore: null,
  consciousnessScore: null,
  onOxygenScore: null,
  ...scores,
})

/** The sum of the four scores of a bucket. It is always a partial total. */
export const bucketTotal = (
  scores: MonitoringBucket['thresholdScores'],
): { readonly total: number | null; readonly missing: number; readonly isSingleThree: boolean } => {
  const known = Object.values(scores).filter((score) => score !== null)
  const total = known.length === 0 ? null : known.reduce((sum, score) => sum + score, 0)
  return {
    total,
    missing: scoreKeys.length - known.length,
    isSingleThree: hasSingleTrigger(parametersOf(scores)) && total !== null && totalBand(total) < 2,
  }
}
