import type { Checkup } from '../../../domain/checkup/checkup'
import type { OximeterDot } from '../../../domain/checkup/oximeter'

export type ConfidenceKey =
  | 'HIGH'
  | 'VITAL_UNSTABLE'
  | 'DEVICE_UNSTABLE'
  | 'INSUFFICIENT_QUALITY'
  | 'FAILED'
  | 'manual'
  | 'unexpected'
  | 'none'

const known: readonly ConfidenceKey[] = [
  'HIGH',
  'VITAL_UNSTABLE',
  'DEVICE_UNSTABLE',
  'INSUFFICIENT_QUALITY',
  'FAILED',
]

/** Which explanation an SpO2 reading gets. */
export const confidenceKey = (
  reading: NonNullable<Checkup['pulseOxiData']>,
  dot: OximeterDot | null,
): ConfidenceKey => {
  if (dot === null) return 'none'
  if (dot.kind === 'manual') return 'manual'
  return known.find((key) => key === reading.confidence) ?? 'unexpected'
}

/**
 * Reports an unexpected confidence as an error of the page (C319). The value is named only if it
 * looks like a code: a device may send anything.
 */
export const reportUnexpectedConfidence = (confidence: string): void => {
  const code = /^[\w-]{1,40}$/.test(confidence) ? confidence : 'not a code'
  const error = new Error(`Unexpected SpO2 confidence: ${code}`)
  window.dispatchEvent(new ErrorEvent('error', { error, message: error.message }))
}
