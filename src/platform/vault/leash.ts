const hourMs = 3_600_000
/**
 * An organisation may ask for 1 to 72 hours; 12 where it says nothing (design/sync.md, decided).
 */
export const defaultLeashMs = 12 * hourMs
/**
 * Clocks are corrected by seconds all the time; put back by more than this, they are no ground to
 * go on reading.
 */
const correctionMs = 5 * 60_000

export const leashWithin = (ms: number): number => Math.min(72 * hourMs, Math.max(hourMs, ms))

/**
 * True when only the server opens the vault: the leash has run out, or the clock was put back
 * behind a time that was seen.
 */
export const isLeashOver = (
  { leashUntil, seenAt }: { readonly leashUntil: number; readonly seenAt: number },
  now: number,
): boolean => now >= leashUntil || now < seenAt - correctionMs
