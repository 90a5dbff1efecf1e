import type { Readings } from '../checkup/checkup'
import { checkupStaleAfterMs } from '../checkup/stale'
import { shownBuckets } from '../monitoring/card-choice'
import { parametersOf } from '../monitoring/threshold-scores'
import { isImplausible, isValueStale, type DueRow } from './due'
import { allMeasured } from './measured'
import {
  bucketValues,
  checkupValues,
  valuedCheckups,
  type OwnValue,
  type ValuedCheckup,
} from './own-values'
import { checkupPoints, standingBuckets } from './score-in-force'
import { countingAt, isGrave, shownScore, type ScoreKey, type ShownScore } from './shown-score'
import { trendMs } from './trend'

/** What of a patient's row tells why they score. */
export interface ReasonRow extends DueRow {
  readonly latestCheckup: ValuedCheckup | null
  readonly earlierCheckups?: readonly ValuedCheckup[]
}

/** A value that scores: per minute, per cent, mmHg, °C, or the level of consciousness. */
export interface ReasonValue extends Pick<OwnValue, 'isPoor' | 'isScale2'> {
  readonly key: Exclude<ScoreKey, 'onOxygenScore'>
  readonly score: number
  readonly value: number | NonNullable<Readings['consciousness']>
}

/** Why a patient scores, of what was measured and still counts. */
export interface Reason {
  /** The worst-scoring values, the worst first. */
  readonly values: readonly ReasonValue[]
  /** Since when the complete totals rise or fall, epoch ms, and from which. Null: neither. */
  readonly trend: {
    readonly direction: 'rising' | 'falling'
    readonly sinceMs: number
    readonly from: number
  } | null
  readonly isOnOxygen: boolean
}

/** More than this is no reason at a glance. */
const mostValues = 2

const worst = (values: readonly OwnValue[]): readonly ReasonValue[] =>
  values
    .flatMap(({ key, value, score, isPoor, isScale2 }): readonly ReasonValue[] =>
      key === 'onOxygenScore' || typeof value === 'boolean' || score === null || score === 0
        ? []
        : [{ key, score, value, isPoor, isScale2 }],
    )
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostValues)

/**
 * How the complete totals of the day moved up to the latest check-up, which must be one of them:
 * since the last of those that were as low, or as high, as where the move began.
 */
const trendOf = ({ trend, latestCheckup }: ReasonRow, nowMs: number): Reason['trend'] => {
  const latest = latestCheckup?.ewsScores
  if (latestCheckup == null || latest?.totalScore == null || latest.missing > 0) return null
  const latestMs = Date.parse(latestCheckup.endedAt)
  const totals = [
    ...trend.flatMap(({ endedAt, totalScore, measured }) => {
      const atMs = Date.parse(endedAt)
      return totalScore === null ||
        (measured ?? allMeasured) !== allMeasured ||
        atMs >= latestMs ||
        atMs <= nowMs - trendMs
        ? []
        : [{ atMs, total: totalScore }]
    }),
    { atMs: latestMs, total: latest.totalScore },
  ].toSorted((a, b) => a.atMs - b.atMs)
  const steps = totals
    .slice(1)
    .map(({ total }, at) => Math.sign(total - (totals[at]?.total ?? total)))
  const last = steps.at(-1)
  // What has stopped moving neither rises nor falls.
  if (last === undefined || last === 0) return null
  const turned = steps.findLastIndex((step) => step === -last)
  const begins = steps.findIndex((step, at) => at > turned && step === last)
  const from = totals[begins]
  return from === undefined
    ? null
    : { direction: last > 0 ? 'rising' : 'falling', sinceMs: from.atMs, from: from.total }
}

/** What was measured that the shown score is of; null: it is not known any more. */
const valuesInForce = (
  patient: ReasonRow,
  { measuredAtMs, isMonitored }: ShownScore,
): readonly OwnValue[] | null => {
  if (isMonitored) {
    const buckets = shownBuckets(patient)
    const [newest] = buckets
    if (newest !== undefined && Date.parse(newest.bucketEndAt) === measuredAtMs)
      return bucketValues(newest)
    const standing = standingBuckets(buckets, checkupPoints(patient)).filter(
      ({ bucket }) => Date.parse(bucket.bucketEndAt) === measuredAtMs,
    )
    return standing.flatMap(({ bucket, scores }) =>
      bucketValues(bucket).filter(({ key }) => parametersOf(scores)[key] !== null),
    )
  }
  const checkup = valuedCheckups(patient).find((one) => Date.parse(one.endedAt) === measuredAtMs)
  return checkup === undefined ? null : checkupValues(checkup)
}

/**
 * Why a patient scores at `nowMs` (epoch ms), for every place that says it in words: the values of
 * the check-up or bucket whose score is in force, while they are fresh, and of a grave one for a day.
 * Null: nothing that counts scores.
 */
export const reasonFor = (patient: ReasonRow, nowMs: number): Reason | null => {
  if (isImplausible(patient, nowMs)) return null
  const shown = shownScore(patient, countingAt(patient, nowMs))
  const inForce = valuesInForce(patient, shown)
  const [first] = inForce ?? []
  if (inForce === null || first === undefined) return null
  const isInForce =
    isGrave(shown) &&
    shown.measuredAtMs !== null &&
    nowMs - shown.measuredAtMs <= checkupStaleAfterMs
  if (!isInForce && inForce.every((value) => isValueStale(patient, value, nowMs))) return null
  const values = worst(inForce)
  const isOnOxygen = inForce.some(({ key, score }) => key === 'onOxygenScore' && (score ?? 0) > 0)
  return values.length === 0 && !isOnOxygen
    ? null
    : { values, trend: first.source === 'checkup' ? trendOf(patient, nowMs) : null, isOnOxygen }
}
