/**
 * A check-up's values no longer speak for the patient from this age on, in milliseconds. Until
 * patients have check-up schedules of their own, the longest rest that NEWS2 allows between
 * observations counts twice: 2 × 12 hours (RCP NEWS2, monitoring frequency; design/sync: fresh up
 * to twice the expected cadence).
 */
export const checkupStaleAfterMs = 24 * 60 * 60_000

/**
 * A check-up this far ahead of the clock that ages count by has a time that cannot be,
 * milliseconds.
 */
export const implausibleAfterMs = 5 * 60_000

/**
 * True when a check-up ended in the future: nobody knows how old it is, so it is never shown as
 * fresh.
 */
export const isCheckupImplausible = (endedAt: string, nowMs: number): boolean =>
  Date.parse(endedAt) - nowMs > implausibleAfterMs

/**
 * True when a check-up that ended at `endedAt` (ISO 8601) is stale at `nowMs` (epoch milliseconds),
 * or its time cannot be.
 */
export const isCheckupStale = (endedAt: string, nowMs: number): boolean =>
  nowMs - Date.parse(endedAt) > checkupStaleAfterMs || isCheckupImplausible(endedAt, nowMs)
