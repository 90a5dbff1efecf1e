import type { Readings } from './checkup'

type PulseOximeter = NonNullable<Readings['pulseOxiData']>

/**
 * The dot beside an SpO2 value. `isExpected` false: the confidence is none that we know, and is to
 * be reported (C319).
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

/** True when a person's value stands in the place of the device's. */
export const isOverridden = (reading: PulseOximeter): boolean =>
  reading.isManual ||
  (reading.uneditedAverageSpO2 !== null && reading.uneditedAverageSpO2 !== reading.averageSpO2)

/**
 * HIGH green, the unstable ones and INSUFFICIENT_QUALITY warning, FAILED error, a manual override
 * grey, anything else an error (C316 to C321). Null where the device gave no confidence: no dot
 * rather than a made-up one.
 */
export const oximeterDot = (reading: PulseOximeter): OximeterDot | null => {
  if (isOverridden(reading)) return { kind: 'manual', isExpected: true }
  if (reading.confidence === null) return null
  const kind = Object.hasOwn(kindOf, reading.confidence) ? kindOf[reading.confidence] : undefined
  return kind === undefined ? { kind: 'error', isExpected: false } : { kind, isExpected: true }
}

/**
 * The source of a reading as the popover names it (C323): the device, plus " (Manual Entry)"; null
 * when neither is known.
 */
export const sourceText = (device: string | null, isManual: boolean): string | null => {
  if (device === null || device.trim() === '') return isManual ? 'Manual Entry' : null
  return isManual ? `${device} (Manual Entry)` : device
}
