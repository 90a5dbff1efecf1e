import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  activities,
  activityCountsSchema,
  heartRhythms,
  longestSegmentSeconds,
  rhythmCountsSchema,
} from '../../src/domain/monitoring/bucket'
import { bucketIngestSchema } from '../../src/domain/monitoring/ingest'
import {
  totalActivity,
  totalRhythm,
  type ActivitySegment,
  type RhythmSegment,
} from '../../src/domain/monitoring/segments'

const posted = {
  id: 'b1',
  patientId: 'p1',
  bucketStartAt: '2026-01-05T12:00:00Z',
  bucketEndAt: '2026-01-05T12:15:00Z',
}
const parse = (over: Record<string, unknown>) =>
  bucketIngestSchema.safeParse({ ...posted, ...over })
const leftOut = (over: Record<string, unknown>): readonly string[] =>
  bucketIngestSchema.parse({ ...posted, ...over }).notUsable.map(({ field }) => field)
const outcomes = heartRhythms.filter((outcome) => outcome !== 'notRun')
const ecg = (...lengths: readonly number[]) => ({
  heartRhythm: { segments: lengths.map((seconds) => ({ seconds, outcome: 'regular' })) },
})
const moved = (...lengths: readonly number[]) => ({
  activityLevel: { segments: lengths.map((seconds) => ({ seconds, prediction: 'ACTIVE' })) },
})

const length = fc.integer({ min: 1, max: 60_000 }).map((milliseconds) => milliseconds / 1000)
const rhythmSegments = fc.array(
  fc.record({ seconds: length, outcome: fc.constantFrom(...outcomes) }),
  { minLength: 1, maxLength: 15 },
)
const activitySegments = fc.array(
  fc.record({ seconds: length, prediction: fc.constantFrom(...activities) }),
  { minLength: 1, maxLength: 15 },
)
const milliseconds = (seconds: readonly number[]): number =>
  seconds.reduce((sum, one) => sum + Math.round(one * 1000), 0)

describe('analysed segments of a bucket', () => {
  test('C604 last 60 s at most, each; the one that does not is left out and named, and the others count', () => {
    expect(longestSegmentSeconds).toBe(60)
    for (const [field, sent] of [
      ['heartRhythm', ecg],
      ['activityLevel', moved],
    ] as const) {
      expect(leftOut(sent(60, 0.001, 59.5))).toEqual([])
      for (const wrong of [61, 60.001, 0, -1, 600, Number.NaN, '60' as unknown as number]) {
        expect([wrong, leftOut(sent(60, 30, wrong, 60))]).toEqual([wrong, [`${field}.segments.2`]])
        expect(parse(sent(60, 30, wrong, 60)).data?.[field]).toEqual(
          parse(sent(60, 30, 60)).data?.[field],
        )
      }
    }
  })

  test('C604 C358 fill no more than the quarter of an hour: what is longer is left out as a whole', () => {
    const sixty = Array.from({ length: 15 }, () => 60)
    for (const [field, sent] of [
      ['heartRhythm', ecg],
      ['activityLevel', moved],
    ] as const) {
      expect(leftOut(sent(...sixty))).toEqual([])
      expect(leftOut(sent(...sixty, 0.001, 60))).toEqual([field])
      // A tenth of a second is no sum of halves: nine hundred seconds of them are nine hundred
      // seconds.
      expect(
        leftOut(sent(...Array.from({ length: 900 }, (_, nth) => (nth % 2 === 0 ? 0.1 : 1.9)))),
      ).toEqual([])
      expect(leftOut({ [field]: { segments: [] } })).toEqual([field])
    }
  })

  test('are counts or segments, not both, with outcomes that there are', () => {
    expect(leftOut({ heartRhythm: { segments: [{ seconds: 60, outcome: 'notRun' }] } })).toEqual([
      'heartRhythm.segments.0',
    ])
    expect(
      leftOut({ activityLevel: { segments: [{ seconds: 60, prediction: 'ASLEEP' }] } }),
    ).toEqual(['activityLevel.segments.0'])
    expect(leftOut({ heartRhythm: { ...ecg(60).heartRhythm, mostSevere: 0 } })).toEqual([
      'heartRhythm',
    ])
    expect(leftOut({ heartRhythm: [{ seconds: 60, outcome: 'regular' }] })).toEqual(['heartRhythm'])
    expect(parse({ heartRhythm: null }).data).toMatchObject({
      heartRhythm: null,
      activityLevel: null,
    })
  })

  test('C604 become the seconds of each outcome, whatever their order', () => {
    fc.assert(
      fc.property(rhythmSegments, fc.func(fc.integer()), (segments, order) => {
        const counts = totalRhythm(segments)
        for (const outcome of outcomes) {
          expect(counts[outcome] * 1000).toBeCloseTo(
            milliseconds(
              segments.filter((one) => one.outcome === outcome).map(({ seconds }) => seconds),
            ),
            6,
          )
        }
        expect(rhythmCountsSchema.parse(counts)).toEqual(counts)
        expect(
          totalRhythm(segments.toSorted((a, b) => order(a.seconds) - order(b.seconds))),
        ).toEqual(counts)
        expect(parse({ heartRhythm: { segments } }).data?.heartRhythm).toEqual(counts)
      }),
    )
    fc.assert(
      fc.property(activitySegments, (segments) => {
        const counts = totalActivity(segments)
        const of = (prediction: ActivitySegment['prediction']): number =>
          milliseconds(
            segments.filter((one) => one.prediction === prediction).map(({ seconds }) => seconds),
          ) / 1000
        expect(counts).toMatchObject({
          signalTooShort: of('INSUFFICIENT_DATA'),
          abstain: of('ABSTENTION'),
          sedentary: of('SEDENTARY'),
          notSedentary: of('ACTIVE'),
        })
        expect(of(counts.dominantPrediction)).toBe(Math.max(...activities.map(of)))
        expect(activityCountsSchema.parse(counts)).toEqual(counts)
        expect(parse({ activityLevel: { segments } }).data?.activityLevel).toEqual(counts)
      }),
    )
  })

  test('C332 an irregular rhythm is never hidden, and unreadable segments are reported where there is no rhythm: every mixture of outcomes', () => {
    for (let mixture = 1; mixture < 2 ** outcomes.length; mixture += 1) {
      const found = outcomes.filter((_, nth) => (mixture & (1 << nth)) !== 0)
      const segments: readonly RhythmSegment[] = found.map((outcome) => ({
        seconds: outcome === 'irregular' ? 0.001 : 60,
        outcome,
      }))
      const expected = found.includes('irregular')
        ? 'irregular'
        : found.includes('regular')
          ? 'regular'
          : found.includes('lowQuality')
            ? 'lowQuality'
            : found.includes('signalTooShort')
              ? 'signalTooShort'
              : 'abstain'
      expect([found, heartRhythms[totalRhythm(segments).mostSevere]]).toEqual([found, expected])
    }
  })

  test('of activities that lasted equally long the one that claims less counts', () => {
    const dominant = (...predictions: readonly ActivitySegment['prediction'][]) =>
      totalActivity(predictions.map((prediction) => ({ seconds: 60, prediction })))
        .dominantPrediction
    expect(dominant('ACTIVE', 'SEDENTARY')).toBe('SEDENTARY')
    expect(dominant('ACTIVE', 'SEDENTARY', 'ABSTENTION')).toBe('ABSTENTION')
    expect(dominant('ACTIVE', 'SEDENTARY', 'ABSTENTION', 'INSUFFICIENT_DATA')).toBe(
      'INSUFFICIENT_DATA',
    )
    expect(dominant('INSUFFICIENT_DATA', 'ACTIVE', 'ACTIVE')).toBe('ACTIVE')
  })
})
