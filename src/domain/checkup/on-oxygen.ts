import type { EwsScores } from '../ews/thresholds'

/**
 * The On Oxygen cell (C081 to C083): Y when the score is 2, N when it is another, empty without
 * scores. Null: scored, but oxygen was not recorded.
 */
export const onOxygenMark = (
  scores: Pick<EwsScores, 'onOxygenScore'> | null,
): 'Y' | 'N' | '' | null => {
  if (scores === null) return ''
  if (scores.onOxygenScore === null) return null
  return scores.onOxygenScore === 2 ? 'Y' : 'N'
}
