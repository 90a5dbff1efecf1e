import { sql } from 'kysely'
import type { Checkup } from '../../../schema/generated/resolvers'
import { storedReadings } from '../../../src/domain/checkup/checkup'
import { scoreKeys } from '../../../src/domain/ews/score'
import { storedScores } from '../../../src/domain/ews/stored-scores'
import {
  oldestFirst,
  type ReportedCheckup,
  type ReportedScore,
} from '../../../src/domain/report/report'
import { newestFirst } from '../../graphql/paging'
import type { Scope } from '../../graphql/scope'
import { checkupOf, selectCheckups } from './rows'

/** From `start` (included) to `end` (excluded), ISO instants. */
interface Between {
  readonly start: string
  readonly end: string
}

/**
 * A page of the check-ups of a patient that ended in a period, newest first, with all of its last
 * instant, so that the next page begins before it.
 */
export async function checkupsBetween(
  { trx }: Scope,
  patientId: string,
  { start, end }: Between,
  take: number,
): Promise<Checkup[]> {
  const rows = await selectCheckups(trx)
    .where('c.patient_id', '=', patientId)
    .where('c.struck_out_at', 'is', null)
    .where('c.ended_at', '>=', start)
    .where('c.ended_at', '<', end)
    .orderBy('c.ended_at', 'desc')
    .fetch(take, 'with ties')
    .execute()
  return rows.map(checkupOf).toSorted(newestFirst(({ endedAt }) => endedAt))
}

/** How many ended in a period. */
export const countBetween = async (
  { trx }: Scope,
  patientId: string,
  { start, end }: Between,
): Promise<number> =>
  (
    await trx
      .selectFrom('valid_checkup')
      .select(sql<number>`count(*)::int`.as('total'))
      .where('patient_id', '=', patientId)
      .where('ended_at', '>=', start)
      .where('ended_at', '<', end)
      .executeTakeFirstOrThrow()
  ).total

/** What was measured in a period, oldest first, with all of the last instant; no names are looked up. */
export async function measuredBetween(
  { trx }: Scope,
  patientId: string,
  { start, end }: Between,
  take: number,
): Promise<ReportedCheckup[]> {
  const rows = await trx
    .selectFrom('valid_checkup')
    .select(['id', 'ended_at', 'readings', 'ews_scores'])
    .where('patient_id', '=', patientId)
    .where('ended_at', '>=', start)
    .where('ended_at', '<', end)
    .orderBy('ended_at')
    .fetch(take, 'with ties')
    .execute()
  return rows
    .map((row) => ({
      ...storedReadings(row.readings),
      id: row.id,
      endedAt: row.ended_at,
      ewsScores: storedScores(row.ews_scores),
    }))
    .toSorted(oldestFirst)
}

/**
 * What of the scores before an instant may still count: of each combination of parameters that were
 * scored, the newest, and of the same instant the graver. Nothing else of an earlier check-up is in force (pointsInForce).
 */
export async function scoresBefore(
  { trx }: Scope,
  patientId: string,
  before: string,
): Promise<ReportedScore[]> {
  const combination = scoreKeys.map((key) => sql`ews_scores -> ${sql.lit(key)} = 'null'`)
  const { rows } = await sql<{
    readonly id: string
    readonly ended_at: string
    readonly ews_scores: unknown
    readonly readings: unknown
  }>`
    select distinct on (${sql.join(combination)}) id, ended_at, ews_scores, readings from valid_checkup
    where patient_id = ${patientId} and ended_at < ${before}::timestamptz and total_score is not null
    order by ${sql.join(combination)}, ended_at desc, total_score desc, risk_level desc nulls last, id desc`.execute(
    trx,
  )
  return rows
    .map((row) => ({
      id: row.id,
      endedAt: row.ended_at,
      ewsScores: storedScores(row.ews_scores),
      pulseOxiData: storedReadings(row.readings).pulseOxiData,
    }))
    .toSorted(oldestFirst)
}
