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

/**
 * The scores of a bucket's latest values under a patient's scheme; the pulse counts where no heart
 * rate was measured.
 */
export const scoreBucket = (
  bucket: Pick<
    BucketIngest,
    'respiratoryRate' | 'spo2' | 'heartRate' | 'pulseRate' | 'temperature'
  >,
  scheme: EwsScheme,
  onOxygen: boolean,
): MonitoringBucket['thresholdScores'] => {
  const { RRScore, SpO2Score, HRScore, tempScore } = scoreCheckup(
    {
      respiratoryRate: bucket.respiratoryRate?.value ?? null,
      spO2: bucket.spo2?.value ?? null,
      onOxygen,
      systolic: null,
      pulse: bucket.heartRate?.value ?? bucket.pulseRate?.value ?? null,
      consciousness: null,
      temperature: bucket.temperature?.value ?? null,
    },
    scheme,
  )
  return { RRScore, SpO2Score, HRScore, tempScore }
}

/** The scores of a bucket among the seven; monitoring never measures the rest. */
export const parametersOf = (scores: MonitoringBucket['thresholdScores']): ParameterScores => ({
  BPScore: null,
  consciousnessScore: null,
  onOxygenScore: null,
  ...scores,
})

/**
 * What the four scores of a bucket add up to; the rest of the seven is always missing, so that it
 * is never a complete total.
 */
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
