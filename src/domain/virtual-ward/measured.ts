import { scoreKeys, type ParameterScores } from '../ews/score'

/** Which of the seven parameters were scored: one bit each, in the order of scoreKeys. */
export const measuredBits = (scores: ParameterScores | null): number =>
  scores === null
    ? 0
    : scoreKeys.reduce((bits, key, at) => (scores[key] == null ? bits : bits | (1 << at)), 0)

/** All seven: only such a total is a complete one. */
export const allMeasured = (1 << scoreKeys.length) - 1

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
