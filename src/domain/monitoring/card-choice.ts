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
  /** Before the latest, those that measured what none since did; the newest first. */
  readonly earlierContinuousMonitoring?: readonly Bucket[]
  readonly latestCheckup: { readonly endedAt: string } | null
}

type Vitals = Pick<
  MeasuredBucket,
  'respiratoryRate' | 'spo2' | 'heartRate' | 'pulseRate' | 'temperature'
>
export const monitoredKeys = ['RRScore', 'SpO2Score', 'HRScore', 'tempScore'] as const
type MonitoredKey = (typeof monitoredKeys)[number]

/** What a bucket measured of a scored parameter: per minute, per cent, °C; a heart rate is a pulse. */
export const vitalOf = (bucket: Vitals, key: MonitoredKey): number | null =>
  ({
    RRScore: bucket.respiratoryRate,
    SpO2Score: bucket.spo2,
    HRScore: bucket.heartRate ?? bucket.pulseRate,
    tempScore: bucket.temperature,
  })[key]?.value ?? null

/** Which of them a bucket measured: one bit each. */
export const measuredVitals = (bucket: Vitals): number =>
  monitoredKeys.reduce(
    (bits, key, at) => (vitalOf(bucket, key) === null ? bits : bits | (1 << at)),
    0,
  )

/** What of a row says which buckets count. */
export type MonitoredRow<Bucket extends MeasuredBucket = MeasuredBucket> = Pick<
  MonitoredCard<Bucket>,
  'continuousMonitoringSession' | 'latestContinuousMonitoring' | 'earlierContinuousMonitoring'
>

/**
 * The buckets that count on a card beside the check-up, the newest first: those of the session that
 * measured anything. Each value is the newest of its own (C370, C371 by decision T16:
 * own-values.ts), and score, order, due and age follow (docs/decisions/0021).
 */
export const shownBuckets = <Bucket extends MeasuredBucket>({
  continuousMonitoringSession: session,
  latestContinuousMonitoring: latest,
  earlierContinuousMonitoring: earlier = [],
}: MonitoredRow<Bucket>): readonly Bucket[] =>
  session === null || latest === null
    ? []
    : [latest, ...earlier].filter(
        (bucket) =>
          measuredVitals(bucket) !== 0 &&
          isOfSession(Date.parse(session.createdAt), Date.parse(bucket.bucketEndAt)),
      )

/** The newest of them; null: there is none. */
export const shownBucket = <Bucket extends MeasuredBucket>(
  row: MonitoredRow<Bucket>,
): Bucket | null => shownBuckets(row)[0] ?? null
