import { scoreKeys, type ParameterScores } from '../ews/score'

/** Which of the seven parameters were scored: one bit each, in the order of scoreKeys. */
export const measuredBits = (scores: ParameterScores | null): number =>
  scores === null
    ? 0
    : scoreKeys.reduce((bits, key, at) => (scores[key] == null ? bits : bits | (1 << at)), 0)

/** Whether a check-up answers what was asked for: a parameter of the score, or of who has none. */
export const measuresAny = ({
  ewsScores,
  notScored,
}: {
  readonly ewsScores: ParameterScores | null
  readonly notScored?: string | null | undefined
}): boolean => notScored != null || measuredBits(ewsScores) > 0

/** All seven: only such a total is a complete one. */
export const allMeasured = (1 << scoreKeys.length) - 1

/**
 * Of what measured something, in any order, what nothing later has measured anew; of the same instant
 * each says its own.
 * @param of when it was (epoch ms), and one bit for each thing that it measured
 */
export const notMeasuredAnew = <One>(
  all: readonly One[],
  of: (one: One) => { readonly atMs: number; readonly measured: number },
): readonly One[] => {
  const each = all.map((one) => ({ one, ...of(one) }))
  return each.flatMap(({ one, atMs, measured }) => {
    const later = each.reduce(
      (bits, other) => (other.atMs > atMs ? bits | other.measured : bits),
      0,
    )
    return (measured & ~later) === 0 ? [] : [one]
  })
}

/**
 * Whether no check-up of a patient is known at all: one that only the shown history leaves out is in
 * the trend.
 */
export const isNeverMeasured = ({
  latestCheckup,
  trend,
}: {
  readonly latestCheckup: object | null
  readonly trend: readonly object[]
}): boolean => latestCheckup === null && trend.length === 0
