/** Time as the outside gives it, handed in everywhere so that tests own it. */
export interface Clock {
  /** Wall time, epoch milliseconds; may jump. */
  now(): number
  /** Milliseconds of this page; never jumps. */
  monotonic(): number
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted before. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls once after `ms`; returns the way to cancel. */
  after(ms: number, call: () => void): () => void
}

/** The browser's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
  sleep: (ms, signal) => new Promise((resolve, reject) => {
    if (signal?.aborted) { reject(signal.reason as Error); return }
    const timer = setTimeout(() => { signal?.removeEventListener('abort', stop); resolve() }, ms)
    const stop = (): void => { clearTimeout(timer); reject(signal?.reason as Error) }
    signal?.addEventListener('abort', stop, { once: true })
  }),
}
