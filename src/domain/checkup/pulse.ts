import type { Readings } from './checkup'
import { oximeterPulseOf } from './oximeter'

/** The doubt of a check-up whose oximeter's pulse is the graver of two: it counts there. */
export const oximeterCounts = 'oximeter-pulse'

type PulseReadings = Pick<Readings, 'pulseRate' | 'pulseOxiData' | 'doubts'>

/** Which reading the pulse is taken from; null: not measured. */
export const pulseFrom = (readings: PulseReadings): 'pulseRate' | 'oximeter' | null => {
  if (oximeterPulseOf(readings) === null) return readings.pulseRate === null ? null : 'pulseRate'
  return readings.pulseRate === null || readings.doubts.includes(oximeterCounts)
    ? 'oximeter'
    : 'pulseRate'
}

/**
 * The pulse per minute: the measured rate, else the oximeter's, which also counts where the two
 * differ and it is the graver; null: not measured. Score, alerts and display all use it, so that a
 * score always has its value beside it.
 */
export const pulseOf = (readings: PulseReadings): number | null =>
  pulseFrom(readings) === 'oximeter'
    ? oximeterPulseOf(readings)
    : (readings.pulseRate?.value ?? null)
