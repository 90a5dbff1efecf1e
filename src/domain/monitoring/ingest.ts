import { z } from 'zod'
import { sourceIdSchema } from '../checkup/ingest'
import { activityCountsSchema, bucketMs, measured, orNull, rhythmCountsSchema } from './bucket'
import {
  activitySegmentsSchema,
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

/**
 * A bucket as a device posts it: fifteen minutes. Rhythm and activity come as counts or segments
 * (C604); the result has counts.
 */
export const bucketIngestSchema = z
  .strictObject({
    id: sourceIdSchema,
    patientId: z.string().min(1).max(100),
    ...measured,
    heartRhythm: orNull(countsOrSegments(rhythmCountsSchema, rhythmSegmentsSchema, totalRhythm)),
    activityLevel: orNull(
      countsOrSegments(activityCountsSchema, activitySegmentsSchema, totalActivity),
    ),
  })
  .refine(
    ({ bucketStartAt, bucketEndAt }) =>
      Date.parse(bucketEndAt) - Date.parse(bucketStartAt) === bucketMs,
    {
      path: ['bucketEndAt'],
      message: 'Must be 15 minutes after bucketStartAt',
    },
  )
export type BucketIngest = z.infer<typeof bucketIngestSchema>
