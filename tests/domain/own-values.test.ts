import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ewsInputOf } from '../../src/domain/checkup/ews-input'
import { checkupIngestSchema, readingsOf } from '../../src/domain/checkup/ingest'
import { scoreCheckup, type EwsScheme } from '../../src/domain/ews/score'
import type { MeasuredBucket } from '../../src/domain/monitoring/card-choice'
import { bucketMs } from '../../src/domain/monitoring/quarter'
import { scoreBucket } from '../../src/domain/monitoring/threshold-scores'
import {
  bucketValues,
  checkupValues,
  ownValues,
  type ValuedRow,
} from '../../src/domain/virtual-ward/own-values'

const noon = Date.parse('2026-01-05T12:00:00.000Z')
const iso = (ms: number): string => new Date(ms).toISOString()
const scheme = (spo2Scale: 1 | 2): EwsScheme => ({
  thresholds: null,
  spo2Scale,
  riskScheme: 'NEWS2',
})
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const tenths = (min: number, max: number) =>
  fc.integer({ min: min * 10, max: max * 10 }).map((tenth) => tenth / 10)
const scale = fc.constantFrom(1 as const, 2 as const)

const checkups = fc
  .record({
    atMs: fc.integer({ min: -120, max: 0 }).map((minute) => noon + minute * 60_000),
    rr: maybe(tenths(4, 40)),
    spO2: maybe(tenths(80, 100)),
    confidence: fc.constantFrom('HIGH', 'FAILED', 'VITAL_UNSTABLE'),
    onOxygen: maybe(fc.boolean()),
    systolic: maybe(tenths(60, 230)),
    pulse: maybe(tenths(30, 150)),
    level: maybe(fc.constantFrom('A', 'C', 'V', 'P', 'U')),
    temperature: maybe(tenths(34, 41)),
    spo2Scale: scale,
  })
  .map((sent) => {
    const readings = readingsOf(
      checkupIngestSchema.parse({
        id: 'c',
        patientId: 'p',
        startedAt: iso(sent.atMs),
        endedAt: iso(sent.atMs),
        respiratoryRate: sent.rr === null ? null : { value: sent.rr },
        pulseOxiData:
          sent.spO2 === null ? null : { averageSpO2: sent.spO2, confidence: sent.confidence },
        onOxygen: sent.onOxygen,
        bloodPressureData:
          sent.systolic === null ? null : { systolic: sent.systolic, diastolic: 40 },
        pulseRate: sent.pulse === null ? null : { value: sent.pulse },
        consciousness: sent.level,
        temperature: sent.temperature === null ? null : { value: sent.temperature },
      }),
    )
    const scores = scoreCheckup(ewsInputOf(readings, false), scheme(sent.spo2Scale))
    return { ...readings, endedAt: iso(sent.atMs), ewsScores: scores }
  })

const figures = (value: number) => ({ value, median: value, min: value, max: value })
const buckets = fc
  .record({
    quarter: fc.integer({ min: -8, max: 0 }),
    respiratoryRate: maybe(tenths(4, 40).map(figures)),
    spo2: maybe(tenths(80, 100).map(figures)),
    heartRate: maybe(tenths(30, 150).map(figures)),
    pulseRate: maybe(tenths(30, 150).map(figures)),
    temperature: maybe(tenths(34, 41).map(figures)),
    spo2Scale: scale,
  })
  .map(({ quarter, spo2Scale, ...vitals }): MeasuredBucket => ({
    ...vitals,
    bucketEndAt: iso(noon + quarter * bucketMs),
    thresholdScores: scoreBucket(vitals, scheme(spo2Scale), false),
    scoreMarks: spo2Scale === 2 ? 1 : 0,
  }))

const rows = fc.record({
  checkups: fc.array(checkups, { maxLength: 3 }),
  buckets: fc.uniqueArray(buckets, { maxLength: 3, selector: ({ bucketEndAt }) => bucketEndAt }),
  endedAt: fc.constantFrom(null, iso(noon)),
})
const newestFirst = <One>(list: readonly One[], endOf: (one: One) => string): readonly One[] =>
  list.toSorted((a, b) => Date.parse(endOf(b)) - Date.parse(endOf(a)))
const rowOf = (made: typeof rows extends fc.Arbitrary<infer Row> ? Row : never): ValuedRow => {
  const [latestCheckup = null, ...earlierCheckups] = newestFirst(
    made.checkups,
    ({ endedAt }) => endedAt,
  )
  const [latestContinuousMonitoring = null, ...earlierContinuousMonitoring] = newestFirst(
    made.buckets,
    ({ bucketEndAt }) => bucketEndAt,
  )
  return {
    latestCheckup,
    earlierCheckups,
    latestContinuousMonitoring,
    earlierContinuousMonitoring,
    continuousMonitoringSession: { createdAt: iso(noon - 86_400_000), endedAt: made.endedAt },
  }
}
const runs = { numRuns: 10_000 }

describe('the newest value of each parameter, over made check-ups and buckets', () => {
  test('C211 C370 C371 is never older than another that was measured, and no grave one is hidden by a calmer, older or same-age one', () => {
    fc.assert(
      fc.property(rows, (made) => {
        const row = rowOf(made)
        const shown = ownValues(row)
        const measured = [
          ...made.checkups.flatMap(checkupValues),
          ...made.buckets.flatMap(bucketValues),
        ]
        for (const value of measured) {
          const own = shown.find(({ key }) => key === value.key)
          if (own === undefined) throw new Error(`${value.key} is hidden`)
          const apart = Date.parse(own.endedAt) - Date.parse(value.endedAt)
          if (apart < 0) throw new Error(`${value.key} is older than what was measured`)
          if (apart === 0 && (own.score ?? 0) < (value.score ?? 0))
            throw new Error(`${value.key} hides a graver one`)
        }
        expect(shown.every((own) => measured.some((value) => value.key === own.key))).toBe(true)
      }),
      runs,
    )
  })

  test('what a check-up scored has its value beside it', () => {
    fc.assert(
      fc.property(checkups, (checkup) => {
        const values = checkupValues(checkup)
        for (const { key, score } of values)
          if (score !== checkup.ewsScores[key]) throw new Error(key)
        const sum = values.reduce((total, { score }) => total + (score ?? 0), 0)
        expect(sum).toBe(checkup.ewsScores.totalScore ?? 0)
      }),
      runs,
    )
  })
})

test('oxygen of a check-up that was not scored is what was recorded, and nothing where nobody did', () => {
  const [checkup] = fc.sample(checkups, 1)
  if (checkup === undefined) throw new Error('no check-up')
  const oxygen = (onOxygen: boolean | null) =>
    checkupValues({ ...checkup, onOxygen, ewsScores: null }).find(
      ({ key }) => key === 'onOxygenScore',
    )?.value
  expect([oxygen(true), oxygen(false), oxygen(null)]).toEqual([true, false, undefined])
})
