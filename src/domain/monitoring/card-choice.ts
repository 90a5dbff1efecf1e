import type { LatestBucket } from './bucket'
import { isOfSession, sessionState, type MonitoringSession } from './session'

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

/** What a card's choice looks at. */
export interface MonitoredCard<Bucket extends Pick<LatestBucket, 'bucketEndAt'> = LatestBucket> {
  readonly continuousMonitoringSession: Pick<MonitoringSession, 'createdAt' | 'endedAt'> | null
  readonly latestContinuousMonitoring: Bucket | null
  readonly latestCheckup: { readonly endedAt: string } | null
}

/**
 * What a card shows: monitoring while its session runs; an ended one while its latest bucket or
 * start is newer than the latest check-up's end (C370, C371).
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
 * also where the bucket measured nothing. Status, order, due and age follow the same choice
 * (docs/decisions/0021).
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

/** The later check-up that the shown bucket hides; null: none. */
export const checkupBehind = (card: MonitoredCard): MonitoredCard['latestCheckup'] => {
  const [bucket, checkup] = [shownBucket(card), card.latestCheckup]
  return bucket !== null &&
    checkup !== null &&
    Date.parse(checkup.endedAt) > Date.parse(bucket.bucketEndAt)
    ? checkup
    : null
}
