import { z } from 'zod'
import { sourceIdSchema } from '../checkup/ingest'
import { notUsableSchema } from '../checkup/not-usable'
import { boundedNotUsable, isMembers, siftFields, siftList, type Sifted } from '../checkup/sift'
import { instantSchema } from '../time/instant'
import {
  activityCountsSchema,
  bucketMs,
  bucketSeconds,
  measured,
  orNull,
  rhythmCountsSchema,
} from './bucket'
import {
  activitySegmentSchema,
  activitySegmentsSchema,
  rhythmSegmentSchema,
  rhythmSegmentsSchema,
  totalActivity,
  totalRhythm,
} from './segments'

/** Counts, or segments that are totalled into counts. Faults are reported by path. */
const countsOrSegments = <Counts extends z.ZodType, Segment>(
  counts: Counts,
  sent: z.ZodType<{ readonly segments: readonly Segment[] }>,
  total: (segments: readonly Segment[]) => z.output<Counts>,
) =>
  z.unknown().transform((value, context): z.output<Counts> => {
    const isSegments = typeof value === 'object' && value !== null && 'segments' in value
    const parsed = isSegments
      ? sent.transform(({ segments }) => total(segments)).safeParse(value)
      : counts.safeParse(value)
    if (parsed.success) return parsed.data
    context.issues.push(...parsed.error.issues.map((issue) => ({ ...issue, input: undefined })))
    return z.NEVER
  })

const needed = {
  id: sourceIdSchema,
  patientId: z.string().min(1).max(100),
  bucketStartAt: instantSchema,
  bucketEndAt: instantSchema,
}

const fields = {
  ...measured,
  heartRhythm: orNull(countsOrSegments(rhythmCountsSchema, rhythmSegmentsSchema, totalRhythm)),
  activityLevel: orNull(
    countsOrSegments(activityCountsSchema, activitySegmentsSchema, totalActivity),
  ),
}

/** All that a bucket can say, field by field, in either form. */
export const bucketFieldsSchema = z.strictObject({
  ...needed,
  ...measured,
  heartRhythm: orNull(z.union([rhythmCountsSchema, rhythmSegmentsSchema])),
  activityLevel: orNull(z.union([activityCountsSchema, activitySegmentsSchema])),
})

/** The segments that can be used: one that cannot must not hide an irregular rhythm. */
const withSegments = (
  sent: Readonly<Record<string, unknown>>,
  field: string,
  segment: z.ZodType,
): Sifted => {
  const value = sent[field]
  if (!isMembers(value) || !Array.isArray(value['segments'])) return { kept: value, notUsable: [] }
  const sifted = siftList(segment, value['segments'], [field, 'segments'], bucketSeconds)
  const { kept, notUsable } = sifted
  const isLost = notUsable.length > 0 && Array.isArray(kept) && kept.length === 0
  return { notUsable, kept: isLost ? undefined : { ...value, segments: kept } }
}

const sift = (sent: unknown): unknown => {
  if (!isMembers(sent)) return sent
  const rhythm = withSegments(sent, 'heartRhythm', rhythmSegmentSchema)
  const activity = withSegments(sent, 'activityLevel', activitySegmentSchema)
  const usable = siftFields(
    { fields, lists: {}, needed: Object.keys(needed) },
    { ...sent, heartRhythm: rhythm.kept, activityLevel: activity.kept },
  )
  return {
    ...usable.kept,
    notUsable: boundedNotUsable([...usable.notUsable, ...rhythm.notUsable, ...activity.notUsable]),
  }
}

/**
 * A bucket as a device posts it: fifteen minutes. Rhythm and activity come as counts or segments
 * (C604); the result has counts. Refused is only what does not say whose and when; any other field
 * that cannot be used is left out and told (`notUsable`).
 */
export const bucketIngestSchema = z
  .unknown()
  .transform(sift)
  .pipe(
    z
      .strictObject({ ...needed, ...fields, notUsable: z.array(notUsableSchema) })
      .refine(
        ({ bucketStartAt, bucketEndAt }) =>
          Date.parse(bucketEndAt) - Date.parse(bucketStartAt) === bucketMs,
        {
          path: ['bucketEndAt'],
          message: 'Must be 15 minutes after bucketStartAt',
        },
      ),
  )
export type BucketIngest = z.infer<typeof bucketIngestSchema>
