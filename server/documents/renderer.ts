import { Worker } from 'node:worker_threads'
import type { Paper } from '../../src/domain/document/paper'
import type { RenderAnswer, RenderOrder } from './render-thread'

/** Makes PDFs of papers. */
export interface DocumentRenderer {
  /**
   * The bytes of a paper's PDF, drawn on a thread: the caller's is not held.
   * @throws Error where it cannot be drawn, takes longer than a minute, or the thread died
   */
  render(paper: Paper): Promise<Uint8Array>
  /** Ends the thread; what is under way is rejected. */
  close(): Promise<void>
}

/** A paper that takes longer is given up, milliseconds. */
const longestMs = 60_000

interface Waiting {
  readonly resolve: (bytes: Uint8Array) => void
  readonly reject: (error: Error) => void
}

/** A renderer whose thread starts with the first paper, and again after it died. */
export function createDocumentRenderer(limitMs = longestMs): DocumentRenderer {
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
    started.on('message', ({ id, bytes, failure }: RenderAnswer) => {
      const asked = waiting.get(id)
      waiting.delete(id)
      if (bytes === undefined) asked?.reject(new Error(failure ?? 'No answer'))
      else asked?.resolve(bytes)
    })
    started.on('error', (error) => lose(started, error))
    started.on('exit', () => lose(started, new Error('The thread of documents ended')))
    started.unref()
    return started
  }
  return {
    render: (paper) =>
      new Promise((resolve, reject) => {
        const asked = (thread ??= start())
        const id = (last += 1)
        // Nothing else ends a layout that does not end.
        const limit = setTimeout(() => {
          lose(asked, new Error('It took too long'))
          void asked.terminate()
        }, limitMs)
        limit.unref()
        waiting.set(id, {
          resolve: (bytes) => {
            clearTimeout(limit)
            resolve(bytes)
          },
          reject: (error) => {
            clearTimeout(limit)
            reject(error)
          },
        })
        asked.postMessage({ id, paper } satisfies RenderOrder)
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
