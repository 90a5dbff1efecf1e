/** What the trace shows at once (clinical 2.4): 90 seconds. */
export const windowMs = 90_000
/** The read starts so long before the window, so that the line enters from the left edge (C495). */
const leadMs = 10_000
/** How often it is asked whether there are newer readings (C493). */
export const metadataPollMs = 30_000

/** The first sample, and the instant after the last, epoch milliseconds (C282). */
export interface ReadingSpan {
  readonly earliest: number
  readonly latest: number
}

/** A stretch of time, epoch milliseconds; `to` is no part of it. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** C405: an hour of the day; what is no number is 0. */
export const clampHours = (hours: number): number => clampWhole(hours, 23)
/** C406: a minute of the hour; what is no number is 0. */
export const clampMinutes = (minutes: number): number => clampWhole(minutes, 59)
const clampWhole = (value: number, most: number): number =>
  Number.isNaN(value) ? 0 : Math.min(most, Math.max(0, Math.trunc(value)))

/** C407: a chosen start, never before the first reading nor after the last one. */
export const clampStart = (start: number, { earliest, latest }: ReadingSpan): number =>
  Math.min(Math.max(start, earliest), Math.max(earliest, latest))

/** The start of the window with the latest 90 s (C350), or the first reading. */
export const latestStart = ({ earliest, latest }: ReadingSpan): number =>
  Math.max(earliest, latest - windowMs)

/** The window before; null: this one holds the first reading already. */
export const previousStart = (start: number, span: ReadingSpan): number | null =>
  start <= span.earliest ? null : clampStart(start - windowMs, span)

/** The window after; null: nothing follows. */
export const nextStart = (start: number, span: ReadingSpan): number | null =>
  start + windowMs >= span.latest ? null : start + windowMs

/** What is read for a window: from 10 s before it to its end (C495). */
export const readOf = (start: number): Stretch => ({ from: start - leadMs, to: start + windowMs })

/**
 * Where the shown window begins (C351): at the first sample where nothing precedes it, else at its
 * own start. `firstSample` null: there is none.
 */
export const shownStart = (start: number, firstSample: number | null): number =>
  firstSample === null ? start : Math.min(Math.max(start, firstSample), start + windowMs)

/** Whether an event lies in the window, all or in part (C134, C135). */
export const touches = (start: number, event: Stretch): boolean =>
  event.from < start + windowMs && (event.to > start || event.from >= start)

/** The window for an event outside (C135). It begins 10 s before the event. */
export const startForEvent = (event: Stretch, span: ReadingSpan): number =>
  clampStart(event.from - leadMs, span)

/** What is before the onset of an event that is longer than what is seen, as a share of that. */
const onsetShare = 0.1

/**
 * The left edge that shows an event in the middle of `spanMs`; of a longer one its onset, or the
 * window's start (C134, C135).
 */
export const leftForEvent = (event: Stretch, seen: Stretch, spanMs: number): number => {
  const [from, to] = [Math.max(event.from, seen.from), Math.min(event.to, seen.to)]
  return to - from > spanMs ? from - onsetShare * spanMs : (from + to - spanMs) / 2
}

/** C606: hours that events can be asked for; a day by default. */
export const eventPeriods = [1, 4, 12, 24, 48, 168] as const
export type EventPeriod = (typeof eventPeriods)[number]
export const usualPeriod: EventPeriod = 24
const hourMs = 3_600_000

/** The time that a period covers. It ends with the latest reading. */
export const periodStretch = (period: EventPeriod, { latest }: ReadingSpan): Stretch => ({
  from: latest - period * hourMs,
  to: latest,
})
