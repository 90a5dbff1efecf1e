import { roundTo } from '../units/decimal'
import {
  thresholdParameters,
  type Band,
  type EwsThresholds,
  type ThresholdParameter,
} from './thresholds'

/** The step of a parameter's bands: 0.1 °C, else whole numbers. */
export const stepOf: Readonly<Record<ThresholdParameter, number>> = {
  respiratoryRate: 1,
  spO2: 1,
  bloodPressure: 1,
  pulse: 1,
  temperature: 0.1,
}

const placesOf = (step: number): number => (step === 0.1 ? 1 : 0)

const scoreOnStep = (bands: readonly Band[], value: number): number | null =>
  bands.find(
    ({ low, high }) => (low === undefined || value >= low) && (high === undefined || value <= high),
  )?.score ?? null

/** Finer than any device measures: beyond it is the noise of binary numbers. */
const noisePlaces = 6

/** The steps on both sides of a reading; the same one twice where it is on a step. */
export const stepsAround = (value: number, step: number): readonly [number, number] => {
  const exact = roundTo(value, noisePlaces)
  const near = roundTo(exact, placesOf(step))
  if (near === exact) return [near, near]
  return near > exact
    ? [roundTo(near - step, placesOf(step)), near]
    : [near, roundTo(near + step, placesOf(step))]
}

/**
 * The score of a reading. NEWS2 has bands of whole steps and is silent between them: a reading
 * there takes the higher score of its two neighbours (SpO2 91.5 as 91, 35.05 °C as 35.0). Null in a
 * gap.
 */
export const scoreValue = (bands: readonly Band[], value: number, step: number): number | null => {
  const [below, above] = stepsAround(value, step).map((each) => scoreOnStep(bands, each))
  return below == null || above == null ? (below ?? above ?? null) : Math.max(below, above)
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

/** Bands ascend without gap or overlap, open below the first and above the last (C287). */
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

/** The first fault of all thresholds, with its parameter; null: none. */
export const checkThresholds = (
  thresholds: EwsThresholds,
): { readonly parameter: ThresholdParameter; readonly fault: BandFault } | null => {
  for (const parameter of thresholdParameters) {
    const fault = checkBands(thresholds[parameter], stepOf[parameter])
    if (fault !== null) return { parameter, fault }
  }
  return null
}
