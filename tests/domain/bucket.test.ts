import { describe, expect, test } from 'vitest'
import { monitoringBucketSchema } from '../../src/domain/monitoring/bucket'
import { bucketIngestSchema } from '../../src/domain/monitoring/ingest'
import { scoreBucket } from '../../src/domain/monitoring/threshold-scores'

const posted = {
  id: 'b1',
  patientId: 'p1',
  bucketStartAt: '2026-01-05T12:00:00Z',
  bucketEndAt: '2026-01-05T12:15:00Z',
}
const vital = (value: number) => ({ value, median: value, min: value - 1, max: value + 1 })
const rhythm = {
  mostSevere: 1,
  irregular: 60,
  regular: 800,
  abstain: 0,
  lowQuality: 0,
  signalTooShort: 40,
}
const pathsOf = (over: Record<string, unknown>): readonly string[] => {
  const parsed = bucketIngestSchema.safeParse({ ...posted, ...over })
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'))
}

/** What is left out of it, and why. */
const leftOut = (over: Record<string, unknown>): readonly (readonly [string, string])[] =>
  bucketIngestSchema
    .parse({ ...posted, ...over })
    .notUsable.map(({ field, reason }) => [field, reason] as const)

describe('a posted monitoring bucket', () => {
  test('may lack any vital: what no device gave is null', () => {
    const bucket = bucketIngestSchema.parse(posted)
    expect(bucket).toMatchObject({
      spo2: null,
      heartRhythm: null,
      battery: { ecg: null, spo2: null, temperature: null },
    })
    const scores = { RRScore: null, SpO2Score: null, HRScore: null, tempScore: null }
    expect(
      monitoringBucketSchema.safeParse({
        ...bucket,
        revision: 1,
        receivedAt: bucket.bucketEndAt,
        thresholdScores: scores,
      }).success,
    ).toBe(true)
  })

  test('C358 is exactly fifteen minutes long', () => {
    expect(pathsOf({})).toEqual([])
    expect(pathsOf({ bucketEndAt: '2026-01-05T12:14:59Z' })).toEqual(['bucketEndAt'])
    expect(pathsOf({ bucketEndAt: '2026-01-05T12:15:00.001Z' })).toEqual(['bucketEndAt'])
  })

  test('has its value and median between min and max', () => {
    expect(leftOut({ spo2: { value: 95, median: 95, min: 93, max: 97 } })).toEqual([])
    expect(leftOut({ spo2: { value: 98, median: 95, min: 93, max: 97 } })).toEqual([
      ['spo2', 'contradicts'],
    ])
    expect(leftOut({ spo2: { value: 95, median: 92, min: 93, max: 97 } })).toEqual([
      ['spo2', 'contradicts'],
    ])
    expect(leftOut({ temperature: vital(60) })).toEqual([['temperature', 'impossible']])
  })

  test('counts no more seconds than it has', () => {
    expect(leftOut({ heartRhythm: rhythm })).toEqual([])
    expect(leftOut({ heartRhythm: { ...rhythm, regular: 801 } })).toEqual([
      ['heartRhythm', 'contradicts'],
    ])
    expect(leftOut({ heartRhythm: { ...rhythm, mostSevere: 6 } })).toEqual([
      ['heartRhythm', 'impossible'],
    ])
    expect(
      leftOut({
        activityLevel: {
          signalTooShort: 0,
          abstain: 0,
          sedentary: 900,
          notSedentary: 0,
          dominantPrediction: 'ASLEEP',
        },
      }),
    ).toEqual([['activityLevel', 'form']])
  })
})

describe('the scores of a bucket', () => {
  const none = {
    respiratoryRate: null,
    spo2: null,
    heartRate: null,
    pulseRate: null,
    temperature: null,
  }

  test('follow the patient’s scheme, and the pulse replaces a missing heart rate', () => {
    const bucket = {
      ...none,
      respiratoryRate: vital(25),
      spo2: vital(93),
      pulseRate: vital(95),
      temperature: vital(37),
    }
    expect(
      scoreBucket(bucket, { thresholds: null, spo2Scale: 1, riskScheme: 'NEWS2' }, false),
    ).toEqual({ RRScore: 3, SpO2Score: 2, HRScore: 1, tempScore: 0 })
    expect(
      scoreBucket(
        { ...bucket, heartRate: vital(70) },
        { thresholds: null, spo2Scale: 2, riskScheme: 'NEWS2' },
        true,
      ),
    ).toEqual({ RRScore: 3, SpO2Score: 1, HRScore: 0, tempScore: 0 })
  })

  test('of SpO2 on Scale 2 are unknown where the flag of oxygen is not set and air and oxygen score differently', () => {
    const scale2 = { thresholds: null, spo2Scale: 2, riskScheme: 'NEWS2' } as const
    const scored = (spo2: number, flagged: boolean) =>
      scoreBucket({ ...none, spo2: vital(spo2) }, scale2, flagged).SpO2Score
    for (let spo2 = 20; spo2 <= 100; spo2 += 1)
      expect([spo2, scored(spo2, false)]).toEqual([spo2, spo2 >= 93 ? null : scored(spo2, true)])
  })

  test('are unknown where nothing was measured', () => {
    expect(
      scoreBucket(none, { thresholds: null, spo2Scale: 1, riskScheme: 'NEWS2' }, true),
    ).toEqual({ RRScore: null, SpO2Score: null, HRScore: null, tempScore: null })
  })
})
