import { shownBucket, type MeasuredBucket, type MonitoredCard } from '../monitoring/card-choice'
import { bucketTotal, parametersOf } from '../monitoring/threshold-scores'
import { riskLevelOf, totalBand } from '../ews/score'
import type { EwsScores } from '../ews/thresholds'
import { allMeasured, measuredBits } from './measured'
import type { Trend } from './trend'

/** What of a patient's row says which scores stand. */
export interface ScoredRow extends MonitoredCard<MeasuredBucket> {
  readonly latestCheckup: { readonly endedAt: string; readonly ewsScores: EwsScores | null } | null
  readonly trend: Trend
}

/** What the check-ups of a patient, and the bucket that their card shows, say together. */
export interface StandingScore {
  /** The highest total, and the highest risk level, of those that stand. */
  readonly total: number
  readonly risk: number
  /** When the latest that scored anything ended, epoch milliseconds. */
  readonly scoredAtMs: number
  /** That this is the bucket. */
  readonly isMonitored: boolean
  /** That it lacks one of the seven, so that its total is no complete one; or tells no risk. */
  readonly isPartial: boolean
  /** That the risk is an earlier check-up's. */
  readonly isEarlier: boolean
  /** That the risk is the bucket's: no check-up that stands has as much. */
  readonly isRiskMonitored: boolean
}

interface Point {
  readonly atMs: number
  readonly total: number
  readonly risk: number
  readonly measured: number
}

const riskOfTotal = (total: number): number => {
  const band = totalBand(total)
  return band >= 2 ? band + 1 : band
}

const checkupPoints = ({ latestCheckup: latest, trend }: ScoredRow): readonly Point[] => {
  if (latest === null) return []
  const latestMs = Date.parse(latest.endedAt)
  const before = trend.flatMap(
    ({ endedAt, totalScore: total, riskLevel, measured }): readonly Point[] => {
      const atMs = Date.parse(endedAt)
      return total === null || atMs >= latestMs
        ? []
        : [
            {
              atMs,
              total,
              risk: riskLevel ?? riskOfTotal(total),
              measured: measured ?? allMeasured,
            },
          ]
    },
  )
  const scores = latest.ewsScores
  const total = scores?.totalScore ?? null
  return scores === null || total === null
    ? before
    : [
        ...before,
        {
          atMs: latestMs,
          total,
          risk: scores.riskLevel ?? riskLevelOf(scores) ?? riskOfTotal(total),
          measured: measuredBits(scores),
        },
      ]
}

const bucketPoint = (bucket: MeasuredBucket | null): Point | null => {
  const total = bucket === null ? null : bucketTotal(bucket.thresholdScores).total
  if (bucket === null || total === null) return null
  const scores = parametersOf(bucket.thresholdScores)
  return {
    atMs: Date.parse(bucket.bucketEndAt),
    total,
    risk: riskLevelOf({ ...scores, totalScore: total }) ?? riskOfTotal(total),
    measured: measuredBits(scores),
  }
}

/**
 * The score that stands for a patient. A check-up's score stands until another, or the bucket that
 * the card shows, has scored at least the same parameters: a partial one takes nothing back of what
 * it did not measure, and one that scored nothing (a weight) says nothing. The bucket's stands as
 * long as it is shown. Null: none is known (docs/decisions/0021).
 */
export const standingScore = (row: ScoredRow): StandingScore | null => {
  const shown = bucketPoint(shownBucket(row))
  const points = [...checkupPoints(row), ...(shown === null ? [] : [shown])].toSorted(
    (a, b) => a.atMs - b.atMs,
  )
  const last = points.at(-1)
  if (last === undefined) return null
  const standing = points.filter(
    (point, at) =>
      point === shown ||
      !points.some((later, index) => index > at && (point.measured & ~later.measured) === 0),
  )
  const risk = Math.max(...standing.map((point) => point.risk))
  const latestMs = row.latestCheckup === null ? -Infinity : Date.parse(row.latestCheckup.endedAt)
  return {
    total: Math.max(...standing.map((point) => point.total)),
    risk,
    scoredAtMs: last.atMs,
    isMonitored: last === shown,
    isPartial:
      last.measured !== allMeasured ||
      (last !== shown &&
        last.atMs === latestMs &&
        row.latestCheckup?.ewsScores?.riskLevel === null),
    isRiskMonitored:
      shown?.risk === risk && !standing.some((point) => point !== shown && point.risk === risk),
    isEarlier:
      risk > Math.max(last.risk, shown?.risk ?? 0) || (shown === null && last.atMs < latestMs),
  }
}

/** From this level on a risk is told of a partial score too: what is missing can only raise it. */
const toldOfPartial = 3

/**
 * The risk level that a patient's status tells; null: not known, since what is missing of a partial
 * score could raise a low one.
 */
export const toldRisk = (standing: StandingScore | null): number | null =>
  standing === null || (standing.isPartial && standing.risk < toldOfPartial) ? null : standing.risk
