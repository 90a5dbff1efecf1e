import { storedBucket } from '../../../src/domain/monitoring/bucket'
import { bucketMs } from '../../../src/domain/monitoring/quarter'

/** A stored bucket as a card shows it. `started_at`: ISO instant. */
export const latestBucketOf = <Received extends string | null>(row: {
  readonly started_at: string
  readonly received_at: Received
  readonly data: unknown
}) => ({
  ...storedBucket(row.data),
  bucketStartAt: row.started_at,
  bucketEndAt: new Date(Date.parse(row.started_at) + bucketMs).toISOString(),
  receivedAt: row.received_at,
})
