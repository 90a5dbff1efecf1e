/** An IANA time zone, e.g. `Europe/London`. Where one is left out, the clinical zone counts. */
export type Zone = string

let clinical: Zone | undefined

/** The device's own zone. */
export const deviceZone = (): Zone => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone of clinical times here: the organisation's; where none is known, the device's. */
export const clinicalZone = (): Zone => clinical ?? deviceZone()

/**
 * Clinical times are told and typed in this zone from now on; undefined: in the device's. A page sets
 * it with who looks at it. A server names a zone at each call, and sets none.
 */
export const setClinicalZone = (zone: Zone | undefined): void => {
  clinical = zone
}

/** The zone that is meant where none is named; undefined: the device's. */
export const meantZone = (zone: Zone | undefined): Zone | undefined => zone ?? clinical

export interface CalendarDate {
  readonly year: number
  readonly month: number
  readonly day: number
}
export interface CalendarTime extends CalendarDate {
  readonly hour: number
  readonly minute: number
}

const formats = new Map<Zone | undefined, Intl.DateTimeFormat>()

/** Formatters are costly to build and a ward shows hundreds of times. */
const formatOf = (zone: Zone | undefined): Intl.DateTimeFormat => {
  const kept = formats.get(zone)
  if (kept !== undefined) return kept
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(zone, made)
  return made
}

/** The last answer: the ages of a ward ask for the same instant, one after the other. */
let last: {
  readonly ms: number
  readonly zone: Zone | undefined
  readonly time: CalendarTime
} | null = null

/** Date and time in `zone` at an instant (epoch ms). Throws a RangeError for a bad instant. */
export const timeIn = (ms: number, named?: Zone): CalendarTime => {
  const zone = meantZone(named)
  if (last === null || last.ms !== ms || last.zone !== zone)
    last = { ms, zone, time: readTime(ms, zone) }
  return last.time
}

const readTime = (ms: number, zone: Zone | undefined): CalendarTime => {
  const found = new Map(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes): number => found.get(type) ?? 0
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
  }
}

/** The date on the wall in `zone` at an instant (epoch milliseconds). */
export const dateIn = (ms: number, zone?: Zone): CalendarDate => {
  const { year, month, day } = timeIn(ms, zone)
  return { year, month, day }
}

/** The same as `YYYY-MM-DD`. */
export const dayOf = (ms: number, zone?: Zone): string => {
  const { year, month, day } = dateIn(ms, zone)
  return [
    String(year).padStart(4, '0'),
    String(month).padStart(2, '0'),
    String(day).padStart(2, '0'),
  ].join('-')
}

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** True for a `YYYY-MM-DD` that is a day of the calendar. */
export const isDate = (text: string): boolean => {
  if (!datePattern.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(text)
}

/** Reads `YYYY-MM-DD`. Throws a RangeError for anything that is not a day of the calendar. */
export const parseDate = (text: string): CalendarDate => {
  const [, year, month, day] = datePattern.exec(text) ?? []
  if (!isDate(text)) throw new RangeError('Not a date')
  return { year: Number(year), month: Number(month), day: Number(day) }
}
