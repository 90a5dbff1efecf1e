import type { Clock } from '../clock'
import { isoNow } from '../clock'
import type { Database } from '../db/database'
import { contextOf, type AnalysedEvent, type EcgAnalyser } from './analyser'
import { claimSlot, finishSlot, readContext, releaseSlot } from './slots'

export interface AnalysisLog {
  error(fields: Readonly<Record<string, unknown>>, message?: string): void
}
export interface AnalysisParts {
  readonly database: Database
  readonly clock: Clock
  readonly log: AnalysisLog
  readonly analyser: EcgAnalyser
  /** An analyser that has not answered after so long has failed, milliseconds. */
  readonly answerWithinMs?: number
}

const usualAnswerMs = 60_000
/** Reading and writing the slot, on top of the answer, milliseconds. */
const roundTripMs = 30_000

const nobodyStops = new AbortController().signal

/** The analyser's answer, or the reason why nobody waits for it any longer. */
const answerOf = async (
  analyser: EcgAnalyser,
  runs: Parameters<EcgAnalyser['analyse']>[0],
  slot: number,
  signal: AbortSignal,
): Promise<readonly AnalysedEvent[]> => {
  if (runs.length === 0) return []
  signal.throwIfAborted()
  let stopWaiting: () => void = () => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    const refuse = (): void => reject(signal.reason as Error)
    signal.addEventListener('abort', refuse)
    stopWaiting = () => signal.removeEventListener('abort', refuse)
  })
  try {
    return await Promise.race([analyser.analyse(runs, contextOf(slot).start, signal), aborted])
  } finally {
    stopWaiting()
  }
}

/**
 * Analyses one due slot outside of any transaction. Its events are replaced in the transaction that
 * takes it off the list, so that a killed server loses nothing.
 * @returns whether there was one
 */
async function analyseOne(
  { database, clock, log, analyser, answerWithinMs = usualAnswerMs }: AnalysisParts,
  stopping: AbortSignal,
): Promise<boolean> {
  const taken = await database.asSystem((trx) => claimSlot(trx, answerWithinMs + roundTripMs))
  if (taken === undefined) return false
  try {
    const runs = await database.asSystem((trx) => readContext(trx, taken))
    const events = await answerOf(
      analyser,
      runs,
      taken.slot,
      AbortSignal.any([stopping, AbortSignal.timeout(answerWithinMs)]),
    )
    await database.asSystem((trx) => finishSlot(trx, taken, analyser.method, events, isoNow(clock)))
  } catch (error) {
    if (!stopping.aborted)
      log.error({
        event: 'waveform-analysis-failed',
        failure: error instanceof Error ? error.name : 'unknown',
      })
    await database.asSystem((trx) => releaseSlot(trx, taken, !stopping.aborted))
  }
  return true
}

/** Analyses all that is due until `stopping` aborts; yields between slots. Returns the count. */
export async function analyseDue(
  parts: AnalysisParts,
  stopping: AbortSignal = nobodyStops,
): Promise<number> {
  let done = 0
  while (!stopping.aborted && (await analyseOne(parts, stopping))) {
    done += 1
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
  return done
}

/** How often it is looked, milliseconds. */
const everyMs = 5_000

/** Runs one round at a time. Returns how to stop; the running slot is done by the next round. */
export function startAnalysis(parts: AnalysisParts, intervalMs = everyMs): () => Promise<void> {
  let running: Promise<unknown> | null = null
  const stopping = new AbortController()
  const timer = setInterval(() => {
    running ??= analyseDue(parts, stopping.signal)
      .catch((error: unknown) =>
        parts.log.error({
          event: 'waveform-analysis-failed',
          failure: error instanceof Error ? error.name : 'unknown',
        }),
      )
      .finally(() => {
        running = null
      })
  }, intervalMs)
  timer.unref()
  return async () => {
    stopping.abort()
    clearInterval(timer)
    await running
  }
}
