import type { NewestRhythm } from '../../../src/domain/ecg/newest-rhythm'
import type { Trx } from '../../db/database'

/** The newest rhythm event of each of these patients who has one, by patient. */
export const newestRhythms = async (
  trx: Trx,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, NewestRhythm>> => {
  if (patientIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('patient_summary')
    .select(['patient_id', 'newest_rhythm'])
    .where('patient_id', 'in', patientIds)
    .where('newest_rhythm', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap(({ patient_id: id, newest_rhythm: event }) =>
      event === null ? [] : [[id, event] as const],
    ),
  )
}
