import type { Readings } from './checkup'

/** How grave a symptom is: Emergency 3, High 2, Medium 1, otherwise 0 (C section 4). */
export const severityRank = (severity: string | null): 0 | 1 | 2 | 3 => {
  switch (severity?.toLowerCase()) {
    case 'emergency': return 3
    case 'high': return 2
    case 'medium': return 1
    default: return 0
  }
}

export interface SoftSignSummary {
  /** Distinct signs, the gravest first, else as captured. */
  readonly signs: readonly { readonly key: string; readonly rank: 0 | 1 | 2 | 3 }[]
  readonly count: number
  /** Any emergency: the badge is red (C085). */
  readonly isEmergency: boolean
}

/** The soft signs of a check-up: those named as such, and every symptom with a severity, each key once. */
export const summariseSoftSigns = ({ softSigns, symptoms }: Pick<Readings, 'softSigns' | 'symptoms'>): SoftSignSummary => {
  const ranks = new Map<string, 0 | 1 | 2 | 3>()
  const note = (key: string, rank: 0 | 1 | 2 | 3): void => {
    if (rank >= (ranks.get(key) ?? 0)) ranks.set(key, rank)
  }
  for (const sign of softSigns) note(sign.key, sign.isEmergency ? 3 : 0)
  for (const symptom of symptoms) if (symptom.severity !== null || ranks.has(symptom.key)) note(symptom.key, severityRank(symptom.severity))
  const signs = [...ranks].map(([key, rank]) => ({ key, rank })).toSorted((a, b) => b.rank - a.rank)
  return { signs, count: signs.length, isEmergency: signs.some(({ rank }) => rank === 3) }
}
