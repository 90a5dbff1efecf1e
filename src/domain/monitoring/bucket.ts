import { z } from 'zod'
import { limits, within } from '../checkup/limits'
import { notScoredReasons } from '../ews/applies'
import { notUsableSchema } from '../checkup/not-usable'
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
    /** 0 regular, 1 irregular, 2 abstain, 3 signal too short, 4 low quality, 5 not run. */
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

/** What cannot be read of a stored bucket was not measured. */
const maybe = <Value extends z.ZodType>(value: Value) => value.nullable().catch(null)
const figure = z.number()
const storedVital = maybe(
  z.object({
    /** The last of the quarter. */
    value: figure,
    median: figure,
    min: figure,
    max: figure,
  }),
)
const charge = maybe(figure)
const score = maybe(z.number().int().min(0).max(3))
const devices = z.object({ ecg: charge, spo2: charge, temperature: charge })
const sensors = z.object({ ecg: maybe(z.string()) })
const scores = z.object({ RRScore: score, SpO2Score: score, HRScore: score, tempScore: score })

/**
 * What was measured, as it is stored. Another release may have written it, within other limits: a
 * key that is missing, or in a form that this one does not know, is 'not measured'.
 */
const stored = {
  respiratoryRate: storedVital,
  spo2: storedVital,
  pulseRate: storedVital,
  heartRate: storedVital,
  /** Celsius. */
  temperature: storedVital,
  /** Percent. */
  battery: devices.catch(() => devices.parse({})),
  /** Seconds of analysed segments of at most 60 s, by outcome. */
  heartRhythm: maybe(rhythmCountsSchema.strip()),
  /** Seconds of analysed segments, by outcome. */
  activityLevel: maybe(activityCountsSchema.strip()),
  sensorIds: sensors.catch(() => sensors.parse({})),
  thresholdScores: scores.catch(() => scores.parse({})),
}

/** A bucket as the portal keeps it (C277). Null is a vital that no device gave. */
export const monitoringBucketSchema = z.object({
  id: z.string(),
  revision: z.number(),
  patientId: z.string(),
  receivedAt: z.string(),
  bucketStartAt: instantSchema,
  bucketEndAt: instantSchema,
  ...stored,
})
export type MonitoringBucket = z.infer<typeof monitoringBucketSchema>

/** A quarter of an hour, in the record and on the card; null is what no device gave. */
export const latestBucketSchema = monitoringBucketSchema
  .omit({ id: true, revision: true, patientId: true })
  .extend({
    /**
     * What must be known to read the scores, as the marks of a TrendPoint. Null: an older bucket.
     */
    scoreMarks: maybe(z.number().int()).optional(),
  })
export type LatestBucket = z.infer<typeof latestBucketSchema>

const columnSchema = latestBucketSchema
  .omit({ bucketStartAt: true, bucketEndAt: true, receivedAt: true })
  .extend({
    /** Why NEWS2 was not for the patient; null: it was, or it is an older bucket. */
    notScored: maybe(z.enum(notScoredReasons)).optional(),
    /** What was sent and left out: see checkup/not-usable.ts. */
    notUsable: z.array(notUsableSchema).catch([]),
  })
const leastSchema = columnSchema.catch(() => columnSchema.parse({}))
/** What the column of a stored bucket holds. */
export const storedBucket = (json: unknown): z.infer<typeof columnSchema> => leastSchema.parse(json)
