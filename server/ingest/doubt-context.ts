import { sql } from 'kysely'
import type { CheckupIngest } from '../../src/domain/checkup/ingest'
import { storedReadings, type Readings } from '../../src/domain/checkup/checkup'
import {
  sameMeasured,
  twinMs,
  weightBackMs,
  type DoubtContext,
} from '../../src/domain/checkup/doubts'
import { breaksPulse } from '../../src/domain/alerts/safety-limits'
import { scorePulse } from '../../src/domain/ews/score'
import type { Trx } from '../db/database'
import type { PatientContext } from './patient-context'

const iso = (ms: number): string => new Date(ms).toISOString()
/** So many at most are compared: a flood must not cost more. */
const mostCompared = 60

/** What is known of the patient around the time of a check-up that comes in. */
export const doubtContext = async (
  trx: Trx,
  item: CheckupIngest,
  readings: Readings,
  {
    onOxygenFlag,
    scheme,
    notScored,
  }: Pick<PatientContext, 'onOxygenFlag' | 'scheme' | 'notScored'>,
): Promise<DoubtContext> => {
  const endedMs = Date.parse(item.endedAt)
  const known = await trx
    .selectFrom('checkup')
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
          .selectFrom('checkup')
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
    flaggedOnOxygen: onOxygenFlag,
    pulseScore: (perMinute) =>
      notScored === null
        ? scorePulse(perMinute, scheme)
        : breaksPulse(notScored, perMinute)
          ? 3
          : 0,
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
