import type { Database } from '../db/database'
import { decidedNow, type JobParts } from './database-clock'
import { enrolSchedules } from './enrol-schedules'
import { escalateDue } from './escalate'
import { decideMissed } from './missed-checkups'

export { decideMissed, enrolSchedules, escalateDue }
export type { JobParts }

/** What a job tells the log; never a patient. */
export interface JobLog { error(fields: Readonly<Record<string, unknown>>, message?: string): void }

/** Does all that is due: missed check-ups, then alerts that nobody is on. Safe from several servers at once, and to be cut off anywhere. */
export async function runDue(database: Database, parts: JobParts): Promise<void> {
  await database.asSystem(async (trx) => enrolSchedules(trx, await decidedNow(trx, parts)))
  while (await decideMissed(database, parts) > 0);
  while (await escalateDue(database, parts) > 0);
}

/** How often it is looked whether something is due, milliseconds. */
const everyMs = 15_000

/** Starts looking, at once and then every fifteen seconds, one round at a time. Returns how to stop: resolves when the round under way has ended. */
export function startJobs({ database, log, ...parts }: JobParts & { readonly database: Database; readonly log: JobLog }, intervalMs = everyMs): () => Promise<void> {
  let running: Promise<void> | null = null
  const round = (): void => {
    running ??= runDue(database, parts)
      .catch((error: unknown) => log.error({ event: 'jobs-failed', failure: error instanceof Error ? error.name : 'unknown', code: error instanceof Error && 'code' in error ? error.code : null }))
      .finally(() => { running = null })
  }
  round()
  const timer = setInterval(round, intervalMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
