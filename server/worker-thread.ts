import { Worker } from 'node:worker_threads'

/** What a thread answers, once read. Without `value` it failed. */
export interface ThreadAnswer<Value> {
  readonly id: number
  readonly failure?: string | undefined
  readonly value?: Value | undefined
}

/** Work that is done on a thread, so that requests are not held. */
export interface WorkerThread<Order extends object, Value> {
  /** Rejects where the work fails or is aborted, when the thread dies, and after `close`. */
  ask(order: Order, signal?: AbortSignal): Promise<Value>
  /** Ends the thread; what is under way is rejected. */
  close(): Promise<void>
}

interface Waiting<Value> {
  readonly resolve: (value: Value) => void
  readonly reject: (error: Error) => void
}

/**
 * A thread that starts with the first order, and again after it died. An aborted order ends it,
 * since nothing else ends arithmetic that does not end: what else is under way is rejected with it.
 * @param script what the thread runs
 * @param read parses an answer of the thread; `id` is the order's
 */
export const createWorkerThread = <Order extends object, Value>(
  script: URL,
  read: (message: unknown) => ThreadAnswer<Value>,
): WorkerThread<Order, Value> => {
  let thread: Worker | null = null
  let last = 0
  let isClosed = false
  const waiting = new Map<number, Waiting<Value>>()
  const rejectAll = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const lose = (lost: Worker, error: Error): void => {
    if (thread !== lost) return
    thread = null
    rejectAll(error)
  }
  const start = (): Worker => {
    const started = new Worker(script, { execArgv: [] })
    started.on('message', (message: unknown) => {
      const { id, value, failure } = read(message)
      const asked = waiting.get(id)
      waiting.delete(id)
      if (value === undefined) asked?.reject(new Error(failure ?? 'No answer'))
      else asked?.resolve(value)
    })
    started.on('error', (error) => lose(started, error))
    started.on('exit', () => lose(started, new Error('The thread ended')))
    started.unref()
    return started
  }
  return {
    ask: (order, signal) =>
      new Promise((resolve, reject) => {
        if (isClosed) {
          reject(new Error('Closed'))
          return
        }
        const asked = (thread ??= start())
        const id = (last += 1)
        waiting.set(id, { resolve, reject })
        asked.postMessage({ ...order, id })
        signal?.addEventListener(
          'abort',
          () => {
            if (!waiting.has(id)) return
            lose(asked, new Error('Given up'))
            void asked.terminate()
          },
          { once: true },
        )
      }),
    close: async () => {
      isClosed = true
      const ended = thread
      thread = null
      rejectAll(new Error('Closed'))
      await ended?.terminate()
    },
  }
}
