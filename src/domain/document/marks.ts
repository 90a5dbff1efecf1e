import type { Edition } from '../organization/organization'
import { dateIn, type Zone } from '../time/calendar'
import { formatDate, formatTime } from '../time/format'
import { instantAt, plusDays } from '../time/wall'
import type { TrendBlock } from './paper'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const steps = [1, 2, 3, 6, 12, 24, 48, 96, 168, 336, 672, 1344, 2688].map((hours) => hours * hourMs)

/**
 * The marks of an axis of time: whole hours within a day and a half, else beginnings of days, at
 * most `most`. Times are those of `zone`.
 */
export const timeMarks = (
  fromMs: number,
  toMs: number,
  edition: Edition,
  zone: Zone,
  most = 8,
): TrendBlock['marks'] => {
  const least = toMs - fromMs > 36 * hourMs ? dayMs : hourMs
  const step =
    steps.find((ms) => ms >= least && (toMs - fromMs) / ms <= most - 1) ?? (toMs - fromMs) / most
  const markAt = (at: number): number => {
    if (step < dayMs) return Math.ceil(fromMs / hourMs) * hourMs + at * step
    // Days have 23 to 25 hours twice a year, so that their beginnings are asked of the calendar.
    const day = plusDays(dateIn(fromMs, zone), 1 + at * Math.round(step / dayMs))
    return instantAt({ ...day, hour: 0, minute: 0 }, zone)
  }
  return Array.from({ length: most }, (_, at) => markAt(at))
    .filter((ms) => ms <= toMs)
    .map((atMs) => {
      const iso = new Date(atMs).toISOString()
      return {
        atMs,
        label: step < dayMs ? formatTime(iso, edition, zone) : formatDate(iso, edition, zone),
      }
    })
}

/** Round lines across a range, at most `most`, and a range that holds all of `values`. */
export const levelsOf = (
  values: readonly number[],
  { least, places = 0, most = 5 }: { least: number; places?: number; most?: number },
): Pick<TrendBlock, 'range' | 'levels'> => {
  const low = values.reduce((a, b) => Math.min(a, b), Infinity)
  const high = values.reduce((a, b) => Math.max(a, b), -Infinity)
  if (!Number.isFinite(low)) return { range: [0, least], levels: [] }
  const span = Math.max(high - low, least)
  const step =
    [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 25, 50, 100, 200, 500].find(
      (size) => span / size <= most - 1,
    ) ?? span
  const from = Math.floor(low / step) * step
  const to = Math.max(Math.ceil(high / step) * step, from + step)
  const count = Math.round((to - from) / step)
  return {
    range: [from, to],
    levels: Array.from({ length: count + 1 }, (_, at) => {
      const value = from + at * step
      return { value, label: value.toFixed(step < 1 ? Math.max(1, places) : places) }
    }),
  }
}
