import type { LatestBucket, MonitoringBucket } from '../../../domain/monitoring/bucket'
import { bucketMs } from '../../../domain/monitoring/bucket'
import { showScored } from '../../../domain/ews/shown-value'
import type { ThresholdParameter } from '../../../domain/ews/thresholds'
import { rateDoubt } from '../../../domain/monitoring/rate-doubt'
import type { Edition } from '../../../domain/organization/organization'
import { showTemperature } from '../../../domain/units/units'
import type { MonitoringTexts } from '../../../texts/monitoring'

/** Rows of measured vitals in the specified order (C098); rhythm and activity follow. */
export const vitalRows = [
  'respiratoryRate',
  'heartRate',
  'pulseRate',
  'spo2',
  'temperature',
] as const
export type VitalRow = (typeof vitalRows)[number]

const scoredAs: Readonly<Record<VitalRow, ThresholdParameter>> = {
  respiratoryRate: 'respiratoryRate',
  heartRate: 'pulse',
  pulseRate: 'pulse',
  spo2: 'spO2',
  temperature: 'temperature',
}

export const rowUnit = (row: VitalRow, edition: Edition, t: MonitoringTexts): string =>
  row === 'spo2'
    ? t.units.percent
    : row === 'temperature'
      ? showTemperature(0, edition).unit
      : t.units.perMinute

/** How a cell's score is told: the score, or why there is none. */
export type CellScore = number | 'byHeartRate' | null

export interface VitalCell {
  /** All in the edition's unit. */
  readonly value: string
  readonly min: string
  readonly max: string
  readonly median: string
  readonly score: CellScore
  /** The heart rate is half or double the pulse: told with both. */
  readonly doubt: 'half' | 'double' | null
}

const scoreOf = (
  row: VitalRow,
  { thresholdScores: scores, heartRate }: LatestBucket,
): CellScore => {
  switch (row) {
    case 'respiratoryRate':
      return scores.RRScore
    case 'heartRate':
      return scores.HRScore
    // The pulse is scored only where no heart rate was measured (threshold-scores.ts).
    case 'pulseRate':
      return heartRate === null ? scores.HRScore : 'byHeartRate'
    case 'spo2':
      return scores.SpO2Score
    case 'temperature':
      return scores.tempScore
  }
}

/** One vital of a quarter of an hour; null where no device gave it. */
export const vitalCell = (
  row: VitalRow,
  bucket: LatestBucket,
  edition: Edition,
): VitalCell | null => {
  const vital = bucket[row]
  if (vital === null) return null
  const show = (figure: number): string => showScored(scoredAs[row], figure, edition)
  return {
    value: show(vital.value),
    min: show(vital.min),
    max: show(vital.max),
    median: show(vital.median),
    score: scoreOf(row, bucket),
    doubt: row === 'heartRate' || row === 'pulseRate' ? rateDoubt(bucket) : null,
  }
}

/**
 * A column: a quarter of an hour with data; `gap`: without; `before`: earlier than all data;
 * `none`: there is no data (C102); `unknown`: its record is not on this device.
 */
export type Column = { readonly start: number } & (
  | { readonly kind: 'bucket'; readonly bucket: MonitoringBucket }
  | { readonly kind: 'gap' | 'before' | 'none' | 'unknown' }
)

/**
 * The columns of quarters of an hour (starts, epoch milliseconds).
 * @param earliest start of the first data; null: there is none
 * @param isHere whether what was measured in the quarter of an hour that begins then is on this device
 */
export const columnsOf = (
  starts: readonly number[],
  buckets: readonly MonitoringBucket[],
  earliest: number | null,
  isHere: (start: number) => boolean = () => true,
): readonly Column[] => {
  const byStart = new Map(buckets.map((bucket) => [Date.parse(bucket.bucketStartAt), bucket]))
  return starts.map((start) => {
    const bucket = byStart.get(start)
    if (bucket !== undefined) return { start, kind: 'bucket', bucket }
    if (earliest === null) return { start, kind: 'none' }
    return { start, kind: start < earliest ? 'before' : isHere(start) ? 'gap' : 'unknown' }
  })
}

/** The start of the quarter of an hour that an instant (epoch milliseconds) falls into. */
export const quarterOf = (at: number): number => Math.floor(at / bucketMs) * bucketMs
