import { z } from 'zod'
import type { LatestBucket } from '../monitoring/bucket'
import { shownBucket, type MeasuredBucket, type MonitoredCard } from '../monitoring/card-choice'
import { bucketTotal, parametersOf } from '../monitoring/threshold-scores'
import { allMeasured, measuredBits } from './measured'

/**
 * The totals of a day up to the latest check-up, and the older ones that still stand (standing.ts),
 * oldest first. `measured`: which of the seven parameters were scored, one bit each in the order of
 * scoreKeys; all, where it is not told. A row that was kept before there was one has none.
 */
export const trendSchema = z
  .array(
    z.object({
      endedAt: z.string(),
      totalScore: z.number().nullable(),
      riskLevel: z.number().nullable(),
      measured: z.number().int().optional(),
    }),
  )
  .default([])
export type Trend = z.infer<typeof trendSchema>

/** How far a card's trend goes back, milliseconds. */
export const trendMs = 24 * 3_600_000

/**
 * One total of the line. A partial one (not all of the seven were scored) is no step from or to a
 * complete one.
 */
export interface TrendPoint {
  readonly atMs: number
  readonly total: number
  readonly isPartial: boolean
}

const isComplete = ({ measured }: Trend[number]): boolean =>
  (measured ?? allMeasured) === allMeasured

/**
 * The scored points of the last 24 h at `nowMs` (epoch milliseconds), by elapsed time; a night when
 * clocks change is as long as any.
 */
export const shownTrend = (trend: Trend, nowMs: number): readonly TrendPoint[] =>
  trend.flatMap((point) => {
    const atMs = Date.parse(point.endedAt)
    return point.totalScore === null || atMs <= nowMs - trendMs || atMs > nowMs
      ? []
      : [{ atMs, total: point.totalScore, isPartial: !isComplete(point) }]
  })

/**
 * The same with the bucket that a card shows, partial as it always is: the line ends with the total
 * that stands beside it.
 */
export const trendWith = (
  trend: Trend,
  bucket: Pick<MeasuredBucket, 'bucketEndAt' | 'thresholdScores'> | null,
): Trend => {
  const total = bucket === null ? null : bucketTotal(bucket.thresholdScores).total
  return bucket === null || total === null
    ? trend
    : [
        ...trend,
        {
          endedAt: bucket.bucketEndAt,
          totalScore: total,
          riskLevel: null,
          measured: measuredBits(parametersOf(bucket.thresholdScores)),
        },
      ].toSorted((a, b) => Date.parse(a.endedAt) - Date.parse(b.endedAt))
}

/**
 * What is new of a patient since somebody looked, and what the score did by complete totals alone:
 * `before` is the last of that time; null where there is none. A bucket's total is partial.
 */
export interface ScoreChange {
  readonly of: 'checkup' | 'monitoring'
  readonly before: number | null
  readonly now: number | null
}

type Watched = MonitoredCard<LatestBucket> & {
  readonly latestCheckup: {
    readonly endedAt: string
    readonly receivedAt: string
    readonly ewsScores: { readonly totalScore: number | null; readonly missing: number } | null
  } | null
  readonly trend: Trend
}

/**
 * What is new of a patient since `lookedMs` (epoch milliseconds): null when the latest check-up,
 * and the bucket where the card shows one, had been received by then. A reading that was taken
 * before and arrived after is new: nobody can have seen it. A new check-up is told before a new
 * bucket: one comes every quarter of an hour.
 */
export const changeSince = (card: Watched, lookedMs: number | null): ScoreChange | null => {
  if (lookedMs === null) return null
  const { latestCheckup: latest, trend } = card
  if (latest === null || Date.parse(latest.receivedAt) <= lookedMs) {
    const bucket = shownBucket(card)
    return bucket === null || Date.parse(bucket.receivedAt) <= lookedMs
      ? null
      : { of: 'monitoring', before: null, now: bucketTotal(bucket.thresholdScores).total }
  }
  const latestMs = Date.parse(latest.endedAt)
  const before = trend.findLast(
    (point) =>
      point.totalScore !== null &&
      isComplete(point) &&
      Date.parse(point.endedAt) < latestMs &&
      Date.parse(point.endedAt) <= lookedMs,
  )
  return {
    of: 'checkup',
    before: before?.totalScore ?? null,
    now: latest.ewsScores?.missing === 0 ? latest.ewsScores.totalScore : null,
  }
}
