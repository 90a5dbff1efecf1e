import { observeBucket, type Observed } from '../../../src/domain/alerts/observed'
import { monitoringBucketSchema } from '../../../src/domain/monitoring/bucket'
import { bucketIngestSchema } from '../../../src/domain/monitoring/ingest'
import type { Trx } from '../../db/database'

/** A stored bucket as rules see it; null: of a release that this one cannot read. */
export const observedBucket = (row: {
  readonly data: Readonly<Record<string, unknown>>
  readonly started_at: string
  readonly ended_at: string
}): Observed | null => {
  const { thresholdScores, scoreMarks: _marks, ...measured } = row.data
  const bucket = bucketIngestSchema.safeParse({
    ...measured,
    id: 'x',
    patientId: 'x',
    bucketStartAt: row.started_at,
    bucketEndAt: row.ended_at,
  })
  const scores = monitoringBucketSchema.shape.thresholdScores.safeParse(thresholdScores)
  return bucket.success && scores.success ? observeBucket(bucket.data, scores.data) : null
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
    .select(['data', 'started_at', 'ended_at'])
    .where('patient_id', '=', patientId)
    .where('ended_at', '>=', new Date(observed.atMs - spanMs).toISOString())
    .where('ended_at', '<', new Date(observed.atMs).toISOString())
    .execute()
  return rows.flatMap((row) => observedBucket(row) ?? [])
}
