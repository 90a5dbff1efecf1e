import { dateIn, dayOf, type Zone } from '../time/calendar'
import { instantAt, plusDays } from '../time/wall'

/** How many hours an aggregate may be of: each divides a day. */
export const aggregateHours = [1, 2, 3, 4, 6, 8, 12, 24] as const
export type AggregateHours = (typeof aggregateHours)[number]

/** Soft signs are summed up over so many hours (C503). */
export const softSignsHours = 24

/** More intervals than this say nothing that a smaller number does not. */
export const mostIntervals = 400

const hourMs = 3_600_000
/** A year with a leap day, and an hour for a change of the clocks. */
const longestMs = (366 * 24 + 1) * hourMs

/** From (included) to (excluded), epoch milliseconds. */
export interface ReportRange {
  readonly from: number
  readonly to: number
}

/** What is wrong with a period; null: nothing. */
export const rangeFault = (
  { from, to }: ReportRange,
  nowMs: number,
): 'end-before-start' | 'future' | 'too-long' | null => {
  if (to <= from) return 'end-before-start'
  if (from > nowMs) return 'future'
  return to - from > longestMs ? 'too-long' : null
}

/** True for a name that the calendar knows as a zone. */
export const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/**
 * The edges of intervals, epoch milliseconds ascending: both ends of the period, and between them
 * every `hours` of the wall clock in `zone`, from midnight. On the day of a change of the clocks one
 * interval is an hour shorter or longer.
 */
export const intervalEdges = (
  { from, to }: ReportRange,
  hours: AggregateHours,
  zone: Zone | undefined,
): readonly number[] => {
  const edges = new Set<number>()
  const last = dayOf(to, zone)
  const first = dateIn(from, zone)
  for (let days = 0; ; days++) {
    const day = plusDays(first, days)
    for (let hour = 0; hour < 24; hour += hours) {
      const at = instantAt({ ...day, hour, minute: 0 }, zone)
      if (at > from && at < to) edges.add(at)
    }
    if (dayOf(instantAt({ ...day, hour: 12, minute: 0 }, zone), zone) >= last) break
  }
  return [from, ...[...edges].toSorted((a, b) => a - b), to]
}

/** How many intervals there are at least, told without the calendar: an hour may come twice. */
export const leastIntervals = ({ from, to }: ReportRange, hours: AggregateHours): number =>
  Math.floor(((to - from) / hourMs - 2) / hours)

/** The lengths of an interval that the period has room for. */
export const fittingHours = (range: ReportRange): readonly AggregateHours[] =>
  aggregateHours.filter((hours) => (range.to - range.from) / hourMs / hours <= mostIntervals - 2)

/** The length that a report begins with: up to 3 days 4 h, up to a week 8 h, else a day. */
export const usualHours = ({ from, to }: ReportRange): AggregateHours => {
  const days = (to - from) / hourMs / 24
  if (days <= 3) return 4
  return days <= 7 ? 8 : 24
}

/** In which interval an instant is: the place of its lower edge. */
export const intervalOf = (edges: readonly number[], atMs: number): number => {
  let [low, high] = [0, edges.length - 1]
  while (low + 1 < high) {
    const middle = (low + high) >> 1
    if ((edges[middle] ?? Infinity) <= atMs) low = middle
    else high = middle
  }
  return low
}

/** The longest time without a value that a line crosses: as in the trend of the score. */
export const gapMs = ({ from, to }: ReportRange, hours: number): number =>
  Math.max(to - from <= 24 * hourMs ? 12 : 36, hours * 1.5) * hourMs
