/**
 * How long what was written before is still taken, milliseconds: after the user's own sign-out, and
 * after the end of the offline lease, which no device outlives unlocked (docs/decisions/0016).
 */
export const graceMs = 72 * 3_600_000
