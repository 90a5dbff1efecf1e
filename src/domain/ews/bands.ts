import { roundTo } from '../units/decimal'
import {
  thresholdParameters,
  type Band,
  type EwsThresholds,
  type ThresholdParameter,
} from './thresholds'

/**
 * The step that readings of a parameter are rounded to before banding: 0.1 °C, else whole numbers.
 */
export const stepOf: Readonly<Record<ThresholdParameter, number>> = {
  respiratoryRate: 1,
  spO2: 1,
  bloodPressure: 1,
  pulse: 1,
  temperature: 0.1,
}

const placesOf = (step: number): number => (step === 0.1 ? 1 : 0)

/**
 * The score of a reading: rounded to the step first, so that 36.04 cannot fall between 36.0 and
 * 36.1. Null in a gap.
 */
export const scoreValue = (bands: readonly Band[], value: number, step: number): number | null => {
  const rounded = roundTo(value, placesOf(step))
  const band = bands.find(
    ({ low, high }) =>
      (low === undefined || rounded >= low) && (high === undefined || rounded <= high),
  )
  return band === undefined ? null : band.score
}

/** What is wrong with a list of bands; null when nothing is. */
export type BandFault =
  | 'empty'
  | 'bottom-not-open'
  | 'top-not-open'
  | 'inner-open'
  | 'off-step'
  | 'reversed'
  | 'gap-or-overlap'

const onStep = (edge: number | undefined, step: number): boolean =>
  edge === undefined || roundTo(edge, placesOf(step)) === edge

const faultAt = (bands: readonly Band[], index: number, step: number): BandFault | null => {
  const band = bands[index]
  if (band === undefined) return null
  if (!onStep(band.low, step) || !onStep(band.high, step)) return 'off-step'
  if (band.low !== undefined && band.high !== undefined && band.low > band.high) return 'reversed'
  const above = bands[index + 1]
  if (above === undefined) return null
  if (band.high === undefined || above.low === undefined) return 'inner-open'
  return roundTo(band.high + step, placesOf(step)) === above.low ? null : 'gap-or-overlap'
}

/**
 * Bands must ascend without gap or overlap, the bottom one open below and the top one open above
 * (C287).
 */
export const checkBands = (bands: readonly Band[], step: number): BandFault | null => {
  const bottom = bands[0]
  const top = bands.at(-1)
  if (bottom === undefined || top === undefined) return 'empty'
  if (bottom.low !== undefined) return 'bottom-not-open'
  if (top.high !== undefined) return 'top-not-open'
  for (let index = 0; index < bands.length; index++) {
    const fault = faultAt(bands, index, step)
    if (fault !== null) return fault
  }
  return null
}

/**
 * The first fault of a whole set of thresholds, with its parameter; null when every list is sound.
 */
export const checkThresholds = (
  thresholds: EwsThresholds,
): { readonly parameter: ThresholdParameter; readonly fault: BandFault } | null => {
  for (const parameter of thresholdParameters) {
    const fault = checkBands(thresholds[parameter], stepOf[parameter])
    if (fault !== null) return { parameter, fault }
  }
  return null
}
