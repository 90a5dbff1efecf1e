import { timeIn, type CalendarDate, type Zone } from './calendar'

const minuteMs = 60_000
const dayMs = 86_400_000

/** A time on the wall. */
export interface WallTime extends CalendarDate { readonly hour: number; readonly minute: number }

/** What the wall shows, as if it were UTC. */
const wallMs = (ms: number, zone: Zone): number => {
  const { year, month, day, hour, minute } = timeIn(ms, zone)
  return Date.UTC(year, month - 1, day, hour, minute)
}

/** How far the wall is ahead of UTC at an instant, milliseconds; whole minutes. */
const offsetAt = (ms: number, zone: Zone): number => wallMs(ms, zone) - Math.floor(ms / minuteMs) * minuteMs

/**
 * The instant (epoch milliseconds) at which the wall in `zone` shows a time, as RFC 5545 (3.3.5) reads it: of a time that the
 * clocks show twice the first; a time that they skip is told by the clock before the change, so that 01:30 becomes 02:30.
 */
export const instantAt = (time: WallTime, zone: Zone): number => {
  const wanted = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute)
  const before = wanted - offsetAt(wanted - dayMs, zone)
  const after = wanted - offsetAt(wanted + dayMs, zone)
  const shown = [before, after].filter((ms) => wallMs(ms, zone) === wanted)
  return shown.length === 0 ? before : Math.min(...shown)
}

/** The same day `days` later; a date of the calendar, whatever its hours are. */
export const plusDays = ({ year, month, day }: CalendarDate, days: number): CalendarDate => {
  const moved = new Date(Date.UTC(year, month - 1, day + days))
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() }
}

/** Days since 1 January 1970 by the calendar alone. */
export const dayNumberOf = ({ year, month, day }: CalendarDate): number => Math.round(Date.UTC(year, month - 1, day) / dayMs)

/** True for the name of a time zone that this machine knows. */
export const isZone = (name: string): boolean => {
  try {
    timeIn(0, name)
    return true
  } catch {
    return false
  }
}
