import { sql } from 'kysely'
import type { RhythmEvent } from '../../../src/domain/ecg/rhythm-events'
import type { Trx } from '../../db/database'

/** The newest rhythm event of each type of each of these patients who has one, by patient. */
export const rhythmEvents = async (
  trx: Trx,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RhythmEvent[]>> => {
  if (patientIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('patient_summary as s')
    .leftJoin('patient_organization as po', (on) =>
      on
        .onRef('po.patient_id', '=', 's.patient_id')
        .on('po.organization_id', '=', sql<string>`current_setting('app.organization', true)`),
    )
    .select(['s.patient_id', 's.rhythm_events', 'po.others_from'])
    .where('s.patient_id', 'in', patientIds)
    .where('s.rhythm_events', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap(({ patient_id: id, rhythm_events: events, others_from: from }) =>
      events === null
        ? []
        : [
            [
              id,
              // Where a part of the record is open, the summary tells no more than the part (T8).
              from === null
                ? events
                : events.filter(({ end }) => Date.parse(end) >= Date.parse(from)),
            ] as const,
          ],
    ),
  )
}
