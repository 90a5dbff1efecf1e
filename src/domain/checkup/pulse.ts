import type { Readings } from './checkup'
import { oximeterPulseOf } from './oximeter'

/**
 * The pulse per minute: the measured rate, else the oximeter's; null: not measured. Score, alerts
 * and display all use it, so that a score always has its value beside it.
 */
export const pulseOf = (readings: Pick<Readings, 'pulseRate' | 'pulseOxiData'>): number | null =>
  readings.pulseRate?.value ?? oximeterPulseOf(readings)
