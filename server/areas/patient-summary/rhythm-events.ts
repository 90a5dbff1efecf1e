import type { RhythmEvent } from '../../../src/domain/ecg/rhythm-events'
import type { Trx } from '../../db/database'

/** The newest rhythm event of each type of each of these patients who has one, by patient. */
export const rhythmEvents = async (
  trx: Trx,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RhythmEvent[]>> => {
  if (patientIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('patient_summary')
    .select(['patient_id', 'rhythm_events'])
    .where('patient_id', 'in', patientIds)
    .where('rhythm_events', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap(({ patient_id: id, rhythm_events: events }) =>
      events === null ? [] : [[id, events] as const],
    ),
  )
}
