import { dateIn, dayOf, isDate, parseDate, type Zone } from './calendar'
import { instantAt, plusDays } from './wall'

/** Lengths of a period that ends now, hours: 24 h, 3, 7, 14 and 30 days. */
export const periodHours = [24, 72, 168, 336, 720] as const
export type PeriodHours = (typeof periodHours)[number]

/** A length up to now, or whole days (`YYYY-MM-DD`, both included). */
export type Period =
  | { readonly kind: 'last'; readonly hours: PeriodHours }
  | { readonly kind: 'days'; readonly from: string; readonly to: string }

/** What is wrong with two days. `too-long`: over a year. */
export type PeriodFault = 'no-start' | 'no-end' | 'end-before-start' | 'future' | 'too-long'

const hourMs = 3_600_000
const longestDays = 366

const midnight = (day: string, plus: number, zone: Zone | undefined): number =>
  instantAt({ ...plusDays(parseDate(day), plus), hour: 0, minute: 0 }, zone)

/** The first fault of two typed days; null: they are a period. `now`: epoch milliseconds. */
export const periodFault = (
  from: string,
  to: string,
  now: number,
  zone?: Zone,
): PeriodFault | null => {
  if (!isDate(from)) return 'no-start'
  if (!isDate(to)) return 'no-end'
  if (to < from) return 'end-before-start'
  if (to > dayOf(now, zone)) return 'future'
  const [first, last] = [parseDate(from), parseDate(to)]
  const longest = plusDays(first, longestDays)
  const isLonger =
    Date.UTC(last.year, last.month - 1, last.day) >=
    Date.UTC(longest.year, longest.month - 1, longest.day)
  return isLonger ? 'too-long' : null
}

/**
 * From (included) and to (excluded) of a period, epoch ms. Days are those of `zone`; today ends
 * now.
 */
export const periodRange = (
  period: Period,
  now: number,
  zone?: Zone,
): { readonly from: number; readonly to: number } =>
  period.kind === 'last'
    ? { from: now - period.hours * hourMs, to: now }
    : {
        from: midnight(period.from, 0, zone),
        to: Math.min(midnight(period.to, 1, zone), now),
      }

/** The days that a length up to now covers: where somebody begins to choose days. */
export const daysOfLength = (
  hours: PeriodHours,
  now: number,
  zone?: Zone,
): { readonly from: string; readonly to: string } => {
  const { year, month, day } = plusDays(dateIn(now, zone), -Math.round(hours / 24))
  return {
    from: new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10),
    to: dayOf(now, zone),
  }
}
