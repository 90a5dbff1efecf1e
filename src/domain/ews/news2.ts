/**
 * The National Early Warning Score 2. Source: Royal College of Physicians. National Early Warning
 * Score (NEWS) 2: Standardising the assessment of acute-illness severity in the NHS. London: RCP,
 * 2017 (chart 1, the scoring system). Reproduced with the bands unmodified; copyright RCP.
 */
import type { Consciousness } from './consciousness'
import type { Band, EwsThresholds } from './thresholds'

/** The name of the scheme as stored and shown (C069). */
export const news2 = 'NEWS2'

/** SpO2 Scale 1, in %. */
const scale1: readonly Band[] = [
  { high: 91, score: 3 },
  { low: 92, high: 93, score: 2 },
  { low: 94, high: 95, score: 1 },
  { low: 96, score: 0 },
]

/** SpO2 Scale 2, hypercapnic failure (target 88 to 92 %), on air: 93 and above is normal. */
export const scale2OnAir: readonly Band[] = [
  { high: 83, score: 3 },
  { low: 84, high: 85, score: 2 },
  { low: 86, high: 87, score: 1 },
  { low: 88, score: 0 },
]

/** SpO2 Scale 2 on supplemental oxygen: too much is scored as well. */
export const scale2OnOxygen: readonly Band[] = [
  { high: 83, score: 3 },
  { low: 84, high: 85, score: 2 },
  { low: 86, high: 87, score: 1 },
  { low: 88, high: 92, score: 0 },
  { low: 93, high: 94, score: 1 },
  { low: 95, high: 96, score: 2 },
  { low: 97, score: 3 },
]

/** The published bands: breaths/min, % (Scale 1), mmHg systolic, beats/min, °C. */
export const defaultThresholds: EwsThresholds = {
  respiratoryRate: [
    { high: 8, score: 3 },
    { low: 9, high: 11, score: 1 },
    { low: 12, high: 20, score: 0 },
    { low: 21, high: 24, score: 2 },
    { low: 25, score: 3 },
  ],
  spO2: [...scale1],
  bloodPressure: [
    { high: 90, score: 3 },
    { low: 91, high: 100, score: 2 },
    { low: 101, high: 110, score: 1 },
    { low: 111, high: 219, score: 0 },
    { low: 220, score: 3 },
  ],
  pulse: [
    { high: 40, score: 3 },
    { low: 41, high: 50, score: 1 },
    { low: 51, high: 90, score: 0 },
    { low: 91, high: 110, score: 1 },
    { low: 111, high: 130, score: 2 },
    { low: 131, score: 3 },
  ],
  temperature: [
    { high: 35, score: 3 },
    { low: 35.1, high: 36, score: 1 },
    { low: 36.1, high: 38, score: 0 },
    { low: 38.1, high: 39, score: 1 },
    { low: 39.1, score: 2 },
  ],
}

/** Alert scores 0; new confusion, voice, pain and unresponsive score 3. */
export const scoreConsciousness = (value: Consciousness): number => (value === 'A' ? 0 : 3)

/** Supplemental oxygen scores 2, air 0 (P364: on oxygen is true when its score equals 2). */
export const scoreOxygen = (onOxygen: boolean): number => (onOxygen ? 2 : 0)
