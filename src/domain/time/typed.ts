import type { Edition } from '../organization/organization'
import { isDate, parseDate, timeIn, type CalendarTime, type Zone } from './calendar'
import { instantsAt } from './wall'

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

const two = (value: number): string => String(value).padStart(2, '0')
const dateOf = (year: number, month: number, day: number): string | null => {
  const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  return isDate(text) ? text : null
}
const monthOf = (text: string): number | null => {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const at = monthNames.findIndex((name) => text.length >= 3 && name.startsWith(text))
  return at < 0 ? null : at + 1
}

/**
 * A typed day (`YYYY-MM-DD`): `31/1/2026`, US `1/31/2026`; also with dashes, dots, spaces, month
 * names, or ISO. Null: no such day. Two-digit years are refused: a guess.
 */
export const parseTypedDate = (text: string, edition: Edition): string | null => {
  const typed = text.trim().toLowerCase()
  if (isDate(typed)) return typed
  const [first = '', second = '', year = '', more] = typed.split(/[\s/.,-]+/)
  if (more !== undefined || !/^\d{4}$/.test(year)) return null
  const isDayFirst = /^\d/.test(first) && (!/^\d/.test(second) || edition === 'en-GB')
  const [day, month] = isDayFirst ? [first, monthOf(second)] : [second, monthOf(first)]
  return /^\d{1,2}$/.test(day) && month !== null ? dateOf(Number(year), month, Number(day)) : null
}

/** A day as it is typed: `31/01/2026`, in the US edition `01/31/2026`. */
export const typedDate = (day: string, edition: Edition): string => {
  const date = parseDate(day)
  const year = String(date.year).padStart(4, '0')
  return edition === 'en-US'
    ? `${two(date.month)}/${two(date.day)}/${year}`
    : `${two(date.day)}/${two(date.month)}/${year}`
}

/**
 * A typed time: `14:32`, `1432`, `2:32 pm`, `2 pm`; not a lone `14`. Null: none. Half past midnight
 * is `0:30` or `12:30 am`.
 */
export const parseTypedTime = (
  text: string,
): { readonly hour: number; readonly minute: number } | null => {
  const [, hours = '', minutes, half] =
    /^(\d{1,2})(?:[:.]?(\d{2}))?\s*([ap])?\.?(?:m\.?)?$/.exec(text.trim().toLowerCase()) ?? []
  if (hours === '' || (minutes === undefined && half === undefined)) return null
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)]
  if (minute > 59) return null
  if (half === undefined) return hour > 23 ? null : { hour, minute }
  return hour < 1 || hour > 12 ? null : { hour: (hour % 12) + (half === 'p' ? 12 : 0), minute }
}

/** A time of day as it is typed: `14:32`, in the US edition `2:32 PM`. */
export const typedTime = (
  { hour, minute }: Pick<CalendarTime, 'hour' | 'minute'>,
  edition: Edition,
): string =>
  edition === 'en-US'
    ? `${hour % 12 === 0 ? 12 : hour % 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`
    : `${two(hour)}:${two(minute)}`

/** What a date and a time come to in a zone. */
export type TypedInstant =
  | {
      readonly kind: 'instant'
      readonly iso: string
      /** When the clocks go back. */ readonly isOneOfTwo: boolean
    }
  | { readonly kind: 'not-a-date' | 'not-a-time' }
  /** The clocks go forward over it: nobody ever saw it on a wall. */
  | { readonly kind: 'skipped' }
  /** The clocks go back over it: both instants, the earlier first. */
  | { readonly kind: 'twice'; readonly instants: readonly [string, string] }

/**
 * The instant of a typed date and time in `zone`. `chosen`: which of two where the clocks show it
 * twice (0: the earlier). It is never guessed.
 */
export const readTypedInstant = (
  { date, time, chosen }: { readonly date: string; readonly time: string; readonly chosen?: 0 | 1 },
  edition: Edition,
  zone?: Zone,
): TypedInstant => {
  const day = parseTypedDate(date, edition)
  if (day === null) return { kind: 'not-a-date' }
  const hour = parseTypedTime(time)
  if (hour === null) return { kind: 'not-a-time' }
  const [first, second] = instantsAt({ ...parseDate(day), ...hour }, zone).map((ms) =>
    new Date(ms).toISOString(),
  )
  if (first === undefined) return { kind: 'skipped' }
  if (second === undefined) return { kind: 'instant', iso: first, isOneOfTwo: false }
  if (chosen === undefined) return { kind: 'twice', instants: [first, second] }
  return { kind: 'instant', iso: chosen === 0 ? first : second, isOneOfTwo: true }
}

/** An instant (ISO) as it is typed in `zone`, so that `readTypedInstant` reads the same minute. */
export const typedInstant = (
  iso: string,
  edition: Edition,
  zone?: Zone,
): { readonly date: string; readonly time: string; readonly chosen?: 0 | 1 } => {
  const ms = Date.parse(iso)
  const wall = timeIn(ms, zone)
  const day = `${String(wall.year).padStart(4, '0')}-${two(wall.month)}-${two(wall.day)}`
  const shown = instantsAt(wall, zone)
  return {
    date: typedDate(day, edition),
    time: typedTime(wall, edition),
    ...(shown.length < 2 ? {} : { chosen: ms < (shown[1] ?? 0) ? 0 : 1 }),
  }
}
