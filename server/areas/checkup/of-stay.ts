import { sql } from 'kysely'
import type { Person } from '../../../schema/generated/resolvers'
import type { Readings } from '../../../src/domain/checkup/checkup'
import type { EwsScores } from '../../../src/domain/ews/thresholds'
import type { Trx } from '../../db/database'
import { readingsOf, selectCheckups } from './rows'

/** A patient and the time they were on a ward. */
interface Stay {
  readonly patientId: string
  readonly from: string
  readonly to: string
}

/** A check-up with what was measured and how it scored. */
export interface CheckupOfStay {
  readonly endedAt: string
  readonly author: Person | null
  readonly readings: Readings
  readonly ewsScores: EwsScores | null
}

/** The check-ups of a stay: the newest, oldest first, with the first and the highest of all. */
export interface CheckupsOfStay {
  readonly count: number
  readonly newest: readonly CheckupOfStay[]
  readonly first: CheckupOfStay | null
  /** Of the highest total; of equal ones the newest. */
  readonly highest: CheckupOfStay | null
}

/** Reads the check-ups of a stay, at most `most` of them. */
export async function checkupsOfStay(
  trx: Trx,
  { patientId, from, to }: Stay,
  most: number,
): Promise<CheckupsOfStay> {
  const ofStay = () =>
    selectCheckups(trx)
      .where('c.patient_id', '=', patientId)
      .where('c.ended_at', '>=', from)
      .where('c.ended_at', '<=', to)
  type Row = Awaited<ReturnType<ReturnType<typeof ofStay>['executeTakeFirstOrThrow']>>
  const checkupOf = (row: Row): CheckupOfStay => ({
    endedAt: row.ended_at,
    author: row.author,
    readings: readingsOf(row),
    ewsScores: row.ews_scores,
  })
  const rows = await ofStay()
    .orderBy('c.ended_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(most)
    .execute()
  const { count } = await trx
    .selectFrom('checkup')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('patient_id', '=', patientId)
    .where('ended_at', '>=', from)
    .where('ended_at', '<=', to)
    .executeTakeFirstOrThrow()
  const first = await ofStay().orderBy('c.ended_at').orderBy('c.id').limit(1).executeTakeFirst()
  const highest = await ofStay()
    .where('c.total_score', 'is not', null)
    .orderBy('c.total_score', 'desc')
    .orderBy('c.ended_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    count,
    newest: rows.map(checkupOf).toReversed(),
    first: first === undefined ? null : checkupOf(first),
    highest: highest === undefined ? null : checkupOf(highest),
  }
}
