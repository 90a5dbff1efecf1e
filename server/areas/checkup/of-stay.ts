import { sql } from 'kysely'
import type { Person } from '../../../schema/generated/resolvers'
import { storedReadings, type Readings } from '../../../src/domain/checkup/checkup'
import { storedScores } from '../../../src/domain/ews/stored-scores'
import type { EwsScores } from '../../../src/domain/ews/thresholds'
import type { Trx } from '../../db/database'

/** A patient and the time they were on a ward. */
interface Stay {
  readonly patientId: string
  readonly from: string
  readonly to: string
}

/** A check-up with what was measured and how it scored. */
export interface CheckupOfStay {
  readonly id: string
  readonly endedAt: string
  /** Who took it; null also where nothing was written with it. */
  readonly author: Person | null
  readonly readings: Readings
  readonly ewsScores: EwsScores | null
}

/** What there is of the check-ups of a stay. */
export interface CheckupsOfStay {
  readonly count: number
  /** How many of them have a note. */
  readonly noteCount: number
  readonly first: CheckupOfStay | null
  /** Of the highest total; of equal ones the newest. */
  readonly highest: CheckupOfStay | null
}

const hasNote = sql<boolean>`coalesce(c.readings ->> 'notes', '') !~ '^\\s*$'`

const ofStay = (trx: Trx, { patientId, from, to }: Stay) =>
  trx
    .selectFrom('valid_checkup as c')
    .where('c.patient_id', '=', patientId)
    .where('c.ended_at', '>=', from)
    .where('c.ended_at', '<=', to)

const read = (trx: Trx, stay: Stay) =>
  ofStay(trx, stay).select([
    'c.id',
    'c.ended_at',
    'c.readings',
    'c.ews_scores',
    sql<Person | null>`case when ${hasNote} then app_person(c.created_by) end`.as('author'),
  ])

const checkupOf = (
  row: Awaited<ReturnType<ReturnType<typeof read>['executeTakeFirstOrThrow']>>,
): CheckupOfStay => ({
  id: row.id,
  endedAt: row.ended_at,
  author: row.author,
  readings: storedReadings(row.readings),
  ewsScores: storedScores(row.ews_scores),
})

/** Counts the check-ups of a stay, and reads the first and the highest. */
export async function checkupsOfStay(trx: Trx, stay: Stay): Promise<CheckupsOfStay> {
  const { count, noteCount } = await ofStay(trx, stay)
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`count(*) filter (where ${hasNote})::int`.as('noteCount'),
    ])
    .executeTakeFirstOrThrow()
  const first = await read(trx, stay)
    .orderBy('c.ended_at')
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst()
  const highest = await read(trx, stay)
    .where('c.total_score', 'is not', null)
    .orderBy('c.total_score', 'desc')
    .orderBy('c.ended_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    count,
    noteCount,
    first: first === undefined ? null : checkupOf(first),
    highest: highest === undefined ? null : checkupOf(highest),
  }
}

/**
 * A page of the check-ups of a stay, newest first.
 * @param before only those that are older than this one; null: from the newest on
 */
export async function checkupsOfStayBefore(
  trx: Trx,
  stay: Stay,
  before: CheckupOfStay | null,
  take: number,
): Promise<readonly CheckupOfStay[]> {
  const all = read(trx, stay)
  const older =
    before === null
      ? all
      : all.where(sql<boolean>`(c.ended_at, c.id) < (${before.endedAt}::timestamptz, ${before.id})`)
  return (
    await older.orderBy('c.ended_at', 'desc').orderBy('c.id', 'desc').limit(take).execute()
  ).map(checkupOf)
}
