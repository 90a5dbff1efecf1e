import type { Edition } from '../organization/organization'
import {
  clinicalZone,
  deviceZone,
  meantZone,
  timeIn,
  type CalendarDate,
  type Zone,
} from './calendar'

const minuteMs = 60_000
const dayMs = 86_400_000

export interface WallTime extends CalendarDate {
  readonly hour: number
  readonly minute: number
}

const minuteOf = (ms: number): number => Math.floor(ms / minuteMs) * minuteMs

/** The wall clock's offset from UTC, from the machine's calendar; milliseconds, whole minutes. */
const askedOffset = (ms: number, zone: Zone | undefined): number => {
  const { year, month, day, hour, minute } = timeIn(ms, zone)
  return Date.UTC(year, month - 1, day, hour, minute) - minuteOf(ms)
}

/** Days whose first offset is remembered. */
const daysAtMost = 2_000
const known = new Map<string, number>()
const offsetAtDay = (day: number, zone: Zone | undefined): number => {
  const key = `${day} ${zone}`
  const offset = known.get(key) ?? askedOffset(day * dayMs, zone)
  if (known.size >= daysAtMost) known.clear()
  known.set(key, offset)
  return offset
}

/** The offset, cached by day: a day that begins and ends with one offset has no other. */
const offsetAt = (ms: number, zone: Zone | undefined): number => {
  const day = Math.floor(ms / dayMs)
  const offset = offsetAtDay(day, zone)
  return offset === offsetAtDay(day + 1, zone) ? offset : askedOffset(ms, zone)
}

const wallMs = (ms: number, zone: Zone | undefined): number => minuteOf(ms) + offsetAt(ms, zone)

/** The instants of a wall time, by the clock before and after a change near it. */
const readings = (time: WallTime, named: Zone | undefined) => {
  const zone = meantZone(named)
  const wanted = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute)
  const [before, after] = [
    wanted - offsetAt(wanted - dayMs, zone),
    wanted - offsetAt(wanted + dayMs, zone),
  ]
  return {
    before,
    shown: [...new Set([before, after])]
      .filter((ms) => wallMs(ms, zone) === wanted)
      .toSorted((a, b) => a - b),
  }
}

/**
 * The instants (epoch ms) of a wall time in `zone`: two where clocks go back, none where forward.
 */
export const instantsAt = (time: WallTime, zone?: Zone): readonly number[] =>
  readings(time, zone).shown

/**
 * The instant (epoch ms) of a wall time in `zone` by RFC 5545 (3.3.5): the first of two; a skipped
 * time by the clock before the change (01:30 becomes 02:30).
 */
export const instantAt = (time: WallTime, zone?: Zone): number => {
  const { before, shown } = readings(time, zone)
  return shown[0] ?? before
}

/** The zone, e.g. ` BST`, of an instant whose minute comes twice, else nothing. */
export const zoneSuffix = (ms: number, edition: Edition, zone?: Zone): string => {
  if (instantsAt(timeIn(ms, zone), zone).length < 2) return ''
  return ` ${new Intl.DateTimeFormat(edition, { timeZone: meantZone(zone), timeZoneName: 'short' }).formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? ''}`
}

/** The clinical zone, at an instant (epoch ms) at which the device's clock shows another time; else null. */
export const foreignZone = (ms: number, device = deviceZone()): Zone | null => {
  const zone = clinicalZone()
  return wallMs(ms, zone) === wallMs(ms, device) ? null : zone
}

/** How a zone is called: `New York` for `America/New_York`. */
export const zoneName = (zone: Zone): string =>
  zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** The same day `days` later; a date of the calendar, whatever its hours are. */
export const plusDays = ({ year, month, day }: CalendarDate, days: number): CalendarDate => {
  const moved = new Date(Date.UTC(year, month - 1, day + days))
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() }
}

/** Days since 1 January 1970 by the calendar alone. */
export const dayNumberOf = ({ year, month, day }: CalendarDate): number =>
  Math.round(Date.UTC(year, month - 1, day) / dayMs)
