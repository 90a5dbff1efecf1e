import type { LatestBucket } from '../../../src/domain/monitoring/bucket'
import { bucketMs } from '../../../src/domain/monitoring/quarter'

/** What was not measured, for buckets that were stored with less than today's. */
const nothingMonitored: Omit<LatestBucket, 'bucketStartAt' | 'bucketEndAt' | 'receivedAt'> = {
  respiratoryRate: null,
  spo2: null,
  pulseRate: null,
  heartRate: null,
  temperature: null,
  battery: { ecg: null, spo2: null, temperature: null },
  heartRhythm: null,
  activityLevel: null,
  sensorIds: { ecg: null },
  thresholdScores: { RRScore: null, SpO2Score: null, HRScore: null, tempScore: null },
  scoreMarks: null,
}

/** A stored bucket as a card shows it. `started_at`: ISO instant. */
export const latestBucketOf = <Received extends string | null>(row: {
  readonly started_at: string
  readonly received_at: Received
  readonly data: object
}) => ({
  ...nothingMonitored,
  ...(row.data as Partial<LatestBucket>),
  bucketStartAt: row.started_at,
  bucketEndAt: new Date(Date.parse(row.started_at) + bucketMs).toISOString(),
  receivedAt: row.received_at,
})
