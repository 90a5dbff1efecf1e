import { dateIn, isDate, timeIn, type CalendarDate, type Zone } from '../time/calendar'
import { dayNumberOf, instantAt, plusDays } from '../time/wall'

const hourMs = 3_600_000
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
type Weekday = (typeof weekdays)[number]

/** A recurrence rule (RFC 5545) of a check-up schedule, read. */
export type Recurrence =
  /** Wall-clock times on days, every `interval` days or weeks. `times` null: the start's time. */
  | {
      readonly kind: 'wall'
      readonly every: 'day' | 'week'
      readonly interval: number
      readonly days: readonly Weekday[] | null
      readonly times: readonly { readonly hour: number; readonly minute: number }[] | null
      /** Epoch milliseconds of the last occurrence that may be. */
      readonly untilMs: number | null
    }
  /** Elapsed time: every `interval` hours, also in a night of 25 hours. */
  | { readonly kind: 'elapsed'; readonly interval: number; readonly untilMs: number | null }

const numbers = (
  text: string | undefined,
  most: number,
): readonly number[] | null | 'unreadable' => {
  if (text === undefined) return null
  const values = text.split(',').map((part) => (/^\d{1,2}$/.test(part) ? Number(part) : Number.NaN))
  return values.every((value) => value >= 0 && value <= most)
    ? [...new Set(values)].toSorted((a, b) => a - b)
    : 'unreadable'
}

const untilOf = (text: string | undefined): number | null | 'unreadable' => {
  if (text === undefined) return null
  const [, year, month, day, hour = '23', minute = '59', second = '59'] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})Z)?$/.exec(text) ?? []
  if (!isDate(`${year}-${month}-${day}`)) return 'unreadable'
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isFinite(ms) ? ms : 'unreadable'
}

const known = new Set([
  'FREQ',
  'INTERVAL',
  'BYDAY',
  'BYHOUR',
  'BYMINUTE',
  'BYSECOND',
  'UNTIL',
  'WKST',
])

/**
 * Reads a rule: HOURLY, DAILY and WEEKLY with INTERVAL, BYDAY, BYHOUR, BYMINUTE and UNTIL. An hour
 * without minute is the full hour. Null for any other: it is shown as not understood, never
 * guessed.
 */
export const parseRecurrence = (rrule: string): Recurrence | null => {
  const pairs = rrule
    .trim()
    .replace(/^RRULE:/i, '')
    .split(';')
    .filter((part) => part !== '')
    .map((part) => part.split('='))
  const parts = new Map(
    pairs.map(([name = '', value = '']) => [name.toUpperCase(), value.toUpperCase()]),
  )
  if (
    pairs.some((pair) => pair.length !== 2) ||
    parts.size !== pairs.length ||
    [...parts.keys()].some((name) => !known.has(name))
  )
    return null
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const [hours, minutes, seconds] = [
    numbers(parts.get('BYHOUR'), 23),
    numbers(parts.get('BYMINUTE'), 59),
    numbers(parts.get('BYSECOND'), 59),
  ]
  const untilMs = untilOf(parts.get('UNTIL'))
  if (!Number.isInteger(interval) || interval < 1 || interval > 1000) return null
  if (
    hours === 'unreadable' ||
    minutes === 'unreadable' ||
    seconds === 'unreadable' ||
    untilMs === 'unreadable'
  )
    return null
  if (seconds !== null && (seconds.length !== 1 || seconds[0] !== 0)) return null
  if ((parts.get('WKST') ?? 'MO') !== 'MO') return null
  const days = parts.get('BYDAY')?.split(',') ?? null
  const named = days?.flatMap((day) => weekdays.filter((one) => one === day)) ?? null
  if (days !== null && named?.length !== days.length) return null
  const frequency = parts.get('FREQ')
  const isEveryHourOf = frequency === 'HOURLY' && hours !== null && interval === 1
  if (frequency === 'HOURLY' && !isEveryHourOf)
    return hours === null && minutes === null && days === null
      ? { kind: 'elapsed', interval, untilMs }
      : null
  if (frequency !== 'DAILY' && frequency !== 'WEEKLY' && !isEveryHourOf) return null
  if (hours === null && minutes !== null) return null
  const times =
    hours?.flatMap((hour) => (minutes ?? [0]).map((minute) => ({ hour, minute }))) ?? null
  return {
    kind: 'wall',
    every: frequency === 'WEEKLY' ? 'week' : 'day',
    interval,
    days: named,
    times,
    untilMs,
  }
}

/** Whether a rule is one of those that are understood. */
export const isUnderstood = (rrule: string): boolean => parseRecurrence(rrule) !== null

const weekdayOf = (date: CalendarDate): Weekday => weekdays[(dayNumberOf(date) + 3) % 7] ?? 'MO'

/** Whether the rule names a day, counted from the day or week of the start. */
const isNamed = (
  rule: Extract<Recurrence, { kind: 'wall' }>,
  date: CalendarDate,
  start: CalendarDate,
): boolean => {
  const [day, first] = [dayNumberOf(date), dayNumberOf(start)]
  if (rule.every === 'day')
    return (
      (((day - first) % rule.interval) + rule.interval) % rule.interval === 0 &&
      (rule.days === null || rule.days.includes(weekdayOf(date)))
    )
  const weeks = Math.floor((day + 3) / 7) - Math.floor((first + 3) / 7)
  return (
    ((weeks % rule.interval) + rule.interval) % rule.interval === 0 &&
    (rule.days ?? [weekdayOf(start)]).includes(weekdayOf(date))
  )
}

/**
 * The instants after `fromMs` up to `toMs` (included), ascending; epoch milliseconds.
 * @param startMs start of counting (the admission); no occurrence is before it
 */
export const occurrences = (
  rule: Recurrence,
  zone: Zone,
  startMs: number,
  fromMs: number,
  toMs: number,
): readonly number[] => {
  const last = Math.min(toMs, rule.untilMs ?? toMs)
  const isWithin = (ms: number): boolean => ms > fromMs && ms <= last && ms >= startMs
  if (rule.kind === 'elapsed') {
    const step = rule.interval * hourMs
    const first = Math.max(0, Math.floor((fromMs - startMs) / step))
    const count = Math.max(0, Math.floor((last - startMs) / step) - first + 1)
    return Array.from({ length: count }, (_, index) => startMs + (first + index) * step).filter(
      isWithin,
    )
  }
  const start = timeIn(startMs, zone)
  const from = plusDays(dateIn(Math.max(fromMs, startMs), zone), -1)
  const days = Math.max(
    0,
    dayNumberOf(dateIn(Math.max(last, startMs), zone)) - dayNumberOf(from) + 1,
  )
  const found = Array.from({ length: days }, (_, index) => plusDays(from, index))
    .filter((date) => isNamed(rule, date, start))
    .flatMap((date) =>
      (rule.times ?? [{ hour: start.hour, minute: start.minute }]).map((time) =>
        instantAt({ ...date, ...time }, zone),
      ),
    )
  // Two times of the wall can be one instant on the night when the clocks go forward.
  return [...new Set(found.filter(isWithin))].toSorted((a, b) => a - b)
}
