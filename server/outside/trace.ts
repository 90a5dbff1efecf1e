import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Trx } from '../db/database'
import { decidedNow, type JobParts } from '../jobs/database-clock'
import type { Trace, Traced, TraceResult } from './pds'

/** So long a claim holds, milliseconds: longer than an answer may take. */
const claimMs = 60_000
/** The wait after a first try without an answer, and the longest, milliseconds. */
const firstWaitMs = 60_000
const longestWaitMs = 3_600_000

interface Claim extends Traced {
  readonly patientId: string
  /** When the claim ends, ISO 8601: their time in the queue, unless other details came. */
  readonly until: string
  readonly asked: string
  readonly attempts: number
}

/** What is asked about a patient; undefined: nothing is any more. */
const claimOf = async (trx: Trx, patientId: string, until: string): Promise<Claim | undefined> => {
  const { rows } = await sql<{
    patient_id: string
    asked: string
    attempts: number
    value: string
    first_name: string
    last_name: string
    birth_date: string
    gender: 'male' | 'female'
  }>`with asked as (
      select p.id, p.organization_id, app_trace_digest(p) as asked, p.national_identifier_value as value, p.first_name, p.last_name,
        to_char(p.birth_date, 'YYYY-MM-DD') as birth_date, p.gender
      from patient p join organization o on o.id = p.organization_id
      where p.id = ${patientId} and p.national_identifier_type = 'NhsNumber' and p.deleted_at is null and not p.is_test and o.edition = 'en-GB'),
    taken as (
      insert into identifier_trace as t (patient_id, organization_id, asked, status, attempts)
      select id, organization_id, asked, 'Pending', 1 from asked
      on conflict (patient_id) do update set status = 'Pending', fields = '[]', retrieved_at = null,
        attempts = case when t.asked = excluded.asked then t.attempts + 1 else 1 end, asked = excluded.asked
      returning t.patient_id, t.asked, t.attempts)
    select taken.*, asked.value, asked.first_name, asked.last_name, asked.birth_date, asked.gender from taken join asked on asked.id = taken.patient_id`.execute(
    trx,
  )
  const row = rows[0]
  return (
    row && {
      patientId: row.patient_id,
      until,
      asked: row.asked,
      attempts: row.attempts,
      nhsNumber: row.value,
      firstName: row.first_name,
      lastName: row.last_name,
      birthDate: row.birth_date,
      gender: row.gender,
    }
  )
}

/**
 * Takes one patient whose number is to be traced: never asked about, or not about these details, or
 * without an answer so far. Test patients, deleted ones and those of the US edition never are.
 */
const claim = async (trx: Trx, nowMs: number): Promise<Claim | undefined> => {
  const until = new Date(nowMs + claimMs).toISOString()
  for (;;) {
    const due = await sql<{ patient_id: string }>`
      update trace_due set due_at = ${until} where patient_id = (
        select d.patient_id from trace_due d where d.due_at <= ${new Date(nowMs).toISOString()} order by d.due_at, d.patient_id limit 1 for update skip locked)
      returning patient_id`.execute(trx)
    const patientId = due.rows[0]?.patient_id
    if (patientId === undefined) return undefined
    const claimed = await claimOf(trx, patientId, until)
    if (claimed !== undefined) return claimed
    await trx.deleteFrom('trace_due').where('patient_id', '=', patientId).execute()
  }
}

const settle = async (
  trx: Trx,
  { patientId, until, asked, attempts }: Claim,
  result: TraceResult,
  nowMs: number,
): Promise<void> => {
  if (result.kind === 'unanswered') {
    const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempts - 1, 10))
    await trx
      .updateTable('trace_due')
      .set({ due_at: new Date(nowMs + wait).toISOString() })
      .where('patient_id', '=', patientId)
      .where('due_at', '=', until)
      .execute()
    return
  }
  await trx
    .updateTable('identifier_trace')
    .set({
      status: result.kind,
      fields: JSON.stringify('fields' in result ? result.fields : []),
      retrieved_at: new Date(nowMs).toISOString(),
    })
    .where('patient_id', '=', patientId)
    .where('asked', '=', asked)
    .execute()
  await trx
    .deleteFrom('trace_due')
    .where('patient_id', '=', patientId)
    .where('due_at', '=', until)
    .execute()
}

export interface TraceParts extends JobParts {
  readonly database: Database
  readonly trace: Trace
  readonly log: Pick<Logger, 'error'>
}

/**
 * Traces every number that is due, one after the other. Safe on several servers and when killed.
 * @returns how many were asked about
 */
export async function traceDue({ database, trace, ...parts }: TraceParts): Promise<number> {
  for (let count = 0; ; count += 1) {
    const taken = await database.asSystem(async (trx) => claim(trx, await decidedNow(trx, parts)))
    if (taken === undefined) return count
    const result = await trace(taken)
    await database.asSystem(async (trx) => settle(trx, taken, result, await decidedNow(trx, parts)))
  }
}

/** How often it is looked whether a number is to be traced, milliseconds. */
const everyMs = 15_000

/** Traces at once and then every fifteen seconds. Returns how to stop, which waits for the round. */
export function startTracing(parts: TraceParts): () => Promise<void> {
  let running: Promise<unknown> | null = null
  const round = (): void => {
    running ??= traceDue(parts)
      .catch((error: unknown) =>
        parts.log.error({
          event: 'tracing-failed',
          failure: error instanceof Error ? error.name : 'unknown',
        }),
      )
      .finally(() => {
        running = null
      })
  }
  round()
  const timer = setInterval(round, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
