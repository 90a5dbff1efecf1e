import type { Checkup } from '../checkup/checkup'
import type { TimeWindow } from '../checkup/time-window'

export interface TotalPoint {
  readonly id: string
  /** When the check-up ended, epoch milliseconds. */
  readonly atMs: number
  readonly total: number
  /** 0 none to 4 high; null: not told. */
  readonly risk: number | null
  /** How many of the seven parameters were not scored; above 0 the total is partial. */
  readonly missing: number
}

/** The totals of check-ups, in the order of time. Those without a score are left out. */
export const totalPoints = (
  checkups: readonly Pick<Checkup, 'id' | 'endedAt' | 'ewsScores'>[],
): readonly TotalPoint[] =>
  checkups
    .flatMap(({ id, endedAt, ewsScores }) =>
      ewsScores === null || ewsScores.totalScore === null
        ? []
        : [
            {
              id,
              atMs: Date.parse(endedAt),
              total: ewsScores.totalScore,
              risk: ewsScores.riskLevel,
              missing: ewsScores.missing,
            },
          ],
    )
    .toSorted((a, b) => a.atMs - b.atMs)

/** Where the bands of a total begin and end, both included (P361). */
export const totalBands = [
  { band: 1, from: 1, to: 4 },
  { band: 2, from: 5, to: 6 },
  { band: 3, from: 7, to: 20 },
] as const

const hourMs = 3_600_000

/**
 * The longest time without a complete total that the line crosses, milliseconds. Within a day it is
 * the longest interval that NEWS2 allows (RCP, NEWS2, 2017, chart 4). In a longer span it is 36 h,
 * so that one missed day is a gap.
 */
export const lineLimitMs = (span: TimeWindow): number => (span === '24h' ? 12 : 36) * hourMs

/** What is drawn at each time, in the order of time; all three are of one length. */
export interface TotalLine {
  readonly atMs: readonly number[]
  /** Null: the line ends here. Undefined: it goes over this time. */
  readonly complete: readonly (number | null | undefined)[]
  /** Partial totals are apart: no line leads to one. */
  readonly partial: readonly (number | null)[]
}

/** The line through complete totals, interrupted where two of them are further apart than the limit. */
export const totalLine = (points: readonly TotalPoint[], limitMs: number): TotalLine => {
  const atMs: number[] = []
  const complete: (number | null | undefined)[] = []
  const partial: (number | null)[] = []
  let last: number | null = null
  for (const point of points) {
    if (point.missing === 0) {
      if (last !== null && point.atMs - last > limitMs) {
        // Partial totals may be in the gap: the line ends right where it was left.
        const at = atMs.findLastIndex((time) => time <= (last ?? 0)) + 1
        atMs.splice(at, 0, last)
        complete.splice(at, 0, null)
        partial.splice(at, 0, null)
      }
      last = point.atMs
    }
    atMs.push(point.atMs)
    complete.push(point.missing === 0 ? point.total : undefined)
    partial.push(point.missing === 0 ? null : point.total)
  }
  return { atMs, complete, partial }
}
