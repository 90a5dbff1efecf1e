import type { LatestBucket } from './bucket'

/** How near to half or double, as a share. */
const nearness = 0.12

const isNear = (ratio: number, to: number): boolean => Math.abs(ratio / to - 1) <= nearness

/**
 * Whether the ECG's heart rate is half or double the oximeter's pulse, as a wrong sampling rate, or
 * beats without a pulse, make it. By the medians of the quarter of an hour. Null: neither.
 */
export const rateDoubt = ({
  heartRate,
  pulseRate,
}: Pick<LatestBucket, 'heartRate' | 'pulseRate'>): 'half' | 'double' | null => {
  if (heartRate === null || pulseRate === null) return null
  const ratio = heartRate.median / pulseRate.median
  return isNear(ratio, 2) ? 'double' : isNear(ratio, 0.5) ? 'half' : null
}
