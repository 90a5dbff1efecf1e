import { checkThresholds, type BandFault } from './bands'
import { thresholdParameters, type EwsThresholds, type ThresholdParameter } from './thresholds'

/**
 * The legend of a chart (C408 to C414). Units: breaths/min, %, mmHg (systolic), beats/min, °C.
 * `domain` includes both ends; `bin` is the distance of the grid lines.
 */
export interface Legend {
  readonly domain: readonly [number, number]
  readonly bin: number
  /** Decimals of every number that is shown (C415). */
  readonly places: 0 | 1
}

export const legends: Readonly<Record<ThresholdParameter, Legend>> = {
  respiratoryRate: { domain: [4, 40], bin: 2, places: 0 },
  spO2: { domain: [60, 100], bin: 2, places: 0 },
  bloodPressure: { domain: [50, 250], bin: 10, places: 0 },
  pulse: { domain: [30, 170], bin: 10, places: 0 },
  temperature: { domain: [33, 43], bin: 0.5, places: 1 },
}

/** What is wrong with thresholds that somebody wants for a patient. */
export type PersonalFault = BandFault | 'outside-domain'

/** The first fault of personal thresholds: unsound bands, or an edge beyond the legend (C345). */
export const checkPersonalThresholds = (
  thresholds: EwsThresholds,
): { readonly parameter: ThresholdParameter; readonly fault: PersonalFault } | null => {
  const unsound = checkThresholds(thresholds)
  if (unsound !== null) return unsound
  const parameter = thresholdParameters.find((each) => {
    const [least, most] = legends[each].domain
    return thresholds[each].some(
      ({ low = least, high = most }) => low < least || low > most || high < least || high > most,
    )
  })
  return parameter === undefined ? null : { parameter, fault: 'outside-domain' }
}

/** The values of the Y axis' lines, lowest first, both ends of the domain included. */
export const binsOf = (parameter: ThresholdParameter): readonly number[] => {
  const {
    domain: [least, most],
    bin,
    places,
  } = legends[parameter]
  return Array.from({ length: Math.round((most - least) / bin) + 1 }, (_none, at) =>
    Number((least + at * bin).toFixed(places)),
  )
}

/** The height of a value on the axis: 0 bottom, 1 top, limited to both. */
export const heightOf = (parameter: ThresholdParameter, value: number): number => {
  const [least, most] = legends[parameter].domain
  return Math.min(1, Math.max(0, (value - least) / (most - least)))
}
