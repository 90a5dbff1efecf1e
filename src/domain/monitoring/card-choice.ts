import type { LatestBucket } from './bucket'
import { isOfSession, type MonitoringSession } from './session'

/** What of a quarter of an hour a card shows and scores. */
export type MeasuredBucket = Pick<
  LatestBucket,
  | 'bucketEndAt'
  | 'thresholdScores'
  | 'scoreMarks'
  | 'spo2'
  | 'respiratoryRate'
  | 'heartRate'
  | 'pulseRate'
  | 'temperature'
>

/** What decides whether monitoring counts on a card. */
export interface MonitoredCard<Bucket extends Pick<LatestBucket, 'bucketEndAt'> = LatestBucket> {
  readonly continuousMonitoringSession: Pick<MonitoringSession, 'createdAt' | 'endedAt'> | null
  readonly latestContinuousMonitoring: Bucket | null
  readonly latestCheckup: { readonly endedAt: string } | null
}

/**
 * The bucket that counts on a card, beside the check-up; null: there is none, or it measured
 * nothing. Each value is the newest of its own (C370, C371 by decision T16: own-values.ts), and
 * score, order, due and age follow both (docs/decisions/0021).
 */
export const shownBucket = <Bucket extends MeasuredBucket>({
  continuousMonitoringSession: session,
  latestContinuousMonitoring: bucket,
}: Pick<
  MonitoredCard<Bucket>,
  'continuousMonitoringSession' | 'latestContinuousMonitoring'
>): Bucket | null => {
  if (session === null || bucket === null) return null
  const isMeasured = [
    bucket.spo2,
    bucket.respiratoryRate,
    bucket.heartRate,
    bucket.pulseRate,
    bucket.temperature,
  ].some((vital) => vital !== null)
  return isMeasured && isOfSession(Date.parse(session.createdAt), Date.parse(bucket.bucketEndAt))
    ? bucket
    : null
}
