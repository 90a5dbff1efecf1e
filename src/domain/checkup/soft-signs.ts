import type { Edition } from '../organization/organization'
import type { Readings } from './checkup'
import { inWordsOf } from '../symptoms/american'
import { isEmergencyKey } from './emergency-signs'

/** How grave a symptom is: Emergency 3, High 2, Medium 1, otherwise 0 (C section 4). */
export const severityRank = (severity: string | null): 0 | 1 | 2 | 3 => {
  switch (severity?.toLowerCase()) {
    case 'emergency':
      return 3
    case 'high':
      return 2
    case 'medium':
      return 1
    default:
      return 0
  }
}

/** How grave a symptom is: as it was sent, but for those that are emergencies by their key. */
const symptomRank = (key: string, severity: string | null): 0 | 1 | 2 | 3 =>
  isEmergencyKey(key) ? 3 : severityRank(severity)

export interface SoftSignSummary {
  /** Distinct signs, the gravest first, else as captured. */
  readonly signs: readonly { readonly key: string; readonly rank: 0 | 1 | 2 | 3 }[]
  readonly count: number
  /** Any emergency: the badge is red (C085). */
  readonly isEmergency: boolean
}

/** The soft signs of a check-up: those named as such, and every symptom, each key once. */
export const summariseSoftSigns = ({
  softSigns,
  symptoms,
}: Pick<Readings, 'softSigns' | 'symptoms'>): SoftSignSummary => {
  const ranks = new Map<string, 0 | 1 | 2 | 3>()
  const note = (key: string, rank: 0 | 1 | 2 | 3): void => {
    if (rank >= (ranks.get(key) ?? 0)) ranks.set(key, rank)
  }
  for (const sign of softSigns) note(sign.key, sign.isEmergency || isEmergencyKey(sign.key) ? 3 : 0)
  for (const { key, severity } of symptoms) note(key, symptomRank(key, severity))
  const signs = [...ranks].map(([key, rank]) => ({ key, rank })).toSorted((a, b) => b.rank - a.rank)
  return { signs, count: signs.length, isEmergency: signs.some(({ rank }) => rank === 3) }
}

/** A soft sign's key as words, where the catalogue is not loaded or has none: `chest_pain` → `Chest pain`. */
export const softSignWords = (key: string, edition: Edition): string => {
  const said = key.replaceAll(/[_-]+/g, ' ').trim().toLowerCase()
  const words = inWordsOf(said, edition)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
