/** Wrong passwords since the last right one, and when to try again (epoch milliseconds). */
export interface Attempts {
  readonly failed: number
  readonly notBefore: number
}

export const noAttempts: Attempts = { failed: 0, notBefore: 0 }

const free = 4
const firstWaitMs = 5_000
const longestWaitMs = 5 * 60_000

/** One more attempt. After the fifth wrong one the wait is 5 s, doubled up to five minutes. */
export const attempted = ({ failed }: Attempts, now: number): Attempts => ({
  failed: failed + 1,
  notBefore:
    failed + 1 <= free ? now : now + Math.min(longestWaitMs, firstWaitMs * 2 ** (failed - free)),
})

/** Milliseconds to the next attempt, limited to the longest wait whatever the clock says. */
export const waitMs = ({ notBefore }: Attempts, now: number): number =>
  Math.min(longestWaitMs, Math.max(0, notBefore - now))
