/**
 * A check-up's values no longer speak for the patient from this age on, in milliseconds. Until patients have check-up
 * schedules of their own, the longest rest that NEWS2 allows between observations counts twice: 2 × 12 hours (RCP NEWS2,
 * monitoring frequency; design/sync: fresh up to twice the expected cadence).
 */
export const checkupStaleAfterMs = 24 * 60 * 60_000

/** True when a check-up that ended at `endedAt` (ISO 8601) is stale at `nowMs` (epoch milliseconds). */
export const isCheckupStale = (endedAt: string, nowMs: number): boolean => nowMs - Date.parse(endedAt) > checkupStaleAfterMs
