import type { Database } from '../db/database'
import { closeAnswered } from './answered-missed'
import { ItemFailed, newRound, type Round } from './apart'
import { decidedNow, type JobParts } from './database-clock'
import { enrolSchedules } from './enrol-schedules'
import { escalateDue } from './escalate'
import { decideMissed } from './missed-checkups'
import { OrganizationFailed } from './organization-failed'
import { decideStopped } from './stopped-data'

export { decideMissed, decideStopped }
export type { JobParts }

/** What a job tells the log; never a patient. */
export interface JobLog {
  error(fields: Readonly<Record<string, unknown>>, message?: string): void
}

/**
 * A job until nothing is due; an organisation or an item that it fails for is left alone for the
 * rest of this round. Tells what failed.
 */
async function exhaust(job: (round: Round) => Promise<number>): Promise<readonly unknown[]> {
  const [failed, items]: [OrganizationFailed[], ItemFailed[]] = [[], []]
  for (;;) {
    try {
      if (
        (await job(
          newRound(
            failed.map(({ organizationId }) => organizationId),
            items,
          ),
        )) === 0
      )
        return [...failed, ...items]
    } catch (error) {
      if (!(error instanceof OrganizationFailed)) return [...failed, ...items, error]
      failed.push(error)
    }
  }
}

/**
 * Does all that is due: missed check-ups, monitoring that fell silent, then alerts that nobody is
 * on. Safe from several servers at once, and to be cut off anywhere. What fails, a job, one
 * organisation in it or one item, holds up nothing else.
 * @param hears false: devices may not have been able to send, so that silence and a check-up that
 *   is not there say nothing
 * @throws AggregateError when the rest is done: all that failed
 */
export async function runDue(database: Database, parts: JobParts, hears = true): Promise<void> {
  const enrol = async (): Promise<number> => {
    await database.asSystem(async (trx) => enrolSchedules(trx, await decidedNow(trx, parts)))
    return 0
  }
  const jobs = [enrol, closeAnswered, ...(hears ? [decideMissed, decideStopped] : []), escalateDue]
  const failures: unknown[] = []
  for (const job of jobs)
    failures.push(
      ...(await exhaust((round) => (job === enrol ? enrol() : job(database, parts, round)))),
    )
  if (failures.length > 0) throw new AggregateError(failures, 'Not all that is due could be done')
}

/** How often it is looked whether something is due, milliseconds. */
const everyMs = 15_000

/** After so long what devices could not send while no server was there has come, milliseconds. */
const heardAfterMs = 5 * 60_000

const failureOf = (error: unknown): Readonly<Record<string, unknown>> => {
  const isTold = error instanceof OrganizationFailed || error instanceof ItemFailed
  const cause = isTold ? error.cause : error
  return {
    event: 'jobs-failed',
    failure: cause instanceof Error ? cause.name : 'unknown',
    code: cause instanceof Error && 'code' in cause ? cause.code : null,
    ...(isTold ? { organizationId: error.organizationId } : {}),
    ...(error instanceof ItemFailed ? { item: error.kind, itemId: error.itemId } : {}),
  }
}

/**
 * Starts looking, at once and then every fifteen seconds, one round at a time. Returns how to stop:
 * resolves when the round under way has ended.
 */
export function startJobs(
  { database, log, ...parts }: JobParts & { readonly database: Database; readonly log: JobLog },
  intervalMs = everyMs,
): () => Promise<void> {
  let running: Promise<void> | null = null
  const startedAt = parts.clock.now()
  const round = (): void => {
    running ??= runDue(database, parts, parts.clock.now() - startedAt >= heardAfterMs)
      .catch((error: unknown) => {
        for (const one of error instanceof AggregateError ? error.errors : [error])
          log.error(failureOf(one))
      })
      .finally(() => {
        running = null
      })
  }
  round()
  const timer = setInterval(round, intervalMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
