import { hasSingleTrigger, scoreCheckup, scoreKeys, totalBand, type EwsScheme } from '../ews/score'
import type { BucketIngest, MonitoringBucket } from './bucket'

/** The scores of a bucket's latest values under a patient's scheme; the pulse counts where no heart rate was measured. */
export const scoreBucket = (
  bucket: Pick<BucketIngest, 'respiratoryRate' | 'spo2' | 'heartRate' | 'pulseRate' | 'temperature'>,
  scheme: EwsScheme, onOxygen: boolean,
): MonitoringBucket['thresholdScores'] => {
  const { RRScore, SpO2Score, HRScore, tempScore } = scoreCheckup({
    respiratoryRate: bucket.respiratoryRate?.value ?? null,
    spO2: bucket.spo2?.value ?? null,
    onOxygen,
    systolic: null,
    pulse: bucket.heartRate?.value ?? bucket.pulseRate?.value ?? null,
    consciousness: null,
    temperature: bucket.temperature?.value ?? null,
  }, scheme)
  return { RRScore, SpO2Score, HRScore, tempScore }
}

/** What the four scores of a bucket add up to; the rest of the seven is always missing, so that it is never a complete total. */
export const bucketTotal = (scores: MonitoringBucket['thresholdScores']): { readonly total: number | null; readonly missing: number; readonly isSingleThree: boolean } => {
  const known = Object.values(scores).filter((score) => score !== null)
  const total = known.length === 0 ? null : known.reduce((sum, score) => sum + score, 0)
  const isTrigger = hasSingleTrigger({ BPScore: null, consciousnessScore: null, onOxygenScore: null, ...scores })
  return { total, missing: scoreKeys.length - known.length, isSingleThree: isTrigger && total !== null && totalBand(total) < 2 }
}
