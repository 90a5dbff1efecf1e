/**
 * A check-up's values are fresh no longer than this, milliseconds: twice the longest rest that
 * NEWS2 allows between observations. Schedule and score mostly end it sooner (virtual-ward/due.ts).
 */
export const checkupStaleAfterMs = 24 * 60 * 60_000

/** A check-up this far ahead of the clock has a wrong time, milliseconds. */
export const implausibleAfterMs = 5 * 60_000

/** True when a check-up ended in the future: its age is unknown, so it is never fresh. */
export const isCheckupImplausible = (endedAt: string, nowMs: number): boolean =>
  Date.parse(endedAt) - nowMs > implausibleAfterMs
