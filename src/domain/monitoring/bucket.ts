import { z } from 'zod'
import { limits, within } from '../checkup/limits'
import { instantSchema } from '../time/instant'
import { activities, bucketMs, heartRhythms } from './quarter'

export { activities, bucketMs, heartRhythms, type Activity, type HeartRhythm } from './quarter'

/** Rhythm and activity are counted in seconds of analysed segments: at most 900 in a bucket. */
export const bucketSeconds = bucketMs / 1000
/** The longest that one analysed segment lasts (C604). */
export const longestSegmentSeconds = 60

/** The latest value and the spread of a vital in a bucket. */
const vital = (limit: readonly [number, number]) => {
  const figure = within(limit)
  return z
    .strictObject({ value: figure, median: figure, min: figure, max: figure })
    .refine(({ min, max }) => min <= max, { path: ['max'], message: 'Must not be below min' })
    .refine(({ min, median, max }) => min <= median && median <= max, {
      path: ['median'],
      message: 'Must lie between min and max',
    })
    .refine(({ min, value, max }) => min <= value && value <= max, {
      path: ['value'],
      message: 'Must lie between min and max',
    })
}
const seconds = z.number().min(0).max(bucketSeconds)
const percent = z.number().min(0).max(100)
/** What may be left out or null, and is then not known. */
export const orNull = <Value extends z.ZodType>(value: Value) => value.nullable().default(null)

const isWholeBucket = (counts: readonly number[]): boolean =>
  counts.reduce((sum, count) => sum + count, 0) <= bucketSeconds
const tooLong = `Must not add up to more than ${bucketSeconds} seconds`

export const rhythmCountsSchema = z
  .strictObject({
    mostSevere: z
      .number()
      .int()
      .min(0)
      .max(heartRhythms.length - 1),
    irregular: seconds,
    regular: seconds,
    abstain: seconds,
    lowQuality: seconds,
    signalTooShort: seconds,
  })
  .refine(({ mostSevere: _outcome, ...counts }) => isWholeBucket(Object.values(counts)), tooLong)

export const activityCountsSchema = z
  .strictObject({
    signalTooShort: seconds,
    abstain: seconds,
    sedentary: seconds,
    notSedentary: seconds,
    dominantPrediction: z.enum(activities),
  })
  .refine(
    ({ dominantPrediction: _outcome, ...counts }) => isWholeBucket(Object.values(counts)),
    tooLong,
  )

/** What devices measure in a quarter of an hour, as it is kept. */
export const measured = {
  bucketStartAt: instantSchema,
  bucketEndAt: instantSchema,
  respiratoryRate: orNull(vital(limits.respiratoryRatePerMinute)),
  spo2: orNull(vital(limits.spO2Percent)),
  pulseRate: orNull(vital(limits.pulsePerMinute)),
  heartRate: orNull(vital(limits.pulsePerMinute)),
  temperature: orNull(vital(limits.temperatureCelsius)),
  battery: z
    .strictObject({ ecg: orNull(percent), spo2: orNull(percent), temperature: orNull(percent) })
    .default({ ecg: null, spo2: null, temperature: null }),
  heartRhythm: orNull(rhythmCountsSchema),
  activityLevel: orNull(activityCountsSchema),
  sensorIds: z.strictObject({ ecg: orNull(z.string().min(1).max(200)) }).default({ ecg: null }),
}

const score = z.number().int().min(0).max(3).nullable()

/** A bucket as the portal keeps it (C277). Null is a vital that no device gave. */
export const monitoringBucketSchema = z.object({
  id: z.string(),
  revision: z.number(),
  patientId: z.string(),
  receivedAt: z.string(),
  ...measured,
  thresholdScores: z.object({ RRScore: score, SpO2Score: score, HRScore: score, tempScore: score }),
})
export type MonitoringBucket = z.infer<typeof monitoringBucketSchema>

/** A patient's latest bucket, in the record and on the card. */
export const latestBucketSchema = monitoringBucketSchema
  .omit({ id: true, revision: true, patientId: true })
  .extend({
    /** What must be known to read its scores, as markBits of a board's scores; none: an older one. */
    scoreMarks: z.number().int().nullable().optional(),
  })
export type LatestBucket = z.infer<typeof latestBucketSchema>
