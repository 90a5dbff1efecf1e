/** When shifts begin, by the clock on this device's wall. */
const shiftHours = [7, 19] as const
/** So far back the trend of a card and what the server tells of departures go, milliseconds. */
export const heldMs = 24 * 3_600_000

const dayBefore = (at: Date, days: number, hour: number): number =>
  new Date(at.getFullYear(), at.getMonth(), at.getDate() - days, hour).getTime()

/**
 * The starts of shifts since which what changed is held, the latest first; epoch milliseconds.
 * @param asOfMs as of when the data is
 */
export const shiftStarts = (asOfMs: number): readonly number[] => {
  const at = new Date(asOfMs)
  return [0, 1]
    .flatMap((day) => shiftHours.map((hour) => dayBefore(at, day, hour)))
    .filter((ms) => isHeld(ms, asOfMs))
    .toSorted((a, b) => b - a)
}

/** In so much of a new shift the one before it is still handed over, milliseconds. */
const handingOverMs = 2 * 3_600_000

/**
 * The start of the shift that is handed over at an instant: of the one that began last, and soon after
 * its beginning of the one before. Epoch milliseconds.
 */
export const shiftHandedOver = (atMs: number): number | undefined => {
  const starts = shiftStarts(atMs)
  return starts.find((ms) => ms <= atMs - handingOverMs) ?? starts[0]
}

/** Whether what changed since an instant is held in data of this age. */
export const isHeld = (sinceMs: number, asOfMs: number): boolean =>
  sinceMs <= asOfMs && sinceMs >= asOfMs - heldMs
