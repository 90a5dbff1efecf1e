import type { Checkup } from '../../domain/checkup/checkup'
import { onOxygenMark } from '../../domain/checkup/on-oxygen'
import { selectedActionKey } from '../../domain/checkup/selected-action'
import { measuredValue, showMeasured, type MeasuredKey } from '../../domain/checkup/shown'
import type { EwsScores } from '../../domain/ews/thresholds'
import { totalBand } from '../../domain/ews/score'
import type { Edition } from '../../domain/organization/organization'
import { showTemperature, showWeight } from '../../domain/units/units'
import { checkupTexts } from '../../texts/checkup'
import { patientTexts } from '../../texts/patient'

/** Rows with a single value. The other rows have cells of their own. */
export type ValueRowKey = MeasuredKey | 'consciousness' | 'onOxygen'

/** One value of the chart. `text` null: not measured. `score` null: not scored, so no colour. */
export interface ChartValue {
  readonly text: string | null
  readonly score: number | null
}

const scoreOf = (key: MeasuredKey, scores: EwsScores | null): number | null => {
  switch (key) {
    case 'respiratoryRate':
      return scores?.RRScore ?? null
    case 'spO2':
      return scores?.SpO2Score ?? null
    case 'systolic':
      return scores?.BPScore ?? null
    case 'pulse':
      return scores?.HRScore ?? null
    case 'temperature':
      return scores?.tempScore ?? null
    case 'diastolic':
    case 'peakFlow':
    case 'weight':
      return null
  }
}

/** A cell's value in the edition's unit, with the score that colours it (C074). */
export const chartValue = (key: ValueRowKey, checkup: Checkup, edition: Edition): ChartValue => {
  const scores = checkup.ewsScores
  if (key === 'consciousness')
    return { text: checkup.consciousness, score: scores?.consciousnessScore ?? null }
  if (key === 'onOxygen')
    return { text: onOxygenMark(scores), score: scores?.onOxygenScore ?? null }
  const value = measuredValue(key, checkup)
  return {
    text: value === null ? null : showMeasured(key, value, edition),
    score: scoreOf(key, scores),
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
