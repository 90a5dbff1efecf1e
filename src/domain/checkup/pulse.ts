import type { Readings } from './checkup'

/**
 * The pulse per minute: the measured rate, else the oximeter's; null: not measured. Score, alerts
 * and display all use it, so that a score always has its value beside it.
 */
export const pulseOf = ({
  pulseRate,
  pulseOxiData,
}: Pick<Readings, 'pulseRate' | 'pulseOxiData'>): number | null =>
  pulseRate?.value ?? pulseOxiData?.averageHr ?? null
