import type { Readings } from '../checkup/checkup'
import { shownBucket, type MeasuredBucket, type MonitoredCard } from '../monitoring/card-choice'
import { bucketTotal, parametersOf } from '../monitoring/threshold-scores'
import { riskLevelOf, totalBand } from '../ews/score'
import type { EwsScores } from '../ews/thresholds'
import { allMeasured, measuredBits } from './measured'
import { checkupMarks, marksOfBits, type ScoreMark } from './score-marks'
import type { Trend } from './trend'

/** What of a patient's row decides the score in force. */
export interface ScoredRow extends MonitoredCard<MeasuredBucket> {
  readonly latestCheckup: {
    readonly endedAt: string
    readonly ewsScores: EwsScores | null
    readonly pulseOxiData?: Readings['pulseOxiData']
    readonly notScored?: Readings['notScored']
  } | null
  readonly trend: Trend
}

/** The score of one check-up, or of the bucket that the card shows. */
export interface ScoredPoint {
  /** When it ended, epoch milliseconds. */
  readonly atMs: number
  readonly total: number
  readonly risk: number
  /** False where the check-up was scored without a risk level, and `risk` is the total's. */
  readonly isRiskTold: boolean
  /** Which of the seven parameters were scored, as measuredBits. */
  readonly measured: number
  readonly isMonitored: boolean
  /** What must be known to read it. */
  readonly marks: readonly ScoreMark[]
}

/** What the check-ups of a patient, and the bucket that their card shows, say together. */
export interface ScoreInForce {
  /** The latest complete score, however old. */
  readonly complete: ScoredPoint | null
  /**
   * The highest partial score since: of those that no later one has measured anew. Null: there is
   * none.
   */
  readonly partial: ScoredPoint | null
  /** The latest that scored anything. */
  readonly latest: ScoredPoint
  /** Those that decide: the complete one, and the partial ones since that none has measured anew. */
  readonly counted: readonly ScoredPoint[]
  /** The highest of these totals, and of their risk levels. */
  readonly total: number
  readonly risk: number
}

const riskOfTotal = (total: number): number => {
  const band = totalBand(total)
  return band >= 2 ? band + 1 : band
}

export const isComplete = ({ measured }: Pick<ScoredPoint, 'measured'>): boolean =>
  measured === allMeasured

const trendPoint = ({
  endedAt,
  totalScore: total,
  riskLevel,
  measured,
  marks,
}: Trend[number]): readonly ScoredPoint[] =>
  total === null
    ? []
    : [
        {
          atMs: Date.parse(endedAt),
          total,
          risk: riskLevel ?? riskOfTotal(total),
          isRiskTold: riskLevel !== null,
          measured: measured ?? allMeasured,
          isMonitored: false,
          marks: marksOfBits(marks),
        },
      ]

/**
 * Every check-up of a card that scored anything, oldest first. None where NEWS2 is not for the patient
 * now: an old score says nothing of them any more.
 */
export const checkupPoints = ({
  latestCheckup: latest,
  trend,
}: Pick<ScoredRow, 'latestCheckup' | 'trend'>): readonly ScoredPoint[] => {
  if (latest === null || latest.notScored != null) return []
  const latestMs = Date.parse(latest.endedAt)
  const before = trend.flatMap(trendPoint).filter(({ atMs }) => atMs < latestMs)
  const point = checkupPoint(latest)
  return point === null ? before : [...before, point]
}

const bucketPoint = (bucket: MeasuredBucket | null): ScoredPoint | null => {
  const total = bucket === null ? null : bucketTotal(bucket.thresholdScores).total
  if (bucket === null || total === null) return null
  const scores = parametersOf(bucket.thresholdScores)
  return {
    atMs: Date.parse(bucket.bucketEndAt),
    total,
    risk: riskLevelOf({ ...scores, totalScore: total }) ?? riskOfTotal(total),
    isRiskTold: true,
    measured: measuredBits(scores),
    isMonitored: true,
    marks: marksOfBits(bucket.scoreMarks),
  }
}

/** What of a point decides whether it counts. */
type CountedPoint = Pick<ScoredPoint, 'atMs' | 'total' | 'measured'>

/** The latest complete point, and the partial ones since that no later one has measured anew. */
const countedOf = <Point extends CountedPoint>(
  points: readonly Point[],
): { readonly complete: Point | null; readonly open: readonly Point[] } => {
  const at = points.findLastIndex(isComplete)
  const open: Point[] = []
  // There are 127 combinations of parameters at most, however many points.
  const later = new Set<number>()
  for (const point of points.slice(at + 1).toReversed()) {
    if (![...later].some((measured) => (point.measured & ~measured) === 0)) open.unshift(point)
    later.add(point.measured)
  }
  return { complete: points[at] ?? null, open }
}

/** The total of the score in force of points in any order; null: there is none. */
export const totalInForce = (given: readonly CountedPoint[]): number | null => {
  const { complete, open } = countedOf(given.toSorted((a, b) => a.atMs - b.atMs))
  const totals = [...(complete === null ? [] : [complete]), ...open].map(({ total }) => total)
  return totals.length === 0 ? null : Math.max(...totals)
}

/** What points say together: see scoreInForce. Null: there is none. */
export const pointsInForce = (given: readonly ScoredPoint[]): ScoreInForce | null => {
  const points = given.toSorted((a, b) => a.atMs - b.atMs)
  const latest = points.at(-1)
  if (latest === undefined) return null
  const { complete, open } = countedOf(points)
  const partial = open.toSorted((a, b) => b.total - a.total || b.atMs - a.atMs)[0] ?? null
  const counted = complete === null ? open : [complete, ...open]
  return {
    complete,
    partial,
    latest,
    counted,
    total: Math.max(...counted.map(({ total }) => total)),
    risk: Math.max(...counted.map(({ risk }) => risk)),
  }
}

/** The score of one check-up; null: it scored nothing. */
export const checkupPoint = ({
  endedAt,
  ewsScores: scores,
  pulseOxiData,
}: NonNullable<ScoredRow['latestCheckup']>): ScoredPoint | null => {
  const total = scores?.totalScore ?? null
  return scores === null || total === null
    ? null
    : {
        atMs: Date.parse(endedAt),
        total,
        risk: scores.riskLevel ?? riskLevelOf(scores) ?? riskOfTotal(total),
        isRiskTold: scores.riskLevel !== null,
        measured: measuredBits(scores),
        isMonitored: false,
        marks: checkupMarks({
          ewsScores: scores,
          ...(pulseOxiData === undefined ? {} : { pulseOxiData }),
        }),
      }
}

/**
 * The score in force of a patient (decisions.md, 'Which score does the board show'): the latest
 * complete score, or a newer partial total where that is higher. A partial score counts until
 * another has measured the same parameters; a check-up that scored nothing changes nothing, unless
 * NEWS2 is not for the patient: that ends it. Null: nothing was scored that still counts. shownScore
 * says what of it still counts.
 */
export const scoreInForce = (row: ScoredRow): ScoreInForce | null => {
  const bucket = bucketPoint(shownBucket(row))
  return pointsInForce([...checkupPoints(row), ...(bucket === null ? [] : [bucket])])
}

/**
 * The same where the board's window hides the latest check-up: its totals are in the trend still.
 */
export const hiddenScore = (row: ScoredRow): ScoreInForce | null => {
  const bucket = bucketPoint(shownBucket(row))
  return pointsInForce([...row.trend.flatMap(trendPoint), ...(bucket === null ? [] : [bucket])])
}
