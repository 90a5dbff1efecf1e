import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { activities, bucketMs, monitoringBucketSchema } from '../../src/domain/monitoring/bucket'
import {
  bucketsBetween,
  bucketsInChunk,
  bucketsOf,
  chunkMs,
  chunkOf,
  monitoringChunkSchema,
  packBuckets,
  type BucketContent,
} from '../../src/domain/monitoring/chunk'

const chunk = 4_000
const start = chunk * chunkMs
const iso = (at: number): string => new Date(at).toISOString()
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const figure = fc.integer({ min: 30, max: 200 })
const vital = maybe(fc.record({ value: figure, median: figure, min: figure, max: figure }))
const seconds = fc.integer({ min: 0, max: 200 })
const percent = maybe(fc.integer({ min: 0, max: 100 }))
const score = maybe(fc.integer({ min: 0, max: 3 }))
const content = fc.record({
  respiratoryRate: vital,
  spo2: vital,
  pulseRate: vital,
  heartRate: vital,
  temperature: vital,
  battery: fc.record({ ecg: percent, spo2: percent, temperature: percent }),
  heartRhythm: maybe(
    fc.record({
      mostSevere: fc.integer({ min: 0, max: 5 }),
      irregular: seconds,
      regular: seconds,
      abstain: seconds,
      lowQuality: seconds,
      signalTooShort: seconds,
    }),
  ),
  activityLevel: maybe(
    fc.record({
      signalTooShort: seconds,
      abstain: seconds,
      sedentary: seconds,
      notSedentary: seconds,
      dominantPrediction: fc.constantFrom(...activities),
    }),
  ),
  thresholdScores: fc.record({
    RRScore: score,
    SpO2Score: score,
    HRScore: score,
    tempScore: score,
  }),
  sensorIds: fc.record({ ecg: maybe(fc.constantFrom('sensor-1', 'sensor-2')) }),
  late: fc.integer({ min: -300_000, max: 86_400_000 }),
})
const contents = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 0, max: bucketsInChunk - 1 }), { maxLength: 40 }),
    fc.array(content, { minLength: 40, maxLength: 40 }),
  )
  .map(([quarters, rows]) =>
    quarters
      .toSorted((a, b) => a - b)
      .map((quarter, nth): BucketContent => {
        const { late, ...measured } = rows[nth] as (typeof rows)[number]
        return {
          ...measured,
          bucketStartAt: iso(start + quarter * bucketMs),
          receivedAt: iso(start + (quarter + 1) * bucketMs + late),
        }
      }),
  )
const packed = (buckets: readonly BucketContent[]) => ({
  id: `p1.${chunk}`,
  revision: 7,
  patientId: 'p1',
  startAt: iso(start),
  columns: packBuckets(start, buckets),
})

describe('a record of buckets', () => {
  test('C277 gives back every figure that went in, over the wire and the store', () => {
    fc.assert(
      fc.property(contents, (buckets) => {
        const read = bucketsOf(
          monitoringChunkSchema.parse(JSON.parse(JSON.stringify(packed(buckets)))),
        )
        expect(read).toEqual(
          buckets.map((bucket) => ({
            ...bucket,
            id: `p1 ${bucket.bucketStartAt}`,
            revision: 7,
            patientId: 'p1',
            bucketEndAt: iso(Date.parse(bucket.bucketStartAt) + bucketMs),
          })),
        )
        for (const bucket of read)
          expect(Object.keys(monitoringBucketSchema.shape).toSorted()).toEqual(
            Object.keys(bucket).toSorted(),
          )
      }),
    )
  })

  test('is five days of quarters of an hour, on the same days for everybody', () => {
    expect(chunkMs).toBe(5 * 24 * 3_600_000)
    expect([
      chunkOf(start - 1),
      chunkOf(start),
      chunkOf(start + chunkMs - 1),
      chunkOf(start + chunkMs),
    ]).toEqual([chunk - 1, chunk, chunk, chunk + 1])
  })

  test('a group that no bucket has costs one null', () => {
    const [bucket] =
      fc.sample(
        contents.filter((some) => some.length > 0),
        1,
      )[0] ?? []
    if (bucket === undefined) throw new Error('No sample')
    expect(
      packBuckets(start, [{ ...bucket, heartRhythm: null, spo2: null, sensorIds: { ecg: null } }]),
    ).toMatchObject({ heartRhythm: null, spo2: null, ecgSensor: null, ecgSensors: [] })
  })

  test('is refused with columns of different lengths, buckets out of order, twice, or outside of it', () => {
    const [buckets = []] = fc.sample(
      contents.filter((some) => some.length > 2),
      { numRuns: 1, seed: 3 },
    )
    const { columns, ...rest } = packed(buckets)
    const isRead = (over: object, more: object = {}) =>
      monitoringChunkSchema.safeParse({ ...rest, columns: { ...columns, ...over }, ...more })
        .success
    expect(isRead({})).toBe(true)
    expect(isRead({ received: columns.received.slice(1) })).toBe(false)
    expect(isRead({ battery: { ecg: [1], spo2: [1], temperature: [1] } })).toBe(false)
    expect(isRead({ at: columns.at.toReversed() })).toBe(false)
    expect(isRead({ at: columns.at.map(() => 3) })).toBe(false)
    expect(isRead({ at: columns.at.map((quarter) => quarter + bucketsInChunk) })).toBe(false)
    expect(isRead({}, { startAt: iso(start + bucketMs) })).toBe(false)
  })

  test('bucketsBetween takes from the first instant to before the last, over records in any order', () => {
    const bucketAt = (at: number): BucketContent => ({
      bucketStartAt: iso(at),
      receivedAt: iso(at + bucketMs),
      respiratoryRate: null,
      spo2: null,
      pulseRate: null,
      heartRate: null,
      temperature: null,
      battery: { ecg: null, spo2: null, temperature: null },
      heartRhythm: null,
      activityLevel: null,
      thresholdScores: { RRScore: null, SpO2Score: null, HRScore: null, tempScore: null },
      sensorIds: { ecg: null },
    })
    const later = start + chunkMs
    const record = (from: number, ats: readonly number[]) => ({
      id: `p1.${chunkOf(from)}`,
      revision: 1,
      patientId: 'p1',
      startAt: iso(from),
      columns: packBuckets(from, ats.map(bucketAt)),
    })
    const chunks = [
      record(later, [later, later + bucketMs]),
      record(start, [start, later - bucketMs]),
    ]
    expect(
      bucketsBetween(chunks, later - bucketMs, later + bucketMs).map(
        ({ bucketStartAt }) => bucketStartAt,
      ),
    ).toEqual([iso(later - bucketMs), iso(later)])
  })
})
