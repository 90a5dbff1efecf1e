import { dateIn, type Zone } from '../time/calendar'
import { instantAt, plusDays } from '../time/wall'

/** When shifts begin, by the organisation's clock. */
const shiftHours = [7, 19] as const
/** So far back the trend of a card and what the server tells of departures go, milliseconds. */
export const heldMs = 24 * 3_600_000

/**
 * The starts of shifts since which what changed is held, the latest first; epoch milliseconds.
 * @param asOfMs as of when the data is
 */
export const shiftStarts = (asOfMs: number, zone?: Zone): readonly number[] => {
  const day = dateIn(asOfMs, zone)
  return [0, -1]
    .flatMap((days) =>
      shiftHours.map((hour) => instantAt({ ...plusDays(day, days), hour, minute: 0 }, zone)),
    )
    .filter((ms) => isHeld(ms, asOfMs))
    .toSorted((a, b) => b - a)
}

/** In so much of a new shift the one before it is still handed over, milliseconds. */
const handingOverMs = 2 * 3_600_000

/**
 * The start of the shift that is handed over at an instant: of the one that began last, and soon after
 * its beginning of the one before. Epoch milliseconds.
 */
export const shiftHandedOver = (atMs: number, zone?: Zone): number | undefined => {
  const starts = shiftStarts(atMs, zone)
  return starts.find((ms) => ms <= atMs - handingOverMs) ?? starts[0]
}

/** Whether what changed since an instant is held in data of this age. */
export const isHeld = (sinceMs: number, asOfMs: number): boolean =>
  sinceMs <= asOfMs && sinceMs >= asOfMs - heldMs
