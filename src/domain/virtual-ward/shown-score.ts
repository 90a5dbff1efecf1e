import { scoreKeys, type ParameterScores } from '../ews/score'
import { checkupStaleAfterMs } from '../checkup/stale'
import type { NotScored } from '../ews/applies'
import { dueOf, isImplausible, reassuringBelow, type DueRow } from './due'
import { measuredBits } from './measured'
import type { ScoredPoint } from './score-in-force'
import type { ScoreMark } from './score-marks'

export type ScoreKey = keyof ParameterScores

/** What every place that shows a patient's score shows of it. Instants in epoch milliseconds. */
export interface ShownScore {
  /** The number of the disc; null: a dash, since no complete score counts. */
  readonly total: number | null
  /** In the place of the number: the total is this at least. Null: nothing was scored. */
  readonly atLeast: number | null
  /** The risk level that may be told; null: not known. */
  readonly risk: number | null
  /** What the risk is at least: of a partial score too. Null: nothing was scored. */
  readonly leastRisk: number | null
  readonly measuredAtMs: number | null
  readonly isMonitored: boolean
  /** True past its limit, or where a time cannot be. */
  readonly isStale: boolean
  /** What the number, or the least total, lacks. */
  readonly missing: readonly ScoreKey[]
  /** The last complete score, where it no longer counts and newer values do. */
  readonly outOfDate: { readonly total: number; readonly atMs: number } | null
  /** The newest check-up where it is incomplete and not what the disc shows. */
  readonly incomplete: {
    readonly atMs: number
    readonly total: number
    readonly missing: readonly ScoreKey[]
  } | null
  /** Why the newest check-up is not scored; null: it is, or there is none. */
  readonly notScored: NotScored | null
  /** What must be known to read it, of what was scored. */
  readonly marks: readonly ScoreMark[]
}

const nothing: ShownScore = {
  total: null,
  atLeast: null,
  risk: null,
  leastRisk: null,
  measuredAtMs: null,
  isMonitored: false,
  isStale: false,
  missing: [],
  outOfDate: null,
  incomplete: null,
  notScored: null,
  marks: [],
}

/** From this risk level on, a single score of 3, a score does not reassure (RCP NEWS2). */
export const graveRisk = 2

/**
 * True of a score of 5 or more, or with a single 3: however old it is, it is shown in its colour,
 * with a word to measure again. Grey is for what reassured.
 */
export const isGrave = ({ leastRisk }: Pick<ShownScore, 'leastRisk'>): boolean =>
  leastRisk !== null && leastRisk >= graveRisk

const missingOf = (measured: number): readonly ScoreKey[] =>
  scoreKeys.filter((_, at) => (measured & (1 << at)) === 0)

/** Which parameters a check-up's score lacks. */
export const lackedBy = (scores: ParameterScores): readonly ScoreKey[] =>
  missingOf(measuredBits(scores))

/** From this level on the risk of a partial score is told: what is missing can only raise it. */
const toldOfPartial = 3

const incompleteCheckup = (patient: DueRow, shown: ScoredPoint): ShownScore['incomplete'] => {
  const scores = patient.latestCheckup?.ewsScores
  if (patient.latestCheckup == null || scores?.totalScore == null || scores.missing === 0)
    return null
  const atMs = Date.parse(patient.latestCheckup.endedAt)
  return shown.atMs === atMs && !shown.isMonitored
    ? null
    : { atMs, total: scores.totalScore, missing: lackedBy(scores) }
}

/**
 * The age of the complete score, then of the partial one. `counts`: no longer fresh, but a total of
 * 5 or more, or a single 3, is in force for a day.
 */
export type Counting = `${'fresh' | 'counts' | 'old'} ${'fresh' | 'old'}`

/** How old the scores in force are at `nowMs`; old where the time of a reading cannot be. */
export const countingAt = (patient: DueRow, nowMs: number): Counting => {
  const { score, completeFreshUntilMs, partialFreshUntilMs } = dueOf(patient)
  const impossible = isImplausible(patient, nowMs)
  const isFresh = (untilMs: number | null): boolean =>
    untilMs !== null && nowMs <= untilMs && !impossible
  const complete = score?.complete ?? null
  const isInForce =
    complete !== null &&
    (complete.total >= reassuringBelow || complete.risk >= graveRisk) &&
    nowMs <= complete.atMs + checkupStaleAfterMs
  const age = isFresh(completeFreshUntilMs) ? 'fresh' : isInForce ? 'counts' : 'old'
  return `${age} ${isFresh(partialFreshUntilMs) ? 'fresh' : 'old'}`
}

/**
 * The score in force as every place shows it: the last complete score while it counts, or a newer
 * partial total where that is higher. Without a complete score that counts: no number, and what the
 * total is at least. Where nothing counts any more the old number is kept, stale: an old alarm is
 * not forgotten.
 */
export const shownScore = (patient: DueRow, counting: Counting): ShownScore => {
  const { score } = dueOf(patient)
  const notScored = patient.latestCheckup?.notScored ?? null
  if (score === null) return { ...nothing, notScored }
  const { complete, partial, risk } = score
  const isAtLeast = complete === null || counting === 'old fresh'
  const isPartial =
    isAtLeast || (complete !== null && partial !== null && partial.total > complete.total)
  const point = isPartial ? partial : complete
  if (point === null) return { ...nothing, notScored }
  const isTold = (!isPartial && point.isRiskTold) || risk >= toldOfPartial
  const isFresh = isPartial ? counting.endsWith(' fresh') : counting.startsWith('fresh ')
  return {
    total: isAtLeast ? null : point.total,
    atLeast: isAtLeast ? point.total : null,
    risk: isTold ? risk : null,
    leastRisk: risk,
    measuredAtMs: point.atMs,
    isMonitored: point.isMonitored,
    isStale: !isFresh,
    missing: missingOf(point.measured),
    outOfDate:
      isAtLeast && complete !== null ? { total: complete.total, atMs: complete.atMs } : null,
    incomplete: incompleteCheckup(patient, point),
    notScored,
    marks: point.marks,
  }
}
