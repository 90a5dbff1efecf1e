/** So long before an admission other organisations' readings are open with it, milliseconds (T8). */
const readingsMs = 30 * 86_400_000

/** So long after the discharge the part of the record stays open, milliseconds (T8). */
export const partStaysOpenMs = 24 * 60 * 60_000

/** From when on (ISO 8601) readings of other organisations are open to one that admits at `nowMs`. */
export const othersOpenFrom = (nowMs: number): string => new Date(nowMs - readingsMs).toISOString()

/** As othersOpenFrom, of one whose stay is over, or whose part is held: nothing of other organisations is open. */
export const othersClosed = '9999-12-31T00:00:00.000Z'

/** So far back admissions by identifier are counted, milliseconds (T8). */
export const countedMs = 24 * 60 * 60_000

/** Whether what an admission opens waits for an administrator: the user has had ten such ones in `countedMs` (T8). */
export const isHeldAfter = (admissions: number): boolean => admissions >= 10
