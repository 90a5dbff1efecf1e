import { knownOf, type Known } from '../../../src/domain/alerts/hold'
import { observeCheckup } from '../../../src/domain/alerts/observed'
import { storedReadings } from '../../../src/domain/checkup/checkup'
import { storedScores } from '../../../src/domain/ews/stored-scores'
import type { Trx } from '../../db/database'
import { observedBucket } from '../monitoring'

/** What is older says nothing of how the patient is. Milliseconds. */
const knownForMs = 24 * 3_600_000
const mostCheckups = 50

/**
 * What was known of a patient at an instant (epoch milliseconds): their check-ups of the 24 hours
 * before, and the newest bucket of them.
 */
export async function knownAt(trx: Trx, patientId: string, atMs: number): Promise<Known> {
  const from = new Date(atMs - knownForMs).toISOString()
  const at = new Date(atMs).toISOString()
  const checkups = await trx
    .selectFrom('checkup')
    .select(['readings', 'ews_scores', 'ended_at'])
    .where('patient_id', '=', patientId)
    .where('ended_at', '>', from)
    .where('ended_at', '<=', at)
    .orderBy('ended_at', 'desc')
    .limit(mostCheckups)
    .execute()
  const buckets = await trx
    .selectFrom('monitoring_bucket')
    .select(['data', 'ended_at'])
    .where('patient_id', '=', patientId)
    .where('ended_at', '>', from)
    .where('ended_at', '<=', at)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .execute()
  return knownOf([
    ...checkups.map((row) =>
      observeCheckup(storedReadings(row.readings), storedScores(row.ews_scores), row.ended_at),
    ),
    ...buckets.map(observedBucket),
  ])
}
