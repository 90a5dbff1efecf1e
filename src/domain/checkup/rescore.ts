import { scoreCheckup, type EwsInput, type EwsScheme } from '../ews/score'
import type { EwsScores } from '../ews/thresholds'
import type { Readings } from './checkup'
import { ewsInputOf } from './ews-input'

/**
 * What a stored check-up was scored by; null for one that was not scored, which no threshold
 * changes. Whether oxygen was given is what counted when it was scored: a flag that is set today
 * says nothing about then.
 */
export const scoredInputOf = (readings: Readings, scores: EwsScores | null): EwsInput | null =>
  scores === null || scores.totalScore === null
    ? null
    : {
        ...ewsInputOf(readings, false),
        onOxygen: scores.onOxygenScore === null ? null : scores.onOxygenScore > 0,
      }

/**
 * The scores of a stored check-up under another scheme; as they are for one that was not scored.
 */
export const rescoreCheckup = (
  readings: Readings,
  scores: EwsScores | null,
  scheme: EwsScheme,
): EwsScores | null => {
  const input = scoredInputOf(readings, scores)
  return input === null ? scores : scoreCheckup(input, scheme)
}
