import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { ownAnalyser, type AnalysedEvent, type EcgAnalyser } from './analyser'

const answerSchema = z.object({
  id: z.number(),
  failure: z.string().optional(),
  events: z.array(z.object({ type: z.string(), start: z.number(), end: z.number() })).optional(),
})

interface Waiting {
  readonly resolve: (events: readonly AnalysedEvent[]) => void
  readonly reject: (error: Error) => void
}

/**
 * Our analyser on a thread that starts with the first slot and again after it died. Then the
 * request rejects and the slot is due again (analyse-due.ts).
 */
export function createThreadAnalyser(): EcgAnalyser & { close(): Promise<void> } {
  let thread: Worker | null = null
  let last = 0
  const waiting = new Map<number, Waiting>()
  const lose = (lost: Worker, error: Error): void => {
    if (thread !== lost) return
    thread = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const start = (): Worker => {
    const started = new Worker(new URL('./start-thread.mjs', import.meta.url), { execArgv: [] })
    started.on('message', (message: unknown) => {
      const { id, events, failure } = answerSchema.parse(message)
      const asked = waiting.get(id)
      waiting.delete(id)
      if (events === undefined) asked?.reject(new Error(failure ?? 'No answer'))
      else asked?.resolve(events)
    })
    started.on('error', (error) => lose(started, error))
    started.on('exit', () => lose(started, new Error('The analysis thread ended')))
    started.unref()
    return started
  }
  return {
    method: ownAnalyser.method,
    analyse: (runs, slotStart, signal) =>
      new Promise((resolve, reject) => {
        const asked = (thread ??= start())
        const id = (last += 1)
        waiting.set(id, { resolve, reject })
        asked.postMessage({ id, runs, slotStart })
        // Nothing else ends arithmetic that does not end.
        signal?.addEventListener(
          'abort',
          () => {
            if (!waiting.has(id)) return
            lose(asked, new Error('Nobody waits any longer'))
            void asked.terminate()
          },
          { once: true },
        )
      }),
    close: async () => {
      const ended = thread
      thread = null
      for (const { reject } of waiting.values()) reject(new Error('Closed'))
      waiting.clear()
      await ended?.terminate()
    },
  }
}
