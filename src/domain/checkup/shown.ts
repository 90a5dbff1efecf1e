import type { Edition } from '../organization/organization'
import { showScored } from '../ews/shown-value'
import type { ThresholdParameter } from '../ews/thresholds'
import { roundTo } from '../units/decimal'
import { showWeight } from '../units/units'
import type { Readings } from './checkup'
import { spO2Of } from './oximeter'
import { pulseOf } from './pulse'

/** What is measured as a number, in the order of the observation chart (C073). */
export const measuredKeys = [
  'respiratoryRate',
  'spO2',
  'systolic',
  'diastolic',
  'pulse',
  'temperature',
  'peakFlow',
  'weight',
] as const
export type MeasuredKey = (typeof measuredKeys)[number]

/** The readings that these values are taken from. */
export type MeasuredReadings = Pick<
  Readings,
  | 'respiratoryRate'
  | 'pulseOxiData'
  | 'bloodPressureData'
  | 'pulseRate'
  | 'temperature'
  | 'peakExpiratoryFlowRate'
  | 'weight'
  | 'doubts'
>

/** A value in its stored unit; null: not measured, or of an oximeter that failed. */
export const measuredValue = (key: MeasuredKey, readings: MeasuredReadings): number | null => {
  switch (key) {
    case 'respiratoryRate':
      return readings.respiratoryRate?.value ?? null
    case 'spO2':
      return spO2Of(readings)
    case 'systolic':
      return readings.bloodPressureData?.systolic ?? null
    case 'diastolic':
      return readings.bloodPressureData?.diastolic ?? null
    case 'pulse':
      return pulseOf(readings)
    case 'temperature':
      return readings.temperature?.value ?? null
    case 'peakFlow':
      return readings.peakExpiratoryFlowRate?.value ?? null
    case 'weight':
      return readings.weight?.value ?? null
  }
}

const scoredAs: Partial<Readonly<Record<MeasuredKey, ThresholdParameter>>> = {
  respiratoryRate: 'respiratoryRate',
  spO2: 'spO2',
  systolic: 'bloodPressure',
  pulse: 'pulse',
  temperature: 'temperature',
}

/** A stored value as the record shows it, in the edition's unit and without the unit's name. */
export const showMeasured = (key: MeasuredKey, value: number, edition: Edition): string => {
  const parameter = scoredAs[key]
  if (parameter !== undefined) return showScored(parameter, value, edition)
  if (key === 'weight') return showWeight(value, edition).value
  return String(roundTo(value, 0))
}
