import { checkPersonalThresholds, defaultThresholds, sameThresholds, silencedBy } from '../ews'
import {
  ewsThresholdsSchema,
  type Band,
  type EwsThresholds,
  type ThresholdParameter,
} from '../ews/thresholds'
import { stepOf } from '../ews/bands'
import { legends } from '../ews/legend'

/**
 * What is wrong with the thresholds of a pathway. unsound: they do not ascend, or leave the range of
 * their chart. silent: a value scores nothing that scores as an extreme in NEWS2. That asks for a
 * reason, a name and a day of review, which one patient can have and a pathway cannot.
 */
export interface PathwayThresholdFault {
  readonly parameter: ThresholdParameter
  readonly of: 'unsound' | 'silent'
}

/** The first fault of a pathway's thresholds; null: none. */
export const pathwayThresholdFault = (thresholds: EwsThresholds): PathwayThresholdFault | null => {
  const unsound = checkPersonalThresholds(thresholds)
  if (unsound !== null) return { parameter: unsound.parameter, of: 'unsound' }
  const [silent] = silencedBy(thresholds)
  return silent === undefined ? null : { parameter: silent, of: 'silent' }
}

const said = {
  unsound: 'Thresholds ascend, in whole steps and within the chart',
  silent: 'No value may score 0 here that is an extreme in NEWS2',
} as const

/** Thresholds as an editor may set them for everybody on a pathway. Those of NEWS2 are none: null. */
export const pathwayThresholdsSchema = ewsThresholdsSchema
  .superRefine((thresholds, context) => {
    const fault = pathwayThresholdFault(thresholds)
    if (fault !== null)
      context.addIssue({ code: 'custom', path: [fault.parameter], message: said[fault.of] })
  })
  .transform((thresholds) => (sameThresholds(thresholds, defaultThresholds) ? null : thresholds))

/**
 * The bands of a parameter with other lowest values: `lows` has one for each band above the bottom,
 * and each band ends one step under the next. The scores stay.
 */
export const bandsWithLows = (
  parameter: ThresholdParameter,
  bands: readonly Band[],
  lows: readonly number[],
): Band[] => {
  const { places } = legends[parameter]
  const rounded = lows.map((low) => Number(low.toFixed(places)))
  return bands.map(({ score }, at) => {
    const [low, next] = [rounded[at - 1], rounded[at]]
    return {
      ...(low === undefined ? {} : { low }),
      ...(next === undefined ? {} : { high: Number((next - stepOf[parameter]).toFixed(places)) }),
      score,
    }
  })
}
