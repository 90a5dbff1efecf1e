const hourMs = 3_600_000
/** An organisation's lease: 1 to 72 hours, default 12 (design/sync.md, decided). */
export const defaultLeaseMs = 12 * hourMs
/** A clock set back by more than this is no mere correction, milliseconds. */
const correctionMs = 5 * 60_000

export const leaseWithin = (ms: number): number => Math.min(72 * hourMs, Math.max(hourMs, ms))

/**
 * True when only the server opens the vault: the lease is over or unknown, or the clock was set
 * back.
 */
export const isLeaseOver = (
  { leaseUntil, seenAt }: { readonly leaseUntil: number; readonly seenAt: number },
  now: number,
): boolean => !(now < leaseUntil) || now < seenAt - correctionMs
