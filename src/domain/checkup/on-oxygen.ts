import type { EwsScores } from '../ews/thresholds'

/**
 * The On Oxygen cell: Y when the score is 2, N when there are scores and it is not, empty without
 * scores (C081 to C083).
 */
export const onOxygenMark = (scores: Pick<EwsScores, 'onOxygenScore'> | null): 'Y' | 'N' | '' => {
  if (scores === null) return ''
  return scores.onOxygenScore === 2 ? 'Y' : 'N'
}
