import type { Readings } from './checkup'

type PulseOximeter = NonNullable<Readings['pulseOxiData']>

/**
 * The dot beside an SpO2 value. `isExpected` false: an unknown confidence, to be reported (C319).
 */
export interface OximeterDot {
  readonly kind: 'good' | 'warning' | 'error' | 'manual'
  readonly isExpected: boolean
}

const kindOf: Readonly<Record<string, OximeterDot['kind']>> = {
  HIGH: 'good',
  VITAL_UNSTABLE: 'warning',
  DEVICE_UNSTABLE: 'warning',
  INSUFFICIENT_QUALITY: 'warning',
  FAILED: 'error',
}

/** True when a person's value replaces the device's. */
export const isOverridden = (reading: PulseOximeter): boolean =>
  reading.isManual ||
  (reading.uneditedAverageSpO2 !== null && reading.uneditedAverageSpO2 !== reading.averageSpO2)

/**
 * HIGH green, unstable and INSUFFICIENT_QUALITY warning, manual override grey, all else error (C316
 * to C321). Null where the device gave no confidence.
 */
export const oximeterDot = (reading: PulseOximeter): OximeterDot | null => {
  if (isOverridden(reading)) return { kind: 'manual', isExpected: true }
  if (reading.confidence === null) return null
  const kind = Object.hasOwn(kindOf, reading.confidence) ? kindOf[reading.confidence] : undefined
  return kind === undefined ? { kind: 'error', isExpected: false } : { kind, isExpected: true }
}

type Oximetry = Pick<Readings, 'pulseOxiData'>

/** The oximeter found no value that it trusts, and what it sent is not one. */
const isFailed = ({ confidence, isManual }: PulseOximeter): boolean =>
  confidence === 'FAILED' && !isManual

/** SpO2 in per cent; null: not measured, or the oximeter failed and nobody measured again. */
export const spO2Of = ({ pulseOxiData: reading }: Oximetry): number | null =>
  reading === null || (isFailed(reading) && !isOverridden(reading)) ? null : reading.averageSpO2

/** The oximeter's pulse per minute; null: none, or the oximeter failed. */
export const oximeterPulseOf = ({ pulseOxiData: reading }: Oximetry): number | null =>
  reading === null || isFailed(reading) ? null : reading.averageHr

/** What must be told beside SpO2, or in its place. Null: nothing. */
export const signalOf = (readings: Oximetry): 'failed' | 'poor' | null => {
  const reading = readings.pulseOxiData
  if (reading === null) return null
  if (spO2Of(readings) === null) return 'failed'
  const kind = oximeterDot(reading)?.kind
  return kind === 'warning' || kind === 'error' ? 'poor' : null
}

/** The source of a reading (C323): the device, plus " (Manual Entry)"; null when unknown. */
export const sourceText = (device: string | null, isManual: boolean): string | null => {
  if (device === null || device.trim() === '') return isManual ? 'Manual Entry' : null
  return isManual ? `${device} (Manual Entry)` : device
}
