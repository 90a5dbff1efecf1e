import type { Readings } from '../checkup/checkup'
import { signOf } from '../checkup/emergency-signs'
import { softSignWords, summariseSoftSigns } from '../checkup/soft-signs'
import type { Edition } from '../organization/organization'

/** How grave an emergency sign is, whatever the score of its check-up is. */
export const emergencySignSeverity = 4

const prefix = 'emergency-sign '

/** Identifies the alert of a sign: one for each patient and sign, however its key is spelled. */
export const emergencySignKey = (sign: string): string => `${prefix}${sign}`

/** The sign of a key; null: it is none's. */
export const readEmergencySignKey = (key: string): string | null =>
  key.startsWith(prefix) ? key.slice(prefix.length) : null

/** The signs of a check-up that are emergencies by their key or as they were sent, each once. */
export const emergencySignsOf = (
  readings: Pick<Readings, 'softSigns' | 'symptoms'>,
): readonly string[] => [
  ...new Set(
    summariseSoftSigns(readings).signs.flatMap(({ key, rank }) =>
      rank === 3 ? [signOf(key)] : [],
    ),
  ),
]

/** A sign as the name of its alert, on the screen, on paper, and for an older portal. */
export const emergencySignName = (sign: string, edition: Edition): string =>
  `Emergency sign: ${softSignWords(sign, edition).toLowerCase()}`
