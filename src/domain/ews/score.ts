import { scoreValue, stepOf } from './bands'
import type { Consciousness } from './consciousness'
import {
  defaultThresholds,
  scale2OnAir,
  scale2OnOxygen,
  scoreConsciousness,
  scoreOxygen,
} from './news2'
import { thresholdParameters, type Band, type EwsScores, type EwsThresholds } from './thresholds'

/** The seven NEWS2 parameters; null: not measured. Units: breaths/min, %, mmHg, beats/min, °C. */
export interface EwsInput {
  readonly respiratoryRate: number | null
  readonly spO2: number | null
  readonly onOxygen: boolean | null
  readonly systolic: number | null
  readonly pulse: number | null
  readonly consciousness: Consciousness | null
  readonly temperature: number | null
}

/** How a patient is scored. `thresholds` null: the published bands. */
export interface EwsScheme {
  readonly thresholds: EwsThresholds | null
  readonly spo2Scale: 1 | 2
  readonly riskScheme: string
}

/** The single scores of a check-up. */
export type ParameterScores = Pick<
  EwsScores,
  | 'BPScore'
  | 'consciousnessScore'
  | 'HRScore'
  | 'RRScore'
  | 'SpO2Score'
  | 'tempScore'
  | 'onOxygenScore'
>

export const scoreKeys = [
  'RRScore',
  'SpO2Score',
  'onOxygenScore',
  'BPScore',
  'HRScore',
  'consciousnessScore',
  'tempScore',
] as const satisfies readonly (keyof ParameterScores)[]

const orNull = <In, Out>(value: In | null, score: (value: In) => Out | null): Out | null =>
  value === null ? null : score(value)

/**
 * Scale 2 replaces the SpO2 bands, personal ones too. Oxygen decides only from 93 % up; only there
 * an unknown leaves the score unknown.
 */
const scoreScale2 = (spO2: number, onOxygen: boolean | null): number | null => {
  const onAir = scoreValue(scale2OnAir, spO2, stepOf.spO2)
  const withOxygen = scoreValue(scale2OnOxygen, spO2, stepOf.spO2)
  if (onOxygen === null) return onAir === withOxygen ? onAir : null
  return onOxygen ? withOxygen : onAir
}

/** What a pulse per minute scores, 0 to 3; null: the bands say nothing of it. */
export const scorePulse = (perMinute: number, { thresholds }: EwsScheme): number | null =>
  scoreValue((thresholds ?? defaultThresholds).pulse, perMinute, stepOf.pulse)

const scoreParameters = (input: EwsInput, scheme: EwsScheme): ParameterScores => {
  const bands = scheme.thresholds ?? defaultThresholds
  const band = (parameter: keyof EwsThresholds) => (value: number) =>
    scoreValue(bands[parameter], value, stepOf[parameter])
  return {
    RRScore: orNull(input.respiratoryRate, band('respiratoryRate')),
    SpO2Score: orNull(input.spO2, (spO2) =>
      scheme.spo2Scale === 2 ? scoreScale2(spO2, input.onOxygen) : band('spO2')(spO2),
    ),
    onOxygenScore: orNull(input.onOxygen, scoreOxygen),
    BPScore: orNull(input.systolic, band('bloodPressure')),
    HRScore: orNull(input.pulse, (pulse) => scorePulse(pulse, scheme)),
    consciousnessScore: orNull(input.consciousness, scoreConsciousness),
    tempScore: orNull(input.temperature, band('temperature')),
  }
}

const known = (scores: ParameterScores): readonly number[] =>
  scoreKeys.flatMap((key) => {
    const score = scores[key]
    return score === null ? [] : [score]
  })

/** True when any single score is 3 (P362): a trigger of its own, whatever the total. */
export const hasSingleTrigger = (scores: ParameterScores): boolean => known(scores).includes(3)

/** The band of a total: 0 is 0, 1 to 4 is 1, 5 to 6 is 2, 7 or more is 3 (P361). */
export const totalBand = (total: number): 0 | 1 | 2 | 3 => {
  if (total >= 7) return 3
  if (total >= 5) return 2
  return total >= 1 ? 1 : 0
}

/** 0 none, 1 low, 2 low-medium (a single 3), 3 medium, 4 high; null when nothing was scored. */
export const riskLevelOf = (
  scores: ParameterScores & Pick<EwsScores, 'totalScore'>,
): number | null => {
  if (scores.totalScore === null) return null
  const band = totalBand(scores.totalScore)
  if (band >= 2) return band + 1
  return hasSingleTrigger(scores) ? 2 : band
}

/**
 * The scores of one check-up. `missing`: how many of the seven are missing; a partial total must
 * never be shown as a complete one.
 */
export const scoreCheckup = (input: EwsInput, scheme: EwsScheme): EwsScores => {
  const scores = scoreParameters(input, scheme)
  const values = known(scores)
  const totalScore = values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0)
  return {
    ...scores,
    totalScore,
    riskLevel: riskLevelOf({ ...scores, totalScore }),
    missing: scoreKeys.length - values.length,
    spo2Scale: scheme.spo2Scale,
    riskScheme: scheme.riskScheme,
  }
}

/** True when two lists of bands score alike. */
export const sameBands = (a: readonly Band[], b: readonly Band[]): boolean =>
  a.length === b.length &&
  a.every((band, index) => {
    const other = b[index]
    return (
      other !== undefined &&
      band.low === other.low &&
      band.high === other.high &&
      band.score === other.score
    )
  })

/** True when two sets score alike. Personal bands equal to the default need no copy (C341). */
export const sameThresholds = (a: EwsThresholds, b: EwsThresholds): boolean =>
  thresholdParameters.every((parameter) => sameBands(a[parameter], b[parameter]))
