import type { Readings } from './checkup'
import { oximeterPulseOf } from './oximeter'
import { oximeterCounts } from './pulse'

/**
 * What is possible, but unlikely enough to be looked at before it is believed. Kept with the
 * check-up, told in words (src/texts/checkup.ts); another word of a later release is told as well.
 */
export const doubts = [
  'pulse-differs',
  oximeterCounts,
  'oxygen-flag',
  'weight-differs',
  'weight-unlikely',
  'glucose-unlikely',
  'not-usable',
  'sent-twice',
] as const
export type Doubt = (typeof doubts)[number]

/** What the readings are held against. */
export interface DoubtContext {
  /** The patient's OnOxygen flag was active. */
  readonly flaggedOnOxygen: boolean
  /**
   * What a pulse per minute scores by the patient's bands, 0 to 3; of whom NEWS2 is not for, 3 beyond
   * a limit of theirs.
   */
  readonly pulseScore: (perMinute: number) => number | null
  /** The last weight of the two weeks before, kg; null: none. */
  readonly lastWeight: number | null
  /** The same readings came within two minutes under another id. */
  readonly sentTwice: boolean
}

/** How far a weight is compared with the one before. */
export const weightBackMs = 14 * 86_400_000
/** How close together two check-ups are that may be one. */
export const twinMs = 120_000

/** Beats per minute, and share of the faster: a cuff and an oximeter that differ more disagree. */
const pulseApart = { beats: 20, share: 0.2 }
/** However close two pulses are, the graver counts where their scores are so far apart. */
const scoresApart = 2
/** Share of the one before: pounds are 2.2 times as many; no illness does it in two weeks. */
const weightApart = 0.15
/** kg: in pounds it is 91. */
const heavy = 200
/** mmol/L: the most that meters show. */
const meterMost = 33.3

const isApart = (a: number, b: number): boolean =>
  Math.abs(a - b) > pulseApart.beats && Math.abs(a - b) > pulseApart.share * Math.max(a, b)

/** What of a check-up is doubtful, in the order of `doubts`. */
export const doubtsOf = (readings: Readings, context: DoubtContext): readonly Doubt[] => {
  const { weight, glucose } = readings
  const [pulse, oximeter] = [readings.pulseRate?.value ?? null, oximeterPulseOf(readings)]
  const { lastWeight, pulseScore } = context
  const areBoth = pulse !== null && oximeter !== null
  const differs = areBoth && isApart(pulse, oximeter)
  const graver = areBoth ? (pulseScore(oximeter) ?? 0) - (pulseScore(pulse) ?? 0) : 0
  const is: Readonly<Record<Doubt, boolean>> = {
    'pulse-differs': differs,
    [oximeterCounts]: graver >= scoresApart || (differs && graver > 0),
    'oxygen-flag': context.flaggedOnOxygen && readings.onOxygen === false,
    'weight-differs':
      weight !== null &&
      lastWeight !== null &&
      Math.abs(weight.value - lastWeight) > weightApart * lastWeight,
    'weight-unlikely': weight !== null && lastWeight === null && weight.value > heavy,
    'glucose-unlikely': glucose !== null && glucose.reading > meterMost,
    'not-usable': readings.notUsable.length > 0,
    'sent-twice': context.sentTwice,
  }
  return doubts.filter((doubt) => is[doubt])
}

const measuredOf = (of: Partial<Readings>): readonly (number | string | null)[] => [
  of.temperature?.value ?? null,
  of.pulseRate?.value ?? null,
  of.pulseOxiData?.averageSpO2 ?? null,
  of.respiratoryRate?.value ?? null,
  of.bloodPressureData?.systolic ?? null,
  of.bloodPressureData?.diastolic ?? null,
  of.weight?.value ?? null,
  of.glucose?.reading ?? null,
  of.peakExpiratoryFlowRate?.value ?? null,
]

/** True where two check-ups measured the same, three values or more. */
export const sameMeasured = (a: Partial<Readings>, b: Partial<Readings>): boolean => {
  const [one, other] = [measuredOf(a), measuredOf(b)]
  return (
    one.filter((value) => value !== null).length >= 3 &&
    one.every((value, nth) => value === other[nth])
  )
}
