import { z } from 'zod'
import type { LatestBucket } from '../monitoring/bucket'
import { shownBucket, type MeasuredBucket, type MonitoredCard } from '../monitoring/card-choice'
import { bucketTotal, parametersOf } from '../monitoring/threshold-scores'
import { allMeasured, measuredBits } from './measured'

/** The totals of the last day and older ones that still count, oldest first. */
export const trendSchema = z
  .array(
    z.object({
      endedAt: z.string(),
      /** Null: nothing that scores was measured. */
      totalScore: z.number().int().nullable(),
      riskLevel: z.number().int().nullable(),
      /**
       * Which of the seven parameters were scored, one bit each: 1 respiratory rate, 2 SpO2, 4 oxygen,
       * 8 blood pressure, 16 heart rate, 32 consciousness, 64 temperature.
       */
      measured: z.number().int().optional(),
      /**
       * What must be known to read it, one bit each: 1 SpO2 Scale 2, 2 personal thresholds, 4 poor
       * SpO2 signal.
       */
      marks: z.number().int().optional(),
    }),
  )
  .default([])
export type Trend = z.infer<typeof trendSchema>

/** How far a card's trend goes back, milliseconds. */
export const trendMs = 24 * 3_600_000

/** One total of the line. It is never joined to one of another completeness. */
export interface TrendPoint {
  readonly atMs: number
  readonly total: number
  readonly isPartial: boolean
}

const isComplete = ({ measured }: Trend[number]): boolean =>
  (measured ?? allMeasured) === allMeasured

/** The totals of the last 24 elapsed hours at `nowMs` (epoch milliseconds). */
export const shownTrend = (trend: Trend, nowMs: number): readonly TrendPoint[] =>
  trend.flatMap((point) => {
    const atMs = Date.parse(point.endedAt)
    return point.totalScore === null || atMs <= nowMs - trendMs || atMs > nowMs
      ? []
      : [{ atMs, total: point.totalScore, isPartial: !isComplete(point) }]
  })

/** The same with the shown bucket, so that the line ends with the total beside it. */
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
 * What is new since the user looked. `before`: the last complete total of that time; null: none.
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
 * What is new since `lookedMs` (epoch ms), by when the server received it: a reading that arrived
 * later is new. Null: nothing. A check-up precedes a bucket, of which there is one every 15
 * minutes.
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
