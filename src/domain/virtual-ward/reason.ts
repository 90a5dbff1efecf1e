import type { Readings } from '../checkup/checkup'
import { spO2Of } from '../checkup/oximeter'
import { pulseOf } from '../checkup/pulse'
import { scoreKeys, type ParameterScores } from '../ews/score'
import type { EwsScores } from '../ews/thresholds'
import { shownBucket, type MeasuredBucket } from '../monitoring/card-choice'
import { parametersOf } from '../monitoring/threshold-scores'
import { isImplausible, isShownStale, type DueRow } from './due'
import { allMeasured } from './measured'
import { checkupMarks, marksOfBits } from './score-marks'
import { countingAt, shownScore, type ScoreKey } from './shown-score'
import { trendMs } from './trend'

/** What of a patient's row tells why they score. */
export interface ReasonRow extends DueRow {
  readonly latestCheckup:
    | (Pick<
        Readings,
        | 'respiratoryRate'
        | 'pulseOxiData'
        | 'bloodPressureData'
        | 'pulseRate'
        | 'consciousness'
        | 'temperature'
      > & { readonly endedAt: string; readonly ewsScores: EwsScores | null })
    | null
}

/** A value that scores: per minute, per cent, mmHg, °C, or the level of consciousness. */
export interface ReasonValue {
  readonly key: Exclude<ScoreKey, 'onOxygenScore'>
  readonly score: number
  readonly value: number | Exclude<Readings['consciousness'], null>
  /** A poor signal, of SpO2. */
  readonly isPoor: boolean
  /** Scored on Scale 2. */
  readonly isScale2: boolean
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

type Values = Readonly<Record<ReasonValue['key'], ReasonValue['value'] | null>>

const ofCheckup = (checkup: NonNullable<ReasonRow['latestCheckup']>): Values => ({
  RRScore: checkup.respiratoryRate?.value ?? null,
  SpO2Score: spO2Of(checkup),
  BPScore: checkup.bloodPressureData?.systolic ?? null,
  HRScore: pulseOf(checkup),
  consciousnessScore: checkup.consciousness,
  tempScore: checkup.temperature?.value ?? null,
})

const ofBucket = (bucket: MeasuredBucket): Values => ({
  RRScore: bucket.respiratoryRate?.value ?? null,
  SpO2Score: bucket.spo2?.value ?? null,
  BPScore: null,
  HRScore: (bucket.heartRate ?? bucket.pulseRate)?.value ?? null,
  consciousnessScore: null,
  tempScore: bucket.temperature?.value ?? null,
})

const worst = (
  values: Values,
  scores: ParameterScores,
  spO2: Pick<ReasonValue, 'isPoor' | 'isScale2'>,
): readonly ReasonValue[] =>
  scoreKeys
    .flatMap((key): readonly ReasonValue[] => {
      const score = scores[key]
      if (key === 'onOxygenScore' || score === null || score === 0) return []
      const value = values[key]
      const marks = key === 'SpO2Score' ? spO2 : { isPoor: false, isScale2: false }
      return value === null ? [] : [{ key, score, value, ...marks }]
    })
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

/**
 * Why a patient scores at `nowMs` (epoch ms), for every place that says it in words: the values
 * that the card shows, while they are fresh. Null: nothing that counts scores.
 */
export const reasonFor = (patient: ReasonRow, nowMs: number): Reason | null => {
  if (isShownStale(patient, nowMs) || isImplausible(patient, nowMs)) return null
  const { latestCheckup: checkup } = patient
  const bucket = shownBucket(patient)
  // Another check-up than the one that the score is of explains nothing of it.
  if (
    bucket === null &&
    checkup != null &&
    shownScore(patient, countingAt(patient, nowMs)).measuredAtMs !== Date.parse(checkup.endedAt)
  )
    return null
  const marks = bucket === null ? checkupMarks(checkup) : marksOfBits(bucket.scoreMarks)
  const spO2 = { isPoor: marks.includes('poorSignal'), isScale2: marks.includes('scale2') }
  const isOnOxygen = bucket === null && (checkup?.ewsScores?.onOxygenScore ?? 0) > 0
  const values =
    bucket !== null
      ? worst(ofBucket(bucket), parametersOf(bucket.thresholdScores), spO2)
      : checkup?.ewsScores == null
        ? []
        : worst(ofCheckup(checkup), checkup.ewsScores, spO2)
  return values.length === 0 && !isOnOxygen
    ? null
    : { values, trend: bucket === null ? trendOf(patient, nowMs) : null, isOnOxygen }
}
