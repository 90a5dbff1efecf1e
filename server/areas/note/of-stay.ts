import { sql } from 'kysely'
import type { Person } from '../../../schema/generated/resolvers'
import type { Trx } from '../../db/database'

/** The notes that were written during a stay, newest first, at most `most`, and how many there were. */
export async function notesOfStay(
  trx: Trx,
  {
    patientId,
    from,
    to,
  }: { readonly patientId: string; readonly from: string; readonly to: string },
  most: number,
) {
  const ofStay = () =>
    trx
      .selectFrom('patient_note as n')
      .where('n.patient_id', '=', patientId)
      .where('n.captured_at', '>=', from)
      .where('n.captured_at', '<=', to)
  const notes = await ofStay()
    .select(['n.text', 'n.captured_at', sql<Person>`app_person(n.created_by)`.as('author')])
    .orderBy('n.captured_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(most)
    .execute()
  const { count } = await ofStay()
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return { count, notes }
}
