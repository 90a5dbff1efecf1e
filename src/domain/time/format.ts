import type { Edition } from '../organization/organization'
import {
  dateIn,
  dayOf,
  isDate,
  parseDate,
  timeIn,
  type CalendarDate,
  type CalendarTime,
  type Zone,
} from './calendar'
import { zoneSuffix } from './wall'

/** Shown for a missing or unreadable date or time (P340). */
const dash = '–'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const two = (value: number): string => String(value).padStart(2, '0')
const longMonth = (date: CalendarDate): string => months[date.month - 1] ?? dash
const shortMonth = (date: CalendarDate): string => longMonth(date).slice(0, 3)
const hour12 = (time: CalendarTime): string => String(time.hour % 12 === 0 ? 12 : time.hour % 12)
const half = (time: CalendarTime): string => (time.hour < 12 ? 'AM' : 'PM')

/** Never of figures alone: 12/02/2026 is another day in the other edition. */
const clinicalDate = (date: CalendarDate, edition: Edition): string =>
  edition === 'en-US'
    ? `${shortMonth(date)} ${date.day}, ${date.year}`
    : `${two(date.day)}-${shortMonth(date)}-${date.year}`

const clinicalTime = (time: CalendarTime, edition: Edition): string =>
  edition === 'en-US'
    ? `${hour12(time)}:${two(time.minute)} ${half(time)}`
    : `${two(time.hour)}:${two(time.minute)}`

const wordedDate = (date: CalendarDate, edition: Edition): string =>
  edition === 'en-US'
    ? `${longMonth(date)} ${date.day}, ${date.year}`
    : `${date.day} ${longMonth(date)} ${date.year}`

type Instant = string | null | undefined

/** Epoch milliseconds; null: none. Only ISO texts with a time are read. */
const instantOf = (iso: Instant): number | null => {
  const ms =
    typeof iso === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(iso) ? Date.parse(iso) : Number.NaN
  return Number.isFinite(ms) ? ms : null
}

/** `named`: the zone's short name where the minute comes twice, else ''. It belongs after a time of day. */
const atInstant = (
  iso: Instant,
  edition: Edition,
  zone: Zone | undefined,
  show: (time: CalendarTime, named: string) => string,
): string => {
  const ms = instantOf(iso)
  return ms === null ? dash : show(timeIn(ms, zone), zoneSuffix(ms, edition, zone))
}

/**
 * A clinical date: `05-Jan-2026`, US `Jan 5, 2026`. A date without time is that day everywhere; an
 * instant is a day in `zone`.
 */
export const formatDate = (iso: Instant, edition: Edition, zone?: Zone): string => {
  if (typeof iso === 'string' && isDate(iso)) return clinicalDate(parseDate(iso), edition)
  const ms = instantOf(iso)
  return ms === null ? dash : clinicalDate(dateIn(ms, zone), edition)
}

/**
 * A time of day: `14:32`, in the US edition `2:32 PM`. Here and below, a time in the hour that comes
 * twice when the clocks go back has the zone's short name: `01:30 BST`, `1:30 AM EDT`.
 */
export const formatTime = (iso: Instant, edition: Edition, zone?: Zone): string =>
  atInstant(iso, edition, zone, (time, named) => `${clinicalTime(time, edition)}${named}`)

/** Date and time: `05-Jan-2026 14:32`, in the US edition `Jan 5, 2026, 2:32 PM`. */
export const formatDateTime = (iso: Instant, edition: Edition, zone?: Zone): string =>
  atInstant(
    iso,
    edition,
    zone,
    (time, named) =>
      `${clinicalDate(time, edition)}${edition === 'en-US' ? ',' : ''} ${clinicalTime(time, edition)}${named}`,
  )

/**
 * A moment at `nowMs` (epoch ms): the time on the same day in `zone`, else with its date, so that
 * yesterday's 11:58 is never taken for today's.
 */
export const formatMoment = (ms: number, nowMs: number, edition: Edition, zone?: Zone): string =>
  (dayOf(ms, zone) === dayOf(nowMs, zone) ? formatTime : formatDateTime)(
    new Date(ms).toISOString(),
    edition,
    zone,
  )

/** The same where there is little room: `27 Nov 22:41`, in the US edition `Nov 27, 10:41 PM`. */
export const formatShortMoment = (
  ms: number,
  nowMs: number,
  edition: Edition,
  zone?: Zone,
): string => {
  const time = formatTime(new Date(ms).toISOString(), edition, zone)
  return dayOf(ms, zone) === dayOf(nowMs, zone)
    ? time
    : [formatDay(ms, edition, zone), time].join(edition === 'en-US' ? ', ' : ' ')
}

/**
 * The head of a check-up's column: `5 Jan` over `14:32`, in the US edition "MMM DD" over "h:mm a"
 * (C076, T16): `Jan 05` over `2:32 pm`.
 */
export const formatCheckupStamp = (
  iso: Instant,
  edition: Edition,
  zone?: Zone,
): { readonly date: string; readonly time: string } => ({
  date: atInstant(iso, edition, zone, (time) =>
    edition === 'en-US'
      ? `${shortMonth(time)} ${two(time.day)}`
      : `${time.day} ${shortMonth(time)}`,
  ),
  time: atInstant(iso, edition, zone, (time, named) =>
    edition === 'en-US'
      ? `${hour12(time)}:${two(time.minute)} ${half(time).toLowerCase()}${named}`
      : `${clinicalTime(time, edition)}${named}`,
  ),
})

/** A day beside others, as under a chart: `5 Jan`, in the US edition `Jan 5`. */
export const formatDay = (ms: number, edition: Edition, zone?: Zone): string => {
  const date = dateIn(ms, zone)
  return edition === 'en-US' ? `${shortMonth(date)} ${date.day}` : `${date.day} ${shortMonth(date)}`
}

/**
 * The long format without weekday (C139): `5 January 2026, 14:32`, US `January 5, 2026, 2:32 PM`.
 */
export const formatLongDate = (iso: Instant, edition: Edition, zone?: Zone): string => {
  if (typeof iso === 'string' && isDate(iso)) return wordedDate(parseDate(iso), edition)
  return atInstant(
    iso,
    edition,
    zone,
    (time, named) => `${wordedDate(time, edition)}, ${clinicalTime(time, edition)}${named}`,
  )
}
