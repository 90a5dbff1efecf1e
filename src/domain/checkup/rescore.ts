import { scoreCheckup, type EwsInput, type EwsScheme } from '../ews/score'
import type { EwsScores } from '../ews/thresholds'
import type { Readings } from './checkup'
import { ewsInputOf } from './ews-input'

/**
 * What a stored check-up was scored by; null: it was not scored. Oxygen is what counted then: a
 * flag of today says nothing about it.
 */
export const scoredInputOf = (readings: Readings, scores: EwsScores | null): EwsInput | null =>
  scores === null || scores.totalScore === null
    ? null
    : {
        ...ewsInputOf(readings, false),
        onOxygen: scores.onOxygenScore === null ? null : scores.onOxygenScore > 0,
      }

/** The scores of a stored check-up under another scheme; unchanged if it was not scored. */
export const rescoreCheckup = (
  readings: Readings,
  scores: EwsScores | null,
  scheme: EwsScheme,
): EwsScores | null => {
  const input = scoredInputOf(readings, scores)
  return input === null ? scores : scoreCheckup(input, scheme)
}
