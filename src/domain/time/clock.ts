/** Time, handed in so that tests control it. */
export interface Clock {
  /** Wall time, epoch milliseconds; may jump. */
  now(): number
  /** Milliseconds of this page; never jumps. */
  monotonic(): number
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted before. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  after(ms: number, call: () => void): () => void
}
