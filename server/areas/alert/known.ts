import { isWorse, knownOf, type Known } from '../../../src/domain/alerts/hold'
import { observeCheckup, type Observed } from '../../../src/domain/alerts/observed'
import { storedReadings } from '../../../src/domain/checkup/checkup'
import { storedBucket } from '../../../src/domain/monitoring/bucket'
import { measuredVitals } from '../../../src/domain/monitoring/card-choice'
import { notMeasuredAnew } from '../../../src/domain/virtual-ward/measured'
import { storedScores } from '../../../src/domain/ews/stored-scores'
import type { Trx } from '../../db/database'
import { observedBucket } from '../monitoring'

/** What is older says nothing of how the patient is. Milliseconds. */
const knownForMs = 24 * 3_600_000
const mostCheckups = 50
const mostBuckets = 96

/** The check-ups of a patient after one instant up to another (epoch milliseconds), and the buckets of them that measured what none since did. */
export async function readBetween(
  trx: Trx,
  patientId: string,
  fromMs: number,
  atMs: number,
): Promise<readonly Observed[]> {
  const from = new Date(fromMs).toISOString()
  const at = new Date(atMs).toISOString()
  const checkups = await trx
    .selectFrom('valid_checkup')
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
    .limit(mostBuckets)
    .execute()
  // One that measured a part, or nothing, says nothing of the rest.
  const standing = notMeasuredAnew(buckets, ({ data, ended_at: endedAt }) => ({
    atMs: Date.parse(endedAt),
    measured: measuredVitals(storedBucket(data)),
  }))
  return [
    ...checkups.map((row) =>
      observeCheckup(storedReadings(row.readings), storedScores(row.ews_scores), row.ended_at),
    ),
    ...standing.map(observedBucket),
  ]
}

/**
 * What was known of a patient at an instant (epoch milliseconds): their check-ups of the 24 hours
 * before, and the buckets of them that measured what none since did.
 */
export const knownAt = async (trx: Trx, patientId: string, atMs: number): Promise<Known> =>
  knownOf(await readBetween(trx, patientId, atMs - knownForMs, atMs))

/** A reading between two instants (epoch milliseconds) that is worse than what was known; undefined: none is. */
export const worseBetween = async (
  trx: Trx,
  patientId: string,
  known: Known,
  fromMs: number,
  atMs: number,
): Promise<Observed | undefined> =>
  (await readBetween(trx, patientId, Math.max(fromMs, atMs - knownForMs), atMs)).find((reading) =>
    isWorse(known, reading),
  )
