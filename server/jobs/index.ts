import type { Database } from '../db/database'
import {
  closeAnswered,
  decideMissed,
  decideMissedRepeats,
  decideStopped,
  decideUndone,
  endHolds,
  escalateDue,
  lateAfterMs,
  oldestDueMs,
  releaseGone,
} from '../areas/alert'
import { closeParts } from '../areas/admission'
import { tellEnding } from '../areas/calling'
import { enrolSchedules } from '../areas/checkup'
import { endGoneDuties } from '../areas/duty'
import { ItemFailed, newRound, type Round } from './apart'
import { decidedNow, type JobParts } from './database-clock'
import { hearsNow } from './hearing'
import { OrganizationFailed } from './organization-failed'

export { decideMissed, decideStopped }
export type { JobParts }

/** What a job tells the log; never a patient. */
export interface JobLog {
  error(fields: Readonly<Record<string, unknown>>, message?: string): void
}

/** Runs a job until nothing is due. Failing organisations and items are skipped in this round. */
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
 * Does all that is due: missed check-ups, silent monitoring, escalation, and what somebody held who
 * is gone. Safe on several servers and when killed. A failure does not stop the rest.
 * @param hears false: devices could not send, so that missing data proves nothing
 * @throws AggregateError at the end: all that failed
 */
export async function runDue(database: Database, parts: JobParts, hears = true): Promise<void> {
  const enrol = async (): Promise<number> => {
    await database.asSystem(async (trx) => enrolSchedules(trx, await decidedNow(trx, parts)))
    return 0
  }
  const close = async (): Promise<number> => {
    await database.asSystem(async (trx) => closeParts(trx, await decidedNow(trx, parts)))
    return 0
  }
  const jobs: readonly ((...given: Parameters<typeof closeAnswered>) => Promise<number>)[] = [
    enrol,
    close,
    closeAnswered,
    decideUndone,
    ...(hears ? [decideMissed, decideMissedRepeats, decideStopped] : []),
    endGoneDuties,
    releaseGone,
    endHolds,
    escalateDue,
    tellEnding,
  ]
  const failures: unknown[] = []
  for (const job of jobs) failures.push(...(await exhaust((round) => job(database, parts, round))))
  if (failures.length > 0) throw new AggregateError(failures, 'Not all that is due could be done')
}

/** How often it is looked whether something is due, milliseconds. */
const everyMs = 15_000

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

/** Runs at once and then every fifteen seconds. Returns how to stop, which waits for the round. */
export function startJobs(
  { database, log, ...parts }: JobParts & { readonly database: Database; readonly log: JobLog },
  intervalMs = everyMs,
): () => Promise<void> {
  let running: Promise<void> | null = null
  const round = (): void => {
    running ??= hearsNow(database, parts)
      .then((hears) => runDue(database, parts, hears))
      .catch((error: unknown) => {
        for (const one of error instanceof AggregateError ? error.errors : [error])
          log.error(failureOf(one))
      })
      .then(() => oldestDueMs(database, parts))
      .then((lateMs) => {
        if (lateMs > lateAfterMs) log.error({ event: 'alerts-late', lateMs })
      })
      .catch((error: unknown) => log.error(failureOf(error)))
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
