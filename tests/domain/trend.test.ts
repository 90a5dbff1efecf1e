import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changeSince,
  shownTrend,
  trendMs,
  trendSchema,
  trendWith,
  type Trend,
} from '../../src/domain/virtual-ward/trend'

const hour = 3_600_000
const iso = (ms: number): string => new Date(ms).toISOString()
const point = (atMs: number, totalScore: number | null, measured?: number): Trend[number] => ({
  endedAt: iso(atMs),
  totalScore,
  riskLevel: null,
  ...(measured === undefined ? {} : { measured }),
})
/** The pulse alone. */
const pulse = 1 << 4

describe('the trend of a card', () => {
  // 01:00 UTC on both nights in London, 07:00 UTC in New York: 24 h back is 23 or 25 hours of the
  // wall.
  for (const [night, now] of [
    ['London, clocks forward', '2026-03-29T12:00:00Z'],
    ['London, clocks back', '2026-10-25T12:00:00Z'],
    ['New York, clocks forward', '2026-03-08T18:00:00Z'],
  ] as const)
    test(`is the last 24 h of elapsed time: ${night}`, () => {
      const at = Date.parse(now)
      const trend = [
        point(at - trendMs, 9),
        point(at - trendMs + 1, 1),
        point(at - 12 * hour, null),
        point(at - hour, 4),
        point(at, 5),
        point(at + 1, 7),
      ]
      expect(shownTrend(trend, at)).toEqual(
        [
          [at - trendMs + 1, 1],
          [at - hour, 4],
          [at, 5],
        ].map(([atMs, total]) => ({ atMs, total, isPartial: false })),
      )
    })

  test('tells a partial total from a complete one', () => {
    const at = Date.parse('2026-01-05T12:00:00Z')
    expect(
      shownTrend([point(at - hour, 9, 127), point(at, 0, pulse)], at).map(
        ({ total, isPartial }) => [total, isPartial],
      ),
    ).toEqual([
      [9, false],
      [0, true],
    ])
    const quarter = {
      bucketEndAt: iso(at),
      thresholdScores: { RRScore: 0, SpO2Score: 0, HRScore: 0, tempScore: 0 },
    }
    expect(
      shownTrend(trendWith([point(at - hour, 9, 127)], quarter), at).map(({ total, isPartial }) => [
        total,
        isPartial,
      ]),
    ).toEqual([
      [9, false],
      [0, true],
    ])
  })

  test('of a row that was kept before there was one is empty', () =>
    expect(trendSchema.parse(undefined)).toEqual([]))

  test('never shows what is older than 24 h or has no total, and shows all the rest', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.integer({ min: -48 * 60, max: 0 }),
            fc.option(fc.integer({ min: 0, max: 20 })),
          ),
        ),
        (given) => {
          const now = Date.parse('2026-10-25T03:00:00Z')
          const trend = given.map(([minutes, total]) => point(now + minutes * 60_000, total))
          expect(shownTrend(trend, now)).toHaveLength(
            given.filter(([minutes, total]) => minutes > -24 * 60 && total !== null).length,
          )
        },
      ),
    )
  })
})

describe('changed since somebody looked', () => {
  const noon = Date.parse('2026-01-05T12:00:00Z')
  const patient = (
    ended: number,
    received: number,
    total: number | null,
    trend: Trend = [],
    missing = 0,
  ) => ({
    latestCheckup: {
      endedAt: iso(ended),
      receivedAt: iso(received),
      ewsScores: total === null ? null : { totalScore: total, missing },
    },
    trend,
    continuousMonitoringSession: null,
    latestContinuousMonitoring: null,
  })

  test('is what was received after, with the total that stood there then', () => {
    const trend = [point(noon - 3 * hour, 1), point(noon - 2 * hour, 2), point(noon, 5)]
    expect(changeSince(patient(noon, noon, 5, trend), noon - hour)).toEqual({
      of: 'checkup',
      before: 2,
      now: 5,
    })
    expect(changeSince(patient(noon, noon, 5, trend), noon)).toBeNull()
    expect(changeSince(patient(noon, noon, null, []), noon - hour)).toEqual({
      of: 'checkup',
      before: null,
      now: null,
    })
  })

  test('counts by when a reading was received: one that was taken before the look and came after it is new', () => {
    expect(
      changeSince(
        patient(noon - 2 * hour, noon, 5, [point(noon - 5 * hour, 3), point(noon - 2 * hour, 5)]),
        noon - hour,
      ),
    ).toEqual({ of: 'checkup', before: 3, now: 5 })
  })

  test('is the bucket too where the card shows it, by when it was received; a new check-up is told first', () => {
    const figure = { value: 90, median: 90, min: 90, max: 90 }
    const bucket = (received: number) => ({
      bucketStartAt: iso(received - hour / 4),
      bucketEndAt: iso(received),
      receivedAt: iso(received),
      respiratoryRate: null,
      spo2: figure,
      pulseRate: null,
      heartRate: null,
      temperature: null,
      battery: { ecg: null, spo2: null, temperature: null },
      heartRhythm: null,
      activityLevel: null,
      sensorIds: { ecg: null },
      thresholdScores: { RRScore: null, SpO2Score: 3, HRScore: null, tempScore: null },
    })
    const monitored = (checkedUp: number, received: number, endedAt: string | null = null) => ({
      ...patient(checkedUp, checkedUp, 5),
      continuousMonitoringSession: { createdAt: iso(noon - 9 * hour), endedAt },
      latestContinuousMonitoring: bucket(received),
    })
    expect(changeSince(monitored(noon - 3 * hour, noon), noon - hour)).toEqual({
      of: 'monitoring',
      before: null,
      now: 3,
    })
    expect(changeSince(monitored(noon - 3 * hour, noon - hour), noon - hour)).toBeNull()
    expect(changeSince(monitored(noon, noon), noon - hour)).toMatchObject({ of: 'checkup', now: 5 })
    // Ended, and the check-up is the newer: the card shows no bucket, which is then no news.
    expect(
      changeSince(monitored(noon - 2 * hour, noon - 3 * hour, iso(noon)), noon - 3.5 * hour),
    ).toMatchObject({ of: 'checkup' })
    expect(
      changeSince(monitored(noon - 2 * hour, noon - 3 * hour, iso(noon)), noon - hour),
    ).toBeNull()
  })

  test('compares complete totals only with complete ones: a pulse alone scoring 0 after a nine is no improvement, and a nine after it no step from 0', () => {
    const nine = point(noon - 3 * hour, 9, 127)
    expect(
      changeSince(patient(noon, noon, 0, [nine, point(noon, 0, pulse)], 6), noon - hour),
    ).toEqual({ of: 'checkup', before: 9, now: null })
    expect(
      changeSince(
        patient(noon, noon, 9, [nine, point(noon - 2 * hour, 0, pulse), point(noon, 9, 127)]),
        noon - hour,
      ),
    ).toEqual({ of: 'checkup', before: 9, now: 9 })
  })

  test('is nothing for who never looked, and nothing without a check-up', () => {
    expect(changeSince(patient(noon, noon, 5), null)).toBeNull()
    expect(changeSince({ ...patient(noon, noon, 5), latestCheckup: null, trend: [] }, 1)).toBeNull()
  })
})
