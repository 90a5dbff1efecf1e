import { observeBucket, type Observed } from '../../../src/domain/alerts/observed'
import { storedBucket } from '../../../src/domain/monitoring/bucket'
import type { Trx } from '../../db/database'

/** A stored bucket as rules see it. */
export const observedBucket = (row: {
  readonly data: unknown
  readonly ended_at: string
}): Observed => {
  const bucket = storedBucket(row.data)
  return observeBucket(
    { ...bucket, bucketEndAt: row.ended_at },
    bucket.thresholdScores,
    bucket.notScored ?? null,
  )
}

/** The patient's buckets of so long before a reading, in any order. */
export const bucketsBefore = async (
  trx: Trx,
  patientId: string,
  observed: Observed,
  spanMs: number,
): Promise<readonly Observed[]> => {
  const rows = await trx
    .selectFrom('monitoring_bucket')
    .select(['data', 'ended_at'])
    .where('patient_id', '=', patientId)
    .where('ended_at', '>=', new Date(observed.atMs - spanMs).toISOString())
    .where('ended_at', '<', new Date(observed.atMs).toISOString())
    .execute()
  return rows.map(observedBucket)
}
