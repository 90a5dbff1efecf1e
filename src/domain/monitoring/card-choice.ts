import type { LatestBucket } from './bucket'
import { isOfSession, sessionState, type MonitoringSession } from './session'

/** What of a quarter of an hour a card shows and scores. */
export type MeasuredBucket = Pick<
  LatestBucket,
  | 'bucketEndAt'
  | 'thresholdScores'
  | 'spo2'
  | 'respiratoryRate'
  | 'heartRate'
  | 'pulseRate'
  | 'temperature'
>

/** What a card's choice looks at. */
export interface MonitoredCard<Bucket extends Pick<LatestBucket, 'bucketEndAt'> = LatestBucket> {
  readonly continuousMonitoringSession: Pick<MonitoringSession, 'createdAt' | 'endedAt'> | null
  readonly latestContinuousMonitoring: Bucket | null
  readonly latestCheckup: { readonly endedAt: string } | null
}

/**
 * What a card of the virtual ward shows: monitoring while its session goes on, and of an ended one
 * as long as its latest bucket, or its beginning, is newer than the end of the latest check-up
 * (C370, C371).
 */
export const cardData = ({
  continuousMonitoringSession: session,
  latestContinuousMonitoring: bucket,
  latestCheckup,
}: MonitoredCard<Pick<LatestBucket, 'bucketEndAt'>>): 'monitoring' | 'checkup' => {
  if (session === null) return 'checkup'
  if (sessionState(session) === 'active') return 'monitoring'
  const checkedUp = latestCheckup === null ? -Infinity : Date.parse(latestCheckup.endedAt)
  const latest = Math.max(
    Date.parse(session.createdAt),
    bucket === null ? -Infinity : Date.parse(bucket.bucketEndAt),
  )
  return latest > checkedUp ? 'monitoring' : 'checkup'
}

/**
 * The bucket that a card shows instead of the check-up (C370, C371). Null: the check-up is shown,
 * also while a session has no data of its own yet, or a bucket in which nothing was measured: a
 * check-up that was made is never hidden behind nothing. Whatever says how the patient does
 * (status, order, due, age) follows the same choice (docs/decisions/0021).
 */
export const shownBucket = <Bucket extends MeasuredBucket>(
  card: MonitoredCard<Bucket>,
): Bucket | null => {
  const { continuousMonitoringSession: session, latestContinuousMonitoring: bucket } = card
  if (session === null || bucket === null || cardData(card) === 'checkup') return null
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

/**
 * The check-up that was made after the bucket that a card shows, and that stands behind it; null:
 * there is none.
 */
export const checkupBehind = (card: MonitoredCard): MonitoredCard['latestCheckup'] => {
  const [bucket, checkup] = [shownBucket(card), card.latestCheckup]
  return bucket !== null &&
    checkup !== null &&
    Date.parse(checkup.endedAt) > Date.parse(bucket.bucketEndAt)
    ? checkup
    : null
}
