import type { AlertParameter } from '../../../domain/alerts/rule'
import { readThreshold, typedThreshold } from '../../../domain/alerts/threshold-input'
import { defaultThresholds, ticksOf } from '../../../domain/ews'
import {
  thresholdParameters,
  type EwsThresholds,
  type ThresholdParameter,
} from '../../../domain/ews/thresholds'
import type { Edition } from '../../../domain/organization/organization'
import type { PathwayDraft } from '../../../domain/pathway/pathway'
import { bandsWithLows, pathwayThresholdFault } from '../../../domain/pathway/thresholds'
import { alertTexts } from '../../../texts/alerts'

/** What is scored, as a value of an alert is called: it has the same unit and name. */
export const parameterOf: Readonly<Record<ThresholdParameter, AlertParameter>> = {
  respiratoryRate: 'respiratoryRate',
  spO2: 'spO2',
  bloodPressure: 'systolic',
  pulse: 'pulse',
  temperature: 'temperature',
}

/** Thresholds as they are typed. */
export interface ThresholdsForm {
  readonly isOwn: boolean
  /** What the editor opened with; null: NEWS2. */
  readonly opened: EwsThresholds | null
  /** The lowest value of each band but the bottom one. */
  readonly lows: Readonly<Record<ThresholdParameter, readonly string[]>>
}
/** The field of a threshold, to which a fault leads. */
export const thresholdFieldId = (parameter: ThresholdParameter, at: number): string =>
  `pathway-thresholds-${parameter}-${at}`
export type ThresholdFault = 'number' | 'unsound' | 'silent'

const asked = (parameter: ThresholdParameter, edition: Edition) => ({
  parameter: parameterOf[parameter],
  edition,
  isChange: false,
})

/** The bands that a form changes the edges of. */
export const bandsOf = ({ opened }: Pick<ThresholdsForm, 'opened'>): EwsThresholds =>
  opened ?? defaultThresholds

/** @param opened of the pathway; null: NEWS2 */
export const thresholdsForm = (opened: EwsThresholds | null, edition: Edition): ThresholdsForm => {
  const lows = (parameter: ThresholdParameter): readonly string[] =>
    ticksOf(bandsOf({ opened })[parameter]).map((low) =>
      typedThreshold(low, asked(parameter, edition)),
    )
  return {
    isOwn: opened !== null,
    opened,
    lows: {
      respiratoryRate: lows('respiratoryRate'),
      spO2: lows('spO2'),
      bloodPressure: lows('bloodPressure'),
      pulse: lows('pulse'),
      temperature: lows('temperature'),
    },
  }
}

/** What is saved of the thresholds: nothing where they are as they were opened. */
export const thresholdsPart = (
  form: ThresholdsForm | null,
  edition: Edition,
): {
  readonly part: Pick<PathwayDraft, 'ewsThresholds'>
  readonly faults: readonly {
    readonly at: string
    readonly of: ThresholdFault
    readonly fieldId: string
  }[]
} => {
  const untouched = { part: {}, faults: [] }
  if (form === null) return untouched
  if (!form.isOwn)
    return form.opened === null ? untouched : { part: { ewsThresholds: null }, faults: [] }
  const before = thresholdsForm(form.opened, edition)
  if (form.opened !== null && JSON.stringify(before.lows) === JSON.stringify(form.lows))
    return untouched
  const faults: { at: string; of: ThresholdFault; fieldId: string }[] = []
  const { parameters } = alertTexts(edition).condition
  const bands = { ...bandsOf(form) }
  for (const parameter of thresholdParameters) {
    // What nobody touched is not converted there and back.
    if (form.lows[parameter].every((low, at) => low === before.lows[parameter][at])) continue
    const lows = form.lows[parameter].map((low) => readThreshold(low, asked(parameter, edition)))
    const read = lows.filter((low) => low !== null)
    if (read.length < lows.length)
      faults.push({
        at: parameters[parameterOf[parameter]],
        of: 'number',
        fieldId: thresholdFieldId(parameter, lows.indexOf(null)),
      })
    else bands[parameter] = bandsWithLows(parameter, bands[parameter], read)
  }
  const fault = pathwayThresholdFault(bands)
  if (fault !== null)
    faults.push({
      at: parameters[parameterOf[fault.parameter]],
      of: fault.of,
      fieldId: thresholdFieldId(fault.parameter, 0),
    })
  return { part: { ewsThresholds: bands }, faults }
}
