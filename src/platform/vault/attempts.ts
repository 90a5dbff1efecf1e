/**
 * Wrong passwords since the last right one, and when the next may be tried (epoch milliseconds).
 */
export interface Attempts {
  readonly failed: number
  readonly notBefore: number
}

export const noAttempts: Attempts = { failed: 0, notBefore: 0 }

const free = 4
const firstWaitMs = 5_000
const longestWaitMs = 5 * 60_000

/**
 * One more attempt. Four are free; after the fifth wrong one it is 5 s, then twice as long each
 * time, up to five minutes.
 */
export const attempted = ({ failed }: Attempts, now: number): Attempts => ({
  failed: failed + 1,
  notBefore:
    failed + 1 <= free ? now : now + Math.min(longestWaitMs, firstWaitMs * 2 ** (failed - free)),
})

/**
 * Milliseconds until the next attempt; never more than the longest wait, whatever was done to the
 * clock.
 */
export const waitMs = ({ notBefore }: Attempts, now: number): number =>
  Math.min(longestWaitMs, Math.max(0, notBefore - now))
