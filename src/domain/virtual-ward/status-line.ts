/** The tones, the calmest first. */
const tones = ['positive', 'neutral', 'warning', 'danger', 'negative'] as const
export type StatusTone = (typeof tones)[number]

const toneOfRisk: readonly StatusTone[] = ['positive', 'neutral', 'neutral', 'warning', 'danger']
/** By severity: what is less than medium is no alarm (decision T16). */
const toneOfAlert: readonly StatusTone[] = ['neutral', 'neutral', 'neutral', 'warning', 'negative']

/**
 * The colour of the status line: of the gravest open alert (C372, T16) or of the risk (C373), whichever
 * is graver. Risk: 0 positive, 1 or 2 neutral, 3 warning, 4 danger, higher negative, none neutral.
 * @param gravest severity of the gravest open alert; null: none is open
 */
export const statusLine = (gravest: number | null, riskLevel: number | null): StatusTone => {
  const ofRisk = riskLevel === null ? 'neutral' : (toneOfRisk[riskLevel] ?? 'negative')
  if (gravest === null) return ofRisk
  const ofAlert = toneOfAlert[gravest] ?? 'negative'
  return tones.indexOf(ofAlert) > tones.indexOf(ofRisk) ? ofAlert : ofRisk
}
