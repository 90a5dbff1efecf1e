import { z } from 'zod'
import { bucketSeconds, longestSegmentSeconds, type MonitoringBucket } from './bucket'
import { activities, heartRhythms } from './quarter'

type RhythmCounts = NonNullable<MonitoringBucket['heartRhythm']>
type ActivityCounts = NonNullable<MonitoringBucket['activityLevel']>

const length = `Must be more than 0 and at most ${longestSegmentSeconds} seconds`
const seconds = z.number().gt(0, length).max(longestSegmentSeconds, length)

/** To the millisecond, so that 0.1 s ten times is 1 s. */
const inMilliseconds = (sum: number): number => Math.round(sum * 1000) / 1000

/** The first segment that no longer fits into the quarter of an hour is the one that is named. */
const fitsBucket = (
  segments: readonly { readonly seconds: number }[],
  context: z.RefinementCtx,
): void => {
  let sum = 0
  for (const [nth, segment] of segments.entries()) {
    sum += segment.seconds
    if (inMilliseconds(sum) <= bucketSeconds) continue
    context.addIssue({
      code: 'custom',
      path: [nth],
      message: `The segments up to this one last more than ${bucketSeconds} seconds together`,
    })
    return
  }
}
const listOf = <Segment extends z.ZodType<{ readonly seconds: number }>>(segment: Segment) =>
  z.strictObject({ segments: z.array(segment).min(1).max(bucketSeconds).superRefine(fitsBucket) })

/** A segment of analysed ECG (C604): at most 60 s. */
export const rhythmSegmentSchema = z.strictObject({
  seconds,
  outcome: z.enum(heartRhythms).exclude(['notRun']),
})
/** Segments of analysed ECG: together 900 s. A bucket without analysis has no rhythm. */
export const rhythmSegmentsSchema = listOf(rhythmSegmentSchema)
export type RhythmSegment = z.infer<typeof rhythmSegmentsSchema>['segments'][number]

/** A segment of movement as it was analysed (C604), likewise. */
export const activitySegmentSchema = z.strictObject({
  seconds,
  prediction: z.enum(activities),
})
export const activitySegmentsSchema = listOf(activitySegmentSchema)
export type ActivitySegment = z.infer<typeof activitySegmentsSchema>['segments'][number]

const secondsWhere = <Segment extends { readonly seconds: number }>(
  segments: readonly Segment[],
  is: (segment: Segment) => boolean,
): number =>
  inMilliseconds(segments.reduce((sum, segment) => sum + (is(segment) ? segment.seconds : 0), 0))

/**
 * Rhythm outcomes, gravest first. A found rhythm precedes the reasons for none: an unreadable
 * segment, which nearly every bucket has, must not hide an irregular rhythm. Among the reasons the
 * highest number counts (C332): poor electrodes first.
 */
const bySeverity = [
  'irregular',
  'regular',
  'lowQuality',
  'signalTooShort',
  'abstain',
] as const satisfies readonly RhythmSegment['outcome'][]

/** Seconds of each outcome, and the number of the gravest (C332). */
export const totalRhythm = (segments: readonly RhythmSegment[]): RhythmCounts => {
  const of = (outcome: RhythmSegment['outcome']): number =>
    secondsWhere(segments, (segment) => segment.outcome === outcome)
  const gravest = bySeverity.find((outcome) =>
    segments.some((segment) => segment.outcome === outcome),
  )
  return {
    mostSevere: heartRhythms.indexOf(gravest ?? 'notRun'),
    irregular: of('irregular'),
    regular: of('regular'),
    abstain: of('abstain'),
    lowQuality: of('lowQuality'),
    signalTooShort: of('signalTooShort'),
  }
}

/** Of predictions that lasted equally long the first one counts: it claims less. */
const byClaim = [
  'INSUFFICIENT_DATA',
  'ABSTENTION',
  'SEDENTARY',
  'ACTIVE',
] as const satisfies readonly ActivitySegment['prediction'][]

/** Seconds of each prediction, and the longest one. */
export const totalActivity = (segments: readonly ActivitySegment[]): ActivityCounts => {
  const of = (prediction: ActivitySegment['prediction']): number =>
    secondsWhere(segments, (segment) => segment.prediction === prediction)
  return {
    signalTooShort: of('INSUFFICIENT_DATA'),
    abstain: of('ABSTENTION'),
    sedentary: of('SEDENTARY'),
    notSedentary: of('ACTIVE'),
    dominantPrediction: byClaim.reduce((longest, prediction) =>
      of(prediction) > of(longest) ? prediction : longest,
    ),
  }
}
