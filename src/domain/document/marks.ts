import type { Edition } from '../organization/organization'
import { dayOf, type Zone } from '../time/calendar'
import { formatDate, formatTime } from '../time/format'
import type { TrendBlock } from './paper'

const hourMs = 3_600_000
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
  const least = toMs - fromMs > 36 * hourMs ? 24 * hourMs : hourMs
  const step =
    steps.find((ms) => ms >= least && (toMs - fromMs) / ms <= most - 1) ?? (toMs - fromMs) / most
  const isWithinADay = step < 24 * hourMs
  const marks: { atMs: number; label: string }[] = []
  const first = Math.ceil(fromMs / hourMs) * hourMs
  let last = -Infinity
  let day = ''
  for (let ms = first; ms <= toMs; ms += hourMs) {
    const today = dayOf(ms, zone)
    // Days have 23 to 25 hours twice a year, so that their beginnings are looked for.
    const begins = today !== day
    day = today
    if (ms - last < (isWithinADay ? step : step - hourMs)) continue
    if (!isWithinADay && !(begins && ms > first)) continue
    const iso = new Date(ms).toISOString()
    marks.push({
      atMs: ms,
      label: isWithinADay ? formatTime(iso, edition, zone) : formatDate(iso, edition, zone),
    })
    last = ms
  }
  return marks
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
