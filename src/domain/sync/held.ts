/**
 * From when on a timeline is on this device without holes, epoch milliseconds: -Infinity, all of it;
 * null, nothing of it.
 */
export type HeldFrom = number | null

/**
 * Whether all of a timeline is here since an instant (epoch milliseconds; without one, since its
 * beginning): only then is a row that is not here a row that there is not.
 */
export const isHeldSince = (heldFrom: HeldFrom, sinceMs = -Infinity): boolean =>
  heldFrom !== null && heldFrom <= sinceMs
