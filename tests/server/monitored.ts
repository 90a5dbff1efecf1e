import type { Trx } from '../../server/db/database'
import { noteBucket, noteMonitoringSession } from '../../server/areas/patient-summary/keep'
import { nextRevision } from '../../server/db/revision'

const vital = '{ value median min max }'
/** The fields of a card's monitoring, for a query. */
export const monitoredFields = `continuousMonitoringSession { id organization { id } type createdAt endedAt } latestContinuousMonitoring { bucketStartAt bucketEndAt receivedAt
  respiratoryRate ${vital} spo2 ${vital} pulseRate ${vital} heartRate ${vital} temperature ${vital} battery { ecg spo2 temperature } heartRhythm { mostSevere irregular regular abstain lowQuality signalTooShort }
  activityLevel { signalTooShort abstain sedentary notSedentary dominantPrediction } thresholdScores { RRScore SpO2Score HRScore tempScore } sensorIds { ecg } }`

const figures = (value: number) => ({ value, median: value, min: value, max: value })
const quarterMs = 15 * 60_000

/**
 * Stores a quarter of an hour as the ingest does. `scores`: of respiratory rate, SpO2, heart rate
 * and temperature; null: nothing was measured.
 */
export async function addBucket(
  trx: Trx,
  bucket: {
    readonly id: string
    readonly organizationId: string
    readonly patientId: string
    readonly endedAt: string
    readonly scores: readonly [number, number, number, number] | null
  },
): Promise<void> {
  const { id, organizationId, patientId, endedAt, scores } = bucket
  const [RRScore, SpO2Score, HRScore, tempScore] = scores ?? [null, null, null, null]
  const data = {
    thresholdScores: { RRScore, SpO2Score, HRScore, tempScore },
    ...(scores === null
      ? {}
      : {
          respiratoryRate: figures(20),
          spo2: figures(94),
          heartRate: figures(90),
          temperature: figures(37),
        }),
  }
  await trx
    .insertInto('monitoring_bucket')
    .values({
      id,
      organization_id: organizationId,
      patient_id: patientId,
      source_id: id,
      started_at: new Date(Date.parse(endedAt) - quarterMs).toISOString(),
      ended_at: endedAt,
      received_at: endedAt,
      data: JSON.stringify(data),
      payload_hash: 'x',
      revision: await nextRevision(trx, organizationId),
    })
    .execute()
  await noteBucket(trx, { patientId, bucketId: id, endedAt })
}

/** Stores a session that goes on. */
export async function addSession(
  trx: Trx,
  session: {
    readonly id: string
    readonly organizationId: string
    readonly patientId: string
    readonly createdAt: string
  },
): Promise<void> {
  const { id, organizationId, patientId, createdAt } = session
  await trx
    .insertInto('continuous_monitoring_session')
    .values({
      id,
      organization_id: organizationId,
      patient_id: patientId,
      type: 'Lamplight',
      created_at: createdAt,
      revision: await nextRevision(trx, organizationId),
    })
    .execute()
  await noteMonitoringSession(trx, { patientId, id })
}

/** Ends it. */
export const endSession = async (
  trx: Trx,
  {
    id,
    organizationId,
    endedAt,
  }: { readonly id: string; readonly organizationId: string; readonly endedAt: string },
): Promise<void> => {
  await trx
    .updateTable('continuous_monitoring_session')
    .set({ ended_at: endedAt, revision: await nextRevision(trx, organizationId) })
    .where('id', '=', id)
    .execute()
}
