/** So long before an admission other organisations' readings are open with it, milliseconds (T8). */
const readingsMs = 30 * 86_400_000

/** So long after the discharge the part of the record stays open, milliseconds (T8). */
export const partStaysOpenMs = 24 * 60 * 60_000

/** From when on (ISO 8601) readings of other organisations are open to one that admits at `nowMs`. */
export const othersOpenFrom = (nowMs: number): string => new Date(nowMs - readingsMs).toISOString()

/** As othersOpenFrom, of one whose stay is over: nothing of other organisations is open. */
export const othersClosed = '9999-12-31T00:00:00.000Z'
