import { scoreCheckup, type EwsScheme } from '../ews/score'
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
