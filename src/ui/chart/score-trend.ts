import type { TotalPoint } from '../../domain/ews/total-trend'
import type { Edition } from '../../domain/organization/organization'
import { formatDateTime, formatDay, formatTime, timeIn } from '../../domain/time'
import { scoreTrendTexts } from '../../texts/score-trend'

const highest = 20
/** The least height of the scale, so that the bands are always seen. */
const leastHeight = 9

export const mostOf = (points: readonly TotalPoint[]): number =>
  Math.min(highest, Math.max(leastHeight, ...points.map(({ total }) => total + 1)))

/** Digits beside the scale: where the bands begin, and steps of five above them. */
export const ticksOf = (most: number): readonly number[] =>
  [0, 1, 5, 7, 10, 15, 20].filter((tick) => tick <= most)

const dayMs = 86_400_000

/** The text under a time: the day, or within a day the time of it. */
export const timeText =
  (edition: Edition) =>
  (ms: number, stepMs: number): string => {
    const { hour, minute } = timeIn(ms)
    return stepMs >= dayMs || (hour === 0 && minute === 0)
      ? formatDay(ms, edition)
      : formatTime(new Date(ms).toISOString(), edition)
  }

export const pointTexts = (
  { atMs, total, risk, missing }: TotalPoint,
  edition: Edition,
): { readonly total: string; readonly risk: string; readonly time: string } => {
  const t = scoreTrendTexts(edition)
  return {
    total: missing > 0 ? t.partial(total, missing) : t.total(total),
    risk: (risk === null ? null : t.risks[risk]) ?? t.riskUnknown,
    time: formatDateTime(new Date(atMs).toISOString(), edition),
  }
}

/** The score nearest to a time; null without one. */
export const nearest = (points: readonly TotalPoint[], ms: number): TotalPoint | null =>
  points.reduce<TotalPoint | null>(
    (best, point) =>
      best === null || Math.abs(point.atMs - ms) < Math.abs(best.atMs - ms) ? point : best,
    null,
  )
