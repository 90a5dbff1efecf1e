import { z } from 'zod'
import { createWorkerThread } from '../worker-thread'
import { ownAnalyser, type AnalysedEvent, type EcgAnalyser } from './analyser'

const answerSchema = z.object({
  id: z.number(),
  failure: z.string().optional(),
  events: z.array(z.object({ type: z.string(), start: z.number(), end: z.number() })).optional(),
})

/**
 * Our analyser on a thread that starts with the first slot and again after it died. Then the
 * request rejects and the slot is due again (analyse-due.ts).
 */
export function createThreadAnalyser(): EcgAnalyser & { close(): Promise<void> } {
  const { ask, close } = createWorkerThread<
    {
      readonly runs: Parameters<EcgAnalyser['analyse']>[0]
      readonly slotStart: Parameters<EcgAnalyser['analyse']>[1]
    },
    readonly AnalysedEvent[]
  >(new URL('./start-thread.mjs', import.meta.url), (message) => {
    const { id, events, failure } = answerSchema.parse(message)
    return { id, failure, value: events }
  })
  return {
    method: ownAnalyser.method,
    analyse: (runs, slotStart, signal) => ask({ runs, slotStart }, signal),
    close,
  }
}
