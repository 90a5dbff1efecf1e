import { sql } from 'kysely'
import { storedReadings, type Readings } from '../../../src/domain/checkup/checkup'
import { sameMeasured, twinMs, weightBackMs } from '../../../src/domain/checkup/doubts'
import type { ScoringContext } from '../../../src/domain/observation/scored'
import type { Trx } from '../../db/database'

const iso = (ms: number): string => new Date(ms).toISOString()
/** So many at most are compared: a flood must not cost more. */
const mostCompared = 60

/** What else was measured of the patient around the time of a check-up that comes in. */
export const comparedWith = async (
  trx: Trx,
  item: { readonly id: string; readonly patientId: string; readonly endedAt: string },
  readings: Readings,
): Promise<Pick<ScoringContext, 'lastWeight' | 'sentTwice'>> => {
  const endedMs = Date.parse(item.endedAt)
  const known = await trx
    .selectFrom('valid_checkup')
    .select(['source_id', 'ended_at', 'readings'])
    .where('patient_id', '=', item.patientId)
    .where('ended_at', '>=', iso(endedMs - twinMs))
    .where('ended_at', '<=', iso(endedMs + twinMs))
    .orderBy('ended_at', 'desc')
    .limit(mostCompared)
    .execute()
  const weighed =
    readings.weight === null
      ? undefined
      : await trx
          .selectFrom('valid_checkup')
          .select('readings')
          .where('patient_id', '=', item.patientId)
          .where('source_id', '!=', item.id)
          .where('ended_at', '>=', iso(endedMs - weightBackMs))
          .where('ended_at', '<', iso(endedMs))
          .where(sql<boolean>`jsonb_typeof(readings #> '{weight,value}') = 'number'`)
          .orderBy('ended_at', 'desc')
          .limit(1)
          .executeTakeFirst()
  return {
    lastWeight:
      weighed === undefined ? null : (storedReadings(weighed.readings).weight?.value ?? null),
    sentTwice: known.some(
      ({ ended_at: at, readings: of, source_id: id }) =>
        id !== item.id &&
        Math.abs(Date.parse(at) - endedMs) <= twinMs &&
        sameMeasured(readings, storedReadings(of)),
    ),
  }
}
