import type { Checkup } from '../../../domain/checkup/checkup'
import { onOxygenMark } from '../../../domain/checkup/on-oxygen'
import { spO2Of } from '../../../domain/checkup/oximeter'
import { pulseOf } from '../../../domain/checkup/pulse'
import { selectedActionKey } from '../../../domain/checkup/selected-action'
import type { EwsScores } from '../../../domain/ews/thresholds'
import { totalBand } from '../../../domain/ews/score'
import type { Edition } from '../../../domain/organization/organization'
import { roundTo } from '../../../domain/units/decimal'
import { showTemperature, showWeight } from '../../../domain/units/units'
import { checkupTexts } from '../../../texts/checkup'
import { patientTexts } from '../../../texts/patient'

/** Rows with a single value. The other rows have cells of their own. */
export type ValueRowKey =
  | 'respiratoryRate'
  | 'spO2'
  | 'systolic'
  | 'diastolic'
  | 'pulse'
  | 'temperature'
  | 'consciousness'
  | 'peakFlow'
  | 'weight'
  | 'onOxygen'

/** One value of the chart. `text` null: not measured. `score` null: not scored, so no colour. */
export interface ChartValue {
  readonly text: string | null
  readonly score: number | null
}

const whole = (value: number | null | undefined): string | null =>
  value == null ? null : String(roundTo(value, 0))

/** A cell's value in the edition's unit, with the score that colours it (C074). */
export const chartValue = (key: ValueRowKey, checkup: Checkup, edition: Edition): ChartValue => {
  const scores = checkup.ewsScores
  switch (key) {
    case 'respiratoryRate':
      return { text: whole(checkup.respiratoryRate?.value), score: scores?.RRScore ?? null }
    case 'spO2':
      return { text: whole(spO2Of(checkup)), score: scores?.SpO2Score ?? null }
    case 'systolic':
      return { text: whole(checkup.bloodPressureData?.systolic), score: scores?.BPScore ?? null }
    case 'diastolic':
      return { text: whole(checkup.bloodPressureData?.diastolic), score: null }
    case 'pulse':
      return { text: whole(pulseOf(checkup)), score: scores?.HRScore ?? null }
    case 'temperature':
      return {
        text:
          checkup.temperature === null
            ? null
            : showTemperature(checkup.temperature.value, edition).value,
        score: scores?.tempScore ?? null,
      }
    case 'consciousness':
      return { text: checkup.consciousness, score: scores?.consciousnessScore ?? null }
    case 'peakFlow':
      return { text: whole(checkup.peakExpiratoryFlowRate?.value), score: null }
    case 'weight':
      return {
        text: checkup.weight === null ? null : showWeight(checkup.weight.value, edition).value,
        score: null,
      }
    case 'onOxygen':
      return { text: onOxygenMark(scores), score: scores?.onOxygenScore ?? null }
  }
}

/** The rows with their headings and units, in the order of the specification (C073). */
export const chartRows = (
  edition: Edition,
): readonly {
  readonly key: ValueRowKey
  readonly heading: string
  readonly unit: string | null
}[] => {
  const { rows, units } = patientTexts(edition).vitals
  return [
    { key: 'respiratoryRate', heading: rows.respiratoryRate, unit: units.perMinute },
    { key: 'spO2', heading: rows.spO2, unit: units.percent },
    { key: 'systolic', heading: rows.systolic, unit: units.pressure },
    { key: 'diastolic', heading: rows.diastolic, unit: units.pressure },
    { key: 'pulse', heading: rows.pulse, unit: units.perMinute },
    { key: 'temperature', heading: rows.temperature, unit: showTemperature(0, edition).unit },
    { key: 'consciousness', heading: rows.consciousness, unit: null },
    { key: 'peakFlow', heading: rows.peakFlow, unit: units.peakFlow },
    { key: 'weight', heading: rows.weight(showWeight(0, edition).unit), unit: null },
    { key: 'onOxygen', heading: rows.onOxygen, unit: null },
  ]
}

/** The total, its band and the number of missing parameters: partial is never complete. */
export interface TotalCell {
  readonly text: string
  readonly band: 0 | 1 | 2 | 3 | null
  readonly missing: number
}

export const totalCell = (scores: EwsScores | null, edition: Edition): TotalCell => {
  const total = scores?.totalScore ?? null
  if (scores === null || total === null)
    return { text: patientTexts(edition).vitals.notAvailable, band: null, missing: 0 }
  return { text: String(total), band: totalBand(total), missing: scores.missing }
}

/** The edition's short label of a selected action 1 to 5 (C092), N/A without one (C093). */
export const selectedActionText = (action: number | null, edition: Edition): string => {
  const key = selectedActionKey(action, edition)
  return key === null
    ? patientTexts(edition).vitals.notAvailable
    : checkupTexts(edition).selectedActions[key]
}
