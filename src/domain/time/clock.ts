/**
 * Time as the outside gives it, handed in everywhere so that tests own it. The browser's own is
 * src/platform/clock.
 */
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
