import type { Readings } from './checkup'

/**
 * The pulse of a check-up, per minute: the measured pulse rate, or else the oximeter's; null:
 * neither was measured. What is scored, what raises an alert and what is shown ask here, so that a
 * score never stands beside a value that says it was not measured.
 */
export const pulseOf = ({
  pulseRate,
  pulseOxiData,
}: Pick<Readings, 'pulseRate' | 'pulseOxiData'>): number | null =>
  pulseRate?.value ?? pulseOxiData?.averageHr ?? null
