import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measuredKeys } from '../../src/domain/checkup/shown'
import { scoreCheckup } from '../../src/domain/ews/score'
import { offBoard } from '../../src/domain/virtual-ward/due'
import { measuredBits } from '../../src/domain/virtual-ward/measured'
import { marksOfBits } from '../../src/domain/virtual-ward/score-marks'
import { countingAt, shownScore } from '../../src/domain/virtual-ward/shown-score'
import type { Checkup } from '../../src/domain/checkup/checkup'
import { deviceReport, knownWithin, type Known } from '../../src/domain/report/device'
import {
  aggregateHours,
  fittingHours,
  intervalEdges,
  isZone,
  leastIntervals,
  mostIntervals,
  rangeFault,
  usualHours,
} from '../../src/domain/report/period'
import {
  createSums,
  reportInterval,
  reportSoftSigns,
  reportStays,
  scoredOf,
  slotsOf,
  type ReportedCheckup,
} from '../../src/domain/report/report'

const hour = 3_600_000
const day = 24 * hour
const ms = (iso: string): number => Date.parse(iso)
const iso = (at: number): string => new Date(at).toISOString()
const range = { from: ms('2026-01-05T00:00:00.000Z'), to: ms('2026-01-06T00:00:00.000Z') }

const nothingChosen = {
  aggregates: false,
  softSigns: false,
  checkups: false,
  notes: false,
  alerts: false,
  wardAdmissions: false,
}
const nothing: ReportedCheckup = {
  id: 'c',
  endedAt: '2026-01-05T08:00:00.000Z',
  ewsScores: null,
  respiratoryRate: null,
  pulseOxiData: null,
  bloodPressureData: null,
  pulseRate: null,
  temperature: null,
  peakExpiratoryFlowRate: null,
  weight: null,
  softSigns: [],
  symptoms: [],
  doubts: [],
}
const oximeter = (averageSpO2: number, confidence: string, isManual = false) => ({
  averageSpO2,
  uneditedAverageSpO2: null,
  averageHr: 80,
  confidence,
  device: null,
  isManual,
})
const scored = (
  at: string,
  over: Partial<Parameters<typeof scoreCheckup>[0]> = {},
): ReportedCheckup => ({
  ...nothing,
  endedAt: at,
  ewsScores: scoreCheckup(
    {
      respiratoryRate: 16,
      spO2: 98,
      onOxygen: false,
      systolic: 120,
      pulse: 70,
      consciousness: 'A',
      temperature: 37,
      ...over,
    },
    { thresholds: null, spo2Scale: 1, riskScheme: 'NEWS2' },
  ),
})

describe('the values of an interval', () => {
  test('are least, greatest, mean and how many were measured; what was not measured is no zero', () => {
    const rows = [14, 19, 18].map((value) => ({
      ...nothing,
      respiratoryRate: { value, source: null },
    }))
    const told = reportInterval(range, [...rows, nothing], [])
    expect(told.checkups).toBe(4)
    expect(told.respiratoryRate).toEqual({ count: 3, min: 14, max: 19, mean: 17 })
    expect(measuredKeys.filter((key) => told[key] !== null)).toEqual(['respiratoryRate'])
    expect(told.score).toBeNull()
    expect(told.highest).toBeNull()
  })

  test('an oximeter that failed counts nowhere, a value that somebody entered instead does', () => {
    const failed = { ...nothing, pulseOxiData: oximeter(62, 'FAILED') }
    expect(reportInterval(range, [failed], []).spO2).toBeNull()
    expect(reportInterval(range, [failed], []).pulse).toBeNull()
    const told = reportInterval(
      range,
      [
        failed,
        { ...nothing, pulseOxiData: oximeter(95, 'FAILED', true) },
        { ...nothing, pulseOxiData: oximeter(91, 'HIGH') },
      ],
      [],
    )
    expect(told.spO2).toEqual({ count: 2, min: 91, max: 95, mean: 93 })
  })

  test('the mean has no noise of binary numbers: 36.6 and 36.7 are 36.65', () => {
    const rows = [36.6, 36.7].map((value) => ({
      ...nothing,
      temperature: { value, device: null, isManual: false },
    }))
    expect(reportInterval(range, rows, []).temperature?.mean).toBe(36.65)
  })
})

describe('what the record marks', () => {
  const at = (hours: number): string => iso(range.from + hours * 3_600_000)
  const scheme = (spo2Scale: 1 | 2, riskScheme: string, spO2 = 98) =>
    scoreCheckup(
      {
        respiratoryRate: 16,
        spO2,
        onOxygen: false,
        systolic: 120,
        pulse: 70,
        consciousness: 'A',
        temperature: 37,
      },
      { thresholds: null, spo2Scale, riskScheme },
    )

  test('an interval counts what is to be checked, poor signals and oximeters that failed', () => {
    const told = reportInterval(
      range,
      [
        { ...nothing, pulseOxiData: oximeter(91, 'VITAL_UNSTABLE'), doubts: ['sent-twice'] },
        { ...nothing, pulseOxiData: oximeter(90, 'NEW_WORD') },
        { ...nothing, pulseOxiData: oximeter(70, 'FAILED') },
        { ...nothing, pulseOxiData: oximeter(97, 'HIGH') },
        { ...nothing, pulseOxiData: oximeter(96, 'FAILED', true), doubts: ['a', 'b'] },
      ],
      [],
    )
    expect([told.doubtful, told.poorSignals, told.failedSignals]).toEqual([2, 2, 1])
  })

  test('a score of an interval has the marks of its own check-up, and one of before those of before', () => {
    const poor = { ...nothing, endedAt: at(1), pulseOxiData: oximeter(88, 'DEVICE_UNSTABLE') }
    const rows = [
      { ...poor, ewsScores: scheme(2, 'Personal', 80) },
      { ...nothing, endedAt: at(2), ewsScores: scheme(1, 'NEWS2') },
    ]
    const told = reportInterval(range, rows, [])
    expect(marksOfBits(told.highest?.marks)).toEqual(['scale2', 'personal', 'poorSignal'])
    expect(marksOfBits(told.score?.marks)).toEqual([])
    const later = reportInterval(
      range,
      [{ ...nothing, endedAt: at(3) }],
      scoredOf(rows.slice(0, 1)),
    )
    expect(marksOfBits(later.score?.marks)).toEqual(['scale2', 'personal', 'poorSignal'])
    expect(later.highest).toBeNull()
  })
})

describe('the score of an interval', () => {
  test('is the latest complete one, though an earlier one was higher', () => {
    const rows = [
      scored('2026-01-05T08:00:00.000Z', { respiratoryRate: 26 }),
      scored('2026-01-05T12:00:00.000Z'),
    ]
    const told = reportInterval(range, rows, [])
    expect(told.score).toEqual({
      at: '2026-01-05T12:00:00.000Z',
      total: 0,
      risk: 0,
      missing: 0,
      isAtLeast: false,
      marks: 0,
    })
    expect(told.highest).toMatchObject({ at: '2026-01-05T08:00:00.000Z', total: 3, missing: 0 })
  })

  test('is a newer partial one where that is higher, marked with what it lacks', () => {
    const rows = [
      scored('2026-01-05T08:00:00.000Z', { respiratoryRate: 21 }),
      scored('2026-01-05T12:00:00.000Z', { respiratoryRate: 26, temperature: null }),
    ]
    expect(reportInterval(range, rows, []).score).toMatchObject({ total: 3, missing: 1 })
    const lower = [rows[0] ?? nothing, scored('2026-01-05T12:00:00.000Z', { temperature: null })]
    expect(reportInterval(range, lower, []).score).toMatchObject({ total: 2, missing: 0 })
  })

  test('after an incomplete check-up is the last complete one of before, as in the record', () => {
    const before = scoredOf([scored('2026-01-04T23:00:00.000Z', { respiratoryRate: 21 })])
    const rows = [scored('2026-01-05T02:00:00.000Z', { temperature: null })]
    expect(reportInterval(range, rows, before).score).toEqual({
      at: '2026-01-04T23:00:00.000Z',
      total: 2,
      risk: 1,
      missing: 0,
      isAtLeast: false,
      marks: 0,
    })
  })

  test('is at least what an incomplete check-up scored, where no complete score is known or counts', () => {
    const rows = [scored('2026-01-05T08:00:00.000Z', { respiratoryRate: 21, temperature: null })]
    const atLeast = {
      at: '2026-01-05T08:00:00.000Z',
      total: 2,
      missing: 1,
      isAtLeast: true,
      marks: 0,
    }
    expect(reportInterval(range, rows, []).score).toMatchObject(atLeast)
    // A low score asks for the next check-up after 6 hours; this one is of the day before.
    const old = scoredOf([scored('2026-01-04T08:00:00.000Z', { respiratoryRate: 21 })])
    expect(reportInterval(range, rows, old).score).toMatchObject(atLeast)
  })

  test('is a partial one of before that is higher, until its parameters are measured anew', () => {
    const before = scoredOf([
      scored('2026-01-04T22:00:00.000Z'),
      scored('2026-01-05T00:00:00.000Z', { respiratoryRate: 26, temperature: null }),
    ])
    const apart = [scored('2026-01-05T01:00:00.000Z', { respiratoryRate: null })]
    expect(reportInterval(range, apart, before).score).toMatchObject({ total: 3, missing: 1 })
    const anew = [scored('2026-01-05T01:00:00.000Z', { temperature: null })]
    expect(reportInterval(range, anew, before).score).toMatchObject({ total: 0, missing: 0 })
  })

  test('over random check-ups is the same whether earlier ones are all there, or what counts of them', () => {
    const some = <Value>(value: Value) => fc.constantFrom(value, null)
    const checkup = fc.record({
      respiratoryRate: fc.constantFrom(16, 21, 26, null),
      spO2: fc.constantFrom(98, 91, null),
      onOxygen: some(false),
      systolic: fc.constantFrom(120, 95, null),
      pulse: some(70),
      consciousness: some('A' as const),
      temperature: fc.constantFrom(37, 39.5, null),
    })
    fc.assert(
      fc.property(
        fc.array(fc.record({ over: checkup, minutes: fc.integer({ min: 1, max: 900 }) }), {
          minLength: 1,
          maxLength: 30,
        }),
        fc.integer({ min: 1, max: 5 }),
        (drawn, size) => {
          let at = range.from
          const rows = drawn.map(({ over, minutes }) => scored(iso((at += minutes * 60_000)), over))
          const sums = createSums([])
          for (let start = 0; start < rows.length; start += size) {
            const own = rows.slice(start, start + size)
            const whole = reportInterval(range, own, scoredOf(rows.slice(0, start)))
            expect(sums(range, own).score).toEqual(whole.score)
            const row = {
              ...offBoard({ endedAt: own.at(-1)?.endedAt ?? '', ewsScores: null }),
              trend: rows.slice(0, start + size).map(({ endedAt, ewsScores }) => ({
                endedAt: iso(ms(endedAt) - 1),
                totalScore: ewsScores?.totalScore ?? null,
                riskLevel: ewsScores?.riskLevel ?? null,
                measured: measuredBits(ewsScores),
              })),
            }
            const shown = shownScore(row, countingAt(row, ms(own.at(-1)?.endedAt ?? '') - 1))
            expect([whole.score?.total, whole.score?.isAtLeast]).toEqual(
              whole.score === null
                ? [undefined, undefined]
                : [shown.total ?? shown.atLeast, shown.total === null],
            )
          }
        },
      ),
      { numRuns: 100 },
    )
  })

  test('of two equal totals the complete one is told as the highest', () => {
    const rows = [
      scored('2026-01-05T08:00:00.000Z', { respiratoryRate: 26 }),
      scored('2026-01-05T12:00:00.000Z', { respiratoryRate: 26, temperature: null }),
    ]
    expect(reportInterval(range, rows, []).highest).toMatchObject({
      at: '2026-01-05T08:00:00.000Z',
      missing: 0,
    })
  })
})

test('C503 soft signs of a day: each once, emergencies first, with in how many check-ups', () => {
  const rows = [
    { ...nothing, softSigns: [{ key: 'tired', isEmergency: false }] },
    {
      ...nothing,
      softSigns: [{ key: 'tired', isEmergency: false }],
      symptoms: [{ key: 'chest_pain', severity: null }],
    },
  ]
  expect(reportSoftSigns(range, rows).signs).toEqual([
    { key: 'chest_pain', isEmergency: true, count: 1 },
    { key: 'tired', isEmergency: false, count: 2 },
  ])
})

describe('what a device does not hold', () => {
  const known = (from: number, to: number): Known => ({
    checkups: { from, to },
    notes: null,
    alerts: null,
    wardAdmissions: null,
  })
  const heldReport = (of: Known, checkups: readonly ReportedCheckup[]) =>
    deviceReport(
      {
        checkups: checkups as readonly Checkup[],
        notes: [],
        alerts: [],
        admissionEvents: [],
        known: of,
      },
      range,
      8,
      'UTC',
      { ...nothingChosen, aggregates: true, softSigns: true },
    )

  test('is in no sum: the first interval begins, and the last one ends, where it is known', () => {
    const { aggregates } = heldReport(
      known(ms('2026-01-05T06:00:00.000Z'), ms('2026-01-05T14:00:00.000Z')),
      [
        scored('2026-01-05T07:00:00.000Z'),
        scored('2026-01-05T13:00:00.000Z'),
        scored('2026-01-05T05:00:00.000Z', { respiratoryRate: 26 }),
      ],
    )
    expect(aggregates.map(({ start, end, checkups }) => [start, end, checkups])).toEqual([
      ['2026-01-05T06:00:00.000Z', '2026-01-05T08:00:00.000Z', 1],
      ['2026-01-05T08:00:00.000Z', '2026-01-05T14:00:00.000Z', 1],
    ])
  })

  test('carries no score over a hole, and carries one of before the period where there is none', () => {
    const rows = [
      scored('2026-01-04T23:00:00.000Z'),
      scored('2026-01-05T02:00:00.000Z', { respiratoryRate: 21, temperature: null }),
    ]
    const whole = heldReport(known(-Infinity, range.to), rows)
    expect(whole.aggregates[0]?.score?.isAtLeast).toBe(false)
    const part = heldReport(known(ms('2026-01-05T01:00:00.000Z'), range.to), rows)
    expect(part.aggregates[0]?.score).toMatchObject({ total: 2, isAtLeast: true })
  })

  test('is told to the minute', () => {
    expect(knownWithin(range, null)).toBeNull()
    expect(knownWithin(range, { from: -Infinity, to: range.to - 59_000 })).toEqual(range)
    expect(knownWithin(range, { from: range.from + 1, to: range.to - 60_000 })).toEqual({
      from: range.from + 1,
      to: range.to - 60_000,
    })
    expect(knownWithin(range, { from: -Infinity, to: range.from })).toBeNull()
  })
})

describe('intervals', () => {
  test('begin at midnight of the zone, and the first and last are of what is left', () => {
    const edges = intervalEdges(
      { from: ms('2026-01-05T14:32:00.000Z'), to: ms('2026-01-06T14:32:00.000Z') },
      8,
      'Europe/London',
    )
    expect(edges.map(iso)).toEqual([
      '2026-01-05T14:32:00.000Z',
      '2026-01-05T16:00:00.000Z',
      '2026-01-06T00:00:00.000Z',
      '2026-01-06T08:00:00.000Z',
      '2026-01-06T14:32:00.000Z',
    ])
  })

  test.each([
    { name: 'forward', of: '2026-03-29', hours: 23, night: 5 },
    { name: 'back', of: '2026-10-25', hours: 25, night: 7 },
  ])('the day on which clocks go $name has $hours hours', ({ of, hours, night }) => {
    const from = ms(`${of}T00:00:00.000Z`) - day
    const whole = { from, to: from + 3 * day }
    const edges = intervalEdges(whole, 24, 'Europe/London')
    const lengths = edges.slice(1).map((edge, at) => (edge - (edges[at] ?? 0)) / hour)
    expect(lengths).toContain(hours)
    const nights = intervalEdges(whole, 6, 'Europe/London')
    expect(nights.slice(1).map((edge, at) => (edge - (nights[at] ?? 0)) / hour)).toContain(night)
  })

  test('an hour that comes twice is one interval of two hours, one that never comes is none', () => {
    const lengths = (of: string): number[] => {
      const from = ms(`${of}T00:00:00.000Z`)
      const edges = intervalEdges({ from, to: from + 6 * hour }, 1, 'Europe/London')
      return edges.slice(1).map((edge, at) => (edge - (edges[at] ?? 0)) / hour)
    }
    expect(lengths('2026-10-25')).toContain(2)
    expect(lengths('2026-03-29').every((length) => length === 1)).toBe(true)
  })

  test('over random periods every check-up of the period is in exactly one interval, in order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: ms('2026-01-01T00:00:00.000Z'), max: ms('2026-12-01T00:00:00.000Z') }),
        fc.integer({ min: 1, max: 40 * 24 * 60 }),
        fc.constantFrom(...aggregateHours),
        fc.constantFrom(
          'Europe/London',
          'America/New_York',
          'Asia/Kathmandu',
          'Australia/Lord_Howe',
        ),
        fc.array(fc.double({ min: -0.2, max: 1.2, noNaN: true }), { maxLength: 30 }),
        (from, minutes, hours, zone, places) => {
          const to = from + minutes * 60_000
          const edges = intervalEdges({ from, to }, hours, zone)
          expect(edges.every((edge, at) => at === 0 || edge > (edges[at - 1] ?? 0))).toBe(true)
          const rows = places.map((place, at) => ({
            id: String(at),
            endedAt: iso(Math.round(from + place * (to - from))),
          }))
          const slots = slotsOf(edges, rows)
          for (const slot of slots)
            for (const { endedAt } of slot.rows) {
              expect(ms(endedAt)).toBeGreaterThanOrEqual(slot.range.from)
              expect(ms(endedAt)).toBeLessThan(slot.range.to)
            }
          expect(slots.flatMap((slot) => slot.rows.map(({ id }) => id)).toSorted()).toEqual(
            rows
              .filter(({ endedAt }) => ms(endedAt) >= from && ms(endedAt) < to)
              .map(({ id }) => id)
              .toSorted(),
          )
        },
      ),
      { numRuns: 60 },
    )
  })

  test('of a length with more intervals than a report has room for are not offered', () => {
    const now = ms('2026-11-24T10:00:00.000Z')
    expect(fittingHours({ from: now - day, to: now })).toEqual([...aggregateHours])
    for (const days of [30, 366])
      for (const hours of fittingHours({ from: now - days * day, to: now }))
        expect(
          intervalEdges({ from: now - days * day, to: now }, hours, 'Europe/London').length - 1,
        ).toBeLessThanOrEqual(mostIntervals)
    expect(fittingHours({ from: now - 366 * day, to: now })).toEqual([24])
    expect([1, 3, 7, 30].map((days) => usualHours({ from: now - days * day, to: now }))).toEqual([
      4, 4, 8, 24,
    ])
  })

  test('what is refused without the calendar has too many intervals by the calendar too', () => {
    for (const at of ['2026-03-28T10:00:00.000Z', '2026-10-24T10:00:00.000Z'])
      for (const hours of aggregateHours)
        for (let more = -3; more <= 3; more += 0.5) {
          const whole = { from: ms(at), to: ms(at) + (mostIntervals * hours + more) * hour }
          if (leastIntervals(whole, hours) > mostIntervals)
            expect(intervalEdges(whole, hours, 'Europe/London').length - 1).toBeGreaterThan(
              mostIntervals,
            )
        }
    const year = { from: ms('2025-11-24T10:00:00.000Z'), to: ms('2026-11-24T10:00:00.000Z') }
    expect(leastIntervals(year, 1)).toBeGreaterThan(mostIntervals)
  })

  test('a period that is none is told, and a zone that is none', () => {
    const now = ms('2026-11-24T10:00:00.000Z')
    expect(rangeFault({ from: now, to: now }, now)).toBe('end-before-start')
    expect(rangeFault({ from: now + 1, to: now + 2 }, now)).toBe('future')
    expect(rangeFault({ from: now - 367 * day, to: now }, now)).toBe('too-long')
    expect(rangeFault({ from: now - 366 * day - hour, to: now }, now)).toBeNull()
    expect([isZone('Europe/London'), isZone('Middle/Earth')]).toEqual([true, false])
  })
})

test('stays: what happened in the period, and where the patient was when it began', () => {
  const event = (type: string, at: string) => ({ type, effectiveAt: at })
  const before = event('Admission', '2026-01-01T10:00:00.000Z')
  const planned = event('ExpectedDischargeDateUpdate', '2026-01-02T10:00:00.000Z')
  const moved = event('WardTransfer', '2026-01-05T10:00:00.000Z')
  const after = event('Discharge', '2026-01-07T10:00:00.000Z')
  expect(reportStays([after, moved, planned, before], range)).toEqual([moved, before])
  const left = event('Discharge', '2026-01-03T10:00:00.000Z')
  expect(reportStays([left, before], range)).toEqual([])
})

test('stays: the period has its first instant, and not that of its end', () => {
  const event = (atMs: number) => ({ type: 'WardTransfer', effectiveAt: iso(atMs) })
  const [first, last, end] = [event(range.from), event(range.to - 1), event(range.to)]
  expect(reportStays([end, last, first], range)).toEqual([last, first])
})
