/**
 * Rhythms that raise an alert by themselves, of every admitted patient and whatever the pathway says
 * (decisions T12). Ventricular fibrillation is never named by our analysis, which says that it cannot
 * exclude it, but may be found by another.
 */
export const ecgAlertTypes = [
  'VentricularFibrillation',
  'Asystole',
  'PossibleVentricularFibrillation',
  'VentricularTachycardia',
  'Pause',
  'AtrialFibrillation',
] as const
export type EcgAlertType = (typeof ecgAlertTypes)[number]

/** What makes a rhythm an alert. */
export interface EcgAlertRule {
  /** An episode shorter than this raises nothing. */
  readonly leastSeconds: number
  /** 0 to 4. */
  readonly severity: number
  /** Told only where there was none for so many days before; null: each episode is. */
  readonly newAfterDays: number | null
}

/** Each rhythm's own. */
export const ecgAlertRules: Readonly<Record<EcgAlertType, EcgAlertRule>> = {
  VentricularFibrillation: { leastSeconds: 0, severity: 4, newAfterDays: null },
  PossibleVentricularFibrillation: { leastSeconds: 10, severity: 4, newAfterDays: null },
  Asystole: { leastSeconds: 0, severity: 4, newAfterDays: null },
  VentricularTachycardia: { leastSeconds: 30, severity: 4, newAfterDays: null },
  Pause: { leastSeconds: 5, severity: 4, newAfterDays: null },
  AtrialFibrillation: { leastSeconds: 30, severity: 2, newAfterDays: 7 },
}

/** Whether that type is told as an alert. */
export const isEcgAlertType = (type: string): type is EcgAlertType =>
  ecgAlertTypes.some((known) => known === type)

/** Episodes of one type closer than this are told as one, milliseconds: a slot may cut one. */
export const sameEpisodeMs = 30_000

/** Identifies the alert of a rhythm: one for each patient. */
export const ecgKey = (type: EcgAlertType): string => `ecg ${type}`

/** The rhythm of a key; null: it is none's. */
export const readEcgKey = (key: string): EcgAlertType | null =>
  ecgAlertTypes.find((type) => ecgKey(type) === key) ?? null
