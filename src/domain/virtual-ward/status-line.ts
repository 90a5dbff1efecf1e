import type { EwsScores } from '../ews/thresholds'

export type StatusTone = 'positive' | 'neutral' | 'warning' | 'danger' | 'negative'

const toneOfRisk: readonly StatusTone[] = ['positive', 'neutral', 'neutral', 'warning', 'danger']

/**
 * The colour of the status line: negative with any open alert (C372), else by risk (C373): 0
 * positive, 1 or 2 neutral, 3 warning, 4 danger, higher negative, none neutral.
 */
export const statusLine = (openAlerts: number, riskLevel: number | null): StatusTone => {
  if (openAlerts > 0) return 'negative'
  return riskLevel === null ? 'neutral' : (toneOfRisk[riskLevel] ?? 'negative')
}

/** The oxygen tile: Yes when the score is 2, else No (C374); null without an oxygen score. */
export const oxygenTile = (
  scores: Pick<EwsScores, 'onOxygenScore'> | null,
): 'Yes' | 'No' | null => {
  if (scores === null || scores.onOxygenScore === null) return null
  return scores.onOxygenScore === 2 ? 'Yes' : 'No'
}
