import { observeBucket } from '../../src/domain/alerts/observed'
import { toldNotUsable } from '../../src/domain/checkup/not-usable'
import { bucketMs, storedBucket, type MonitoringBucket } from '../../src/domain/monitoring/bucket'
import type { NotScored } from '../../src/domain/ews/applies'
import { schemeMarks } from '../../src/domain/ews/scheme-marks'
import { devicesHeard } from '../../src/domain/monitoring/health'
import { bucketIngestSchema, type BucketIngest } from '../../src/domain/monitoring/ingest'
import { scoreBucket, unscoredBucket } from '../../src/domain/monitoring/threshold-scores'
import { markBits } from '../../src/domain/virtual-ward/score-marks'
import { alertOnReading, type AdmissionRules } from '../areas/alert'
import { bucketsBefore } from '../areas/monitoring'
import { noteBucket } from '../areas/patient-summary'
import { patientContext } from './patient-context'
import { invalid } from './refusal'
import { numbered, type Storage } from './store-once'
import { requireSpan } from './time-span'

export const bucketSchema = bucketIngestSchema

interface Prepared {
  readonly thresholdScores: MonitoringBucket['thresholdScores']
  /** As markBits of the scheme that scored it. */
  readonly scoreMarks: number
  readonly notScored: NotScored | null
  readonly admission: AdmissionRules | null
}

const answerOf = (
  bucket: Pick<ReturnType<typeof storedBucket>, 'thresholdScores' | 'notUsable'>,
): Readonly<Record<string, unknown>> => ({
  thresholdScores: bucket.thresholdScores,
  notUsable: toldNotUsable(bucket.notUsable),
})

/** 15-minute buckets: on the quarters of the hour, scored on arrival, with their alerts. */
export const bucketStorage: Storage<BucketIngest, Prepared> = {
  kind: 'monitoring-bucket',
  find: async (trx, organizationId, sourceId) => {
    const row = await trx
      .selectFrom('monitoring_bucket')
      .select(['id', 'patient_id', 'received_at', 'payload_hash', 'data'])
      .where('organization_id', '=', organizationId)
      .where('source_id', '=', sourceId)
      .executeTakeFirst()
    if (row === undefined) return null
    return {
      id: row.id,
      patientId: row.patient_id,
      receivedAt: row.received_at,
      payloadHash: row.payload_hash,
      more: answerOf(storedBucket(row.data)),
    }
  },
  prepare: async (trx, item, nowMs) => {
    requireSpan({ startedAt: item.bucketStartAt, endedAt: item.bucketEndAt }, nowMs, {
      start: 'bucketStartAt',
      end: 'bucketEndAt',
    })
    if (Date.parse(item.bucketStartAt) % bucketMs !== 0)
      throw invalid([{ path: 'bucketStartAt', message: 'Must be on a quarter of an hour' }])
    const { scheme, onOxygenFlag, notScored, admission } = await patientContext(
      trx,
      item.patientId,
      item.bucketEndAt,
    )
    return {
      thresholdScores:
        notScored === null ? scoreBucket(item, scheme, onOxygenFlag) : unscoredBucket,
      scoreMarks: markBits(schemeMarks(scheme)),
      notScored,
      admission,
    }
  },
  insert: async (trx, unnumbered, item, { thresholdScores, scoreMarks, notScored, admission }) => {
    const base = await numbered(trx, unnumbered)
    const { id: _id, patientId: _patientId, bucketStartAt, bucketEndAt, ...measured } = item
    const written = await trx
      .insertInto('monitoring_bucket')
      .values({
        ...base,
        started_at: bucketStartAt,
        ended_at: bucketEndAt,
        data: JSON.stringify({ ...measured, thresholdScores, scoreMarks, notScored }),
      })
      .onConflict((on) => on.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (written === undefined) return null
    await noteBucket(trx, {
      patientId: base.patient_id,
      bucketId: base.id,
      endedAt: bucketEndAt,
      measured: item,
      heard: devicesHeard(item),
    })
    const observed = observeBucket(item, thresholdScores, notScored)
    await alertOnReading(trx, base, admission, observed, (spanMs) =>
      bucketsBefore(trx, base.patient_id, observed, spanMs),
    )
    return answerOf({ thresholdScores, notUsable: item.notUsable })
  },
}
