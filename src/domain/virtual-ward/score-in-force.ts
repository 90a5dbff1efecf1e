import type { Readings } from '../checkup/checkup'
import {
  monitoredKeys,
  shownBuckets,
  vitalOf,
  type MeasuredBucket,
  type MonitoredRow,
} from '../monitoring/card-choice'
import { bucketTotal, parametersOf } from '../monitoring/threshold-scores'
import { riskLevelOf, scoreKeys, totalBand } from '../ews/score'
import type { EwsScores } from '../ews/thresholds'
import { allMeasured, measuredBits } from './measured'
import { checkupMarks, marksOfBits, type ScoreMark } from './score-marks'
import type { Trend } from './trend'

/** What of a patient's row decides the score in force. */
export interface ScoredRow extends MonitoredRow {
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

/** The other check-ups of a point's instant: those of the trend but for its own. */
const besideOf = (trend: readonly ScoredPoint[], point: ScoredPoint): readonly ScoredPoint[] => {
  const ofInstant = trend.filter(({ atMs }) => atMs === point.atMs)
  const own = ofInstant.findIndex(
    ({ total, measured }) => total === point.total && measured === point.measured,
  )
  // A trend that does not know it yet, or by another score, cannot say which is another.
  return own === -1 ? [] : ofInstant.toSpliced(own, 1)
}

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
  const points = trend.flatMap(trendPoint)
  const before = points.filter(({ atMs }) => atMs < latestMs)
  const point = checkupPoint(latest)
  return point === null ? before : [...before, ...besideOf(points, point), point]
}

type BucketScores = MeasuredBucket['thresholdScores']

/** The point of a bucket by these of its scores; none where nothing was scored. */
const bucketPoint = (
  { bucketEndAt, scoreMarks }: MeasuredBucket,
  thresholdScores: BucketScores,
): readonly ScoredPoint[] => {
  const { total } = bucketTotal(thresholdScores)
  if (total === null) return []
  const scores = parametersOf(thresholdScores)
  return [
    {
      atMs: Date.parse(bucketEndAt),
      total,
      risk: riskLevelOf({ ...scores, totalScore: total }) ?? riskOfTotal(total),
      isRiskTold: true,
      measured: measuredBits(scores),
      isMonitored: true,
      marks: marksOfBits(scoreMarks),
    },
  ]
}

/** Scores of one bucket that nothing has measured anew. */
interface StandingBucket {
  readonly bucket: MeasuredBucket
  readonly scores: BucketScores
}

/**
 * Of the buckets of a card, the newest first, what nothing has measured anew: of each vital sign the
 * newest score (of the same instant the graver), where no check-up scored it since. A bucket that measured
 * a part, or nothing, takes nothing back of what was monitored before; one that was measured and not
 * scored does: NEWS2 is not for the patient any more. Quarters of an hour are never added together: each
 * is the lower bound that its alert was raised by.
 */
export const standingBuckets = (
  buckets: readonly MeasuredBucket[],
  checkups: readonly Pick<ScoredPoint, 'atMs' | 'measured'>[],
): readonly StandingBucket[] => {
  const [newest] = buckets
  if (newest === undefined || bucketTotal(newest.thresholdScores).total === null) return []
  const holderOf = (key: keyof BucketScores): MeasuredBucket | null => {
    const first = buckets.find((one) => vitalOf(one, key) !== null)
    if (first === undefined) return null
    const atMs = Date.parse(first.bucketEndAt)
    const bit = 1 << scoreKeys.indexOf(key)
    if (checkups.some((one) => one.atMs > atMs && (one.measured & bit) !== 0)) return null
    return buckets
      .filter((one) => one.bucketEndAt === first.bucketEndAt && vitalOf(one, key) !== null)
      .reduce((one, other) =>
        (other.thresholdScores[key] ?? 0) > (one.thresholdScores[key] ?? 0) ? other : one,
      )
  }
  const holders = new Map(monitoredKeys.map((key) => [key, holderOf(key)]))
  return buckets.flatMap((bucket): readonly StandingBucket[] => {
    const own = (key: keyof BucketScores): number | null =>
      holders.get(key) === bucket ? bucket.thresholdScores[key] : null
    return [...holders.values()].includes(bucket)
      ? [
          {
            bucket,
            scores: {
              RRScore: own('RRScore'),
              SpO2Score: own('SpO2Score'),
              HRScore: own('HRScore'),
              tempScore: own('tempScore'),
            },
          },
        ]
      : []
  })
}

/** What monitoring says: the newest bucket, and what stands of each before it. */
const monitoredPoints = (
  row: MonitoredRow,
  checkups: readonly ScoredPoint[],
): readonly ScoredPoint[] => {
  const buckets = shownBuckets(row)
  const [newest] = buckets
  if (newest === undefined) return []
  return [
    ...standingBuckets(buckets, checkups).flatMap(({ bucket, scores }) =>
      bucket === newest ? [] : bucketPoint(bucket, scores),
    ),
    ...bucketPoint(newest, newest.thresholdScores),
  ]
}

/** What of a point decides whether it counts. */
type CountedPoint = Pick<ScoredPoint, 'atMs' | 'total' | 'measured'> & { readonly risk?: number }

/** Oldest first; of the same instant the gravest last, as the database orders check-ups. */
const byGravity = (a: CountedPoint, b: CountedPoint): number =>
  a.atMs - b.atMs || a.total - b.total || (a.risk ?? 0) - (b.risk ?? 0)

/** Whether the next by gravity is of the same instant, measured all that a point did and is as grave. */
const isSaidBy = (point: CountedPoint, next: CountedPoint | undefined): boolean =>
  next !== undefined &&
  next.atMs === point.atMs &&
  (point.measured & ~next.measured) === 0 &&
  (next.risk ?? 0) >= (point.risk ?? 0)

/**
 * The latest complete point, of the same instant the gravest, and those of its instant and since that
 * no later one has measured anew. @param points by byGravity
 */
const countedOf = <Point extends CountedPoint>(
  points: readonly Point[],
): { readonly complete: Point | null; readonly open: readonly Point[] } => {
  const complete = points.findLast(isComplete) ?? null
  // There are 127 combinations of parameters at most, however many points.
  const newest = new Map(points.map(({ measured, atMs }) => [measured, atMs]))
  return {
    complete,
    open: points.filter(
      (point, at) =>
        point !== complete &&
        point.atMs >= (complete?.atMs ?? -Infinity) &&
        ![...newest].some(
          ([measured, atMs]) => atMs > point.atMs && (point.measured & ~measured) === 0,
        ) &&
        !isSaidBy(point, points[at + 1]),
    ),
  }
}

/** Those that count of points in any order, oldest first. */
export const countedPoints = <Point extends CountedPoint>(
  given: readonly Point[],
): readonly Point[] => {
  const { complete, open } = countedOf(given.toSorted(byGravity))
  return complete === null ? open : [complete, ...open]
}

/** The total of the score in force of points in any order; null: there is none. */
export const totalInForce = (given: readonly CountedPoint[]): number | null => {
  const totals = countedPoints(given).map(({ total }) => total)
  return totals.length === 0 ? null : Math.max(...totals)
}

/** What points say together: see scoreInForce. Null: there is none. */
export const pointsInForce = (given: readonly ScoredPoint[]): ScoreInForce | null => {
  const points = given.toSorted(byGravity)
  const latest = points.at(-1)
  if (latest === undefined) return null
  const { complete, open } = countedOf(points)
  const partial =
    open
      .filter((point) => !isComplete(point))
      .toSorted((a, b) => b.total - a.total || b.atMs - a.atMs)[0] ?? null
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
 * complete score, or a newer partial total where that is higher. Of two of the same instant the
 * graver counts, and neither takes the other back. A partial score counts until another has measured
 * the same parameters; a check-up that scored nothing changes nothing, unless NEWS2 is not for the
 * patient: that ends it. Null: nothing was scored that still counts. shownScore says what of it still
 * counts.
 */
export const scoreInForce = (row: ScoredRow): ScoreInForce | null => {
  const checkups = checkupPoints(row)
  return pointsInForce([...checkups, ...monitoredPoints(row, checkups)])
}

/**
 * The same where the board's window hides the latest check-up: its totals are in the trend still.
 */
export const hiddenScore = (row: ScoredRow): ScoreInForce | null => {
  const checkups = row.trend.flatMap(trendPoint)
  return pointsInForce([...checkups, ...monitoredPoints(row, checkups)])
}
