import { z } from 'zod'
import { scoreKeys } from '../ews/score'
import { countingAt, shownScore } from '../virtual-ward/shown-score'
import { offBoard } from '../virtual-ward/due'
import { pointsInForce, type ScoredPoint } from '../virtual-ward/score-in-force'
import { markBits } from '../virtual-ward/score-marks'

/** A total of an interval, and the check-up it is of. */
export const reportScoreSchema = z.object({
  at: z.string(),
  total: z.number().int(),
  /** 0 none to 4 high. */
  risk: z.number().int(),
  /** How many of the seven parameters are missing; above 0 the total is partial. */
  missing: z.number().int(),
  /** No complete score counts: the total is this at least. */
  isAtLeast: z.boolean(),
  /** What must be known to read it: markBits. */
  marks: z.number().int(),
})
export type ReportScore = z.infer<typeof reportScoreSchema>

const iso = (ms: number): string => new Date(ms).toISOString()

/** The score of one check-up alone. */
export const scoreOf = ({ atMs, total, risk, measured, marks }: ScoredPoint): ReportScore => {
  const missing = scoreKeys.filter((_, at) => (measured & (1 << at)) === 0).length
  return { at: iso(atMs), total, risk, missing, isAtLeast: missing > 0, marks: markBits(marks) }
}

/**
 * Of points in any order those that say the same as all of them together, whatever comes later: the
 * last complete one, and the partial ones since that no later one has measured anew.
 */
export const stillCounting = (points: readonly ScoredPoint[]): readonly ScoredPoint[] =>
  pointsInForce(points)?.counted ?? []

/**
 * The score in force at `atMs` (epoch milliseconds), as the record showed it then (shownScore): of
 * these points, none of which is later. Schedules of that time are not known: only the age that the
 * score itself allows limits it. Null: nothing was scored.
 */
export const scoreAt = (points: readonly ScoredPoint[], atMs: number): ReportScore | null => {
  const row = {
    // A check-up that scored nothing changes nothing, and everything else comes before it.
    ...offBoard({ endedAt: iso(atMs + 1), ewsScores: null }),
    trend: points.map((point) => ({
      endedAt: iso(point.atMs),
      totalScore: point.total,
      riskLevel: point.risk,
      measured: point.measured,
      marks: markBits(point.marks),
    })),
  }
  const shown = shownScore(row, countingAt(row, atMs))
  const total = shown.total ?? shown.atLeast
  return total === null || shown.measuredAtMs === null
    ? null
    : {
        at: iso(shown.measuredAtMs),
        total,
        risk: shown.leastRisk ?? 0,
        missing: shown.missing.length,
        isAtLeast: shown.total === null,
        marks: markBits(shown.marks),
      }
}
