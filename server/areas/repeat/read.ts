import { sql } from 'kysely'
import type { Person, Repeat } from '../../../schema/generated/resolvers'
import type { Trx } from '../../db/database'
import { isOneOf } from '../../db/is-one-of'

/** The requests to measure again that stand, of each patient that has one. */
export async function repeatsOf(
  trx: Trx,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, Repeat[]>> {
  if (patientIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('standing_repeat as r')
    .select([
      'r.id',
      'r.patient_id',
      'r.captured_at',
      'r.due_at',
      'r.every_minutes',
      'r.until_at',
      'r.reason',
      'r.latest_measured_at',
      sql<Person | null>`app_person(r.created_by)`.as('author'),
    ])
    .where(isOneOf('r.patient_id', patientIds))
    .orderBy('r.captured_at')
    .orderBy('r.id')
    .execute()
  const found = new Map<string, Repeat[]>()
  for (const row of rows)
    found.set(row.patient_id, [
      ...(found.get(row.patient_id) ?? []),
      {
        id: row.id,
        askedAt: row.captured_at,
        dueAt: row.due_at,
        everyMinutes: row.every_minutes,
        until: row.until_at,
        reason: row.reason,
        by: row.author,
        latestEndedAt: row.latest_measured_at,
      },
    ])
  return found
}
