import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkupIngestSchema, readingsOf } from '../../src/domain/checkup/ingest'
import { ewsInputOf } from '../../src/domain/checkup/ews-input'
import { scoreCheckup } from '../../src/domain/ews/score'
import { reasonFor, type ReasonRow } from '../../src/domain/virtual-ward/reason'
import { reasonBeside, reasonWords } from '../../src/ui/risk/reason-words'

const day = '2026-01-05T'
const at = (time: string): string => `${day}${time}:00.000Z`
const ms = (time: string): number => Date.parse(at(time))
/** What a device sends; 0 is well. */
interface Sent {
  readonly rr?: number | undefined
  readonly spO2?: number | undefined
  readonly confidence?: string | undefined
  readonly onOxygen?: boolean | undefined
  readonly systolic?: number | undefined
  readonly pulse?: number | undefined
  readonly level?: 'A' | 'C' | 'V' | 'P' | 'U' | undefined
  readonly temperature?: number | undefined
}
const well: Sent = {
  rr: 16,
  spO2: 98,
  onOxygen: false,
  systolic: 120,
  pulse: 70,
  level: 'A',
  temperature: 37,
}
const checkup = (time: string, sent: Sent, spo2Scale: 1 | 2 = 1) => {
  const readings = readingsOf(
    checkupIngestSchema.parse({
      id: time,
      patientId: 'p1',
      startedAt: at(time),
      endedAt: at(time),
      respiratoryRate: sent.rr === undefined ? null : { value: sent.rr },
      pulseOxiData:
        sent.spO2 === undefined
          ? null
          : { averageSpO2: sent.spO2, confidence: sent.confidence ?? 'HIGH' },
      onOxygen: sent.onOxygen ?? null,
      bloodPressureData:
        sent.systolic === undefined ? null : { systolic: sent.systolic, diastolic: 40 },
      pulseRate: sent.pulse === undefined ? null : { value: sent.pulse },
      consciousness: sent.level ?? null,
      temperature: sent.temperature === undefined ? null : { value: sent.temperature },
    }),
  )
  const scores = scoreCheckup(ewsInputOf(readings, false), {
    thresholds: null,
    spo2Scale,
    riskScheme: 'NEWS2',
  })
  return { ...readings, endedAt: at(time), ewsScores: scores.totalScore === null ? null : scores }
}
const row = (sent: Sent, totals: readonly (readonly [string, number])[] = []): ReasonRow => ({
  wardAdmission: { admittedAt: '2026-01-01T00:00:00Z' },
  schedules: [],
  repeats: [],
  trend: totals.map(([time, totalScore]) => ({
    endedAt: at(time),
    totalScore,
    riskLevel: null,
    measured: 127,
  })),
  latestCheckup: checkup('20:00', sent),
  continuousMonitoringSession: null,
  latestContinuousMonitoring: null,
})
const now = ms('20:05')
const words = (one: ReasonRow): string => reasonWords(one, now, 'en-GB')
const breathless: Sent = { ...well, rr: 25, onOxygen: true }

test('the reason of a grave score is told for a day, though it is no longer fresh; that of one that reassured is not', () => {
  const grave = row({ ...well, rr: 30, spO2: 85 })
  expect(
    [ms('20:05'), ms('21:00'), ms('23:59')].map((now) => reasonWords(grave, now, 'en-GB')),
  ).toEqual(Array.from({ length: 3 }, () => 'RR 30, SpO2 85 %'))
  const low = row({ ...well, rr: 22 })
  expect(reasonWords(low, ms('20:05'), 'en-GB')).toBe('RR 22')
  expect(reasonWords(low, Date.parse('2026-01-06T18:00:00Z'), 'en-GB')).toBe('')
})

describe('why a patient scores, in words', () => {
  test('the worst value, how the score moved, and oxygen', () => {
    const one = row(breathless, [
      ['14:00', 2],
      ['18:00', 2],
      ['19:00', 4],
    ])
    expect(words(one)).toBe('RR 25; score rising from 2 since 18:00; on oxygen')
    expect(reasonBeside(one, now, 'en-GB')).toBe('Score rising from 2 since 18:00; on oxygen.')
  })

  test('the two that score most, the worst first', () => {
    expect(words(row({ ...well, rr: 21, systolic: 88, temperature: 38.3 }))).toBe(
      'systolic 88, RR 21',
    )
  })

  test('consciousness by its name, temperature in the edition’s unit', () => {
    const one = row({ ...well, level: 'C', temperature: 39.4 })
    expect(words(one)).toBe('new confusion, temp 39.4 °C')
    expect(reasonWords(one, now, 'en-US')).toBe('new confusion, temp 102.9 °F')
  })

  test('a falling score is told as falling, a level one as neither', () => {
    expect(words(row({ ...well, rr: 21 }, [['16:00', 7]]))).toBe(
      'RR 21; score falling from 7 since 16:00',
    )
    expect(words(row({ ...well, rr: 21 }, [['16:00', 2]]))).toBe('RR 21')
  })

  test('a score that has stopped falling or rising does neither', () => {
    const level = ['16:00', '17:00', '18:00'] as const
    expect(
      words(row({ ...well, rr: 21 }, [['14:00', 7], ...level.map((time) => [time, 2] as const)])),
    ).toBe('RR 21')
    expect(words(row(breathless, [['14:00', 0], ...level.map((time) => [time, 5] as const)]))).toBe(
      'RR 25; on oxygen',
    )
  })

  test('of an older check-up whose score is in force, and nothing of a newer partial one', () => {
    const one = row({ pulse: 95 }, [['19:30', 9]])
    const grave = checkup('19:30', { ...well, rr: 30, spO2: 84, systolic: 88 })
    expect(words({ ...one, earlierCheckups: [grave] })).toBe('RR 30, SpO2 84 %')
    expect(words(one)).toBe('')
  })

  test('a rise after a fall counts from the lowest point between', () => {
    expect(
      words(
        row({ ...well, rr: 25 }, [
          ['10:00', 6],
          ['14:00', 1],
          ['17:00', 1],
          ['19:00', 2],
        ]),
      ),
    ).toBe('RR 25; score rising from 1 since 17:00')
  })

  test('nothing where nothing scores, and nothing where nothing was measured', () => {
    expect(words(row(well))).toBe('')
    expect(words({ ...row(well), latestCheckup: null })).toBe('')
  })

  test('nothing of values that no longer count', () => {
    expect(reasonFor(row(breathless), ms('20:05') + 25 * 3_600_000)).toBeNull()
  })

  test('nothing of a check-up whose time cannot be', () => {
    expect(reasonFor(row(breathless), ms('12:00'))).toBeNull()
  })

  test('a failed oximeter is no reason, and a poor signal is said', () => {
    expect(words(row({ ...well, spO2: 85, confidence: 'FAILED' }))).toBe('')
    expect(words(row({ ...well, spO2: 85, confidence: 'DEVICE_UNSTABLE' }))).toBe(
      'SpO2 85 % (poor signal)',
    )
  })

  test('a partial check-up gives its values and no trend: its total is no complete one', () => {
    expect(words(row({ ...breathless, systolic: undefined }, [['18:00', 2]]))).toBe(
      'RR 25; on oxygen',
    )
  })

  test('a total of the trend that was partial is no point of it', () => {
    const one = row({ ...well, rr: 25 }, [['18:00', 0]])
    expect(words({ ...one, trend: one.trend.map((point) => ({ ...point, measured: 1 })) })).toBe(
      'RR 25',
    )
  })

  test('oxygen that nobody recorded is not said', () => {
    expect(words(row({ ...well, rr: 25, onOxygen: undefined }))).toBe('RR 25')
  })
})

describe('over random check-ups', () => {
  const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
  const sent = fc.record({
    rr: maybe(fc.integer({ min: 5, max: 40 })),
    spO2: maybe(fc.integer({ min: 80, max: 100 })),
    confidence: fc.constantFrom('HIGH', 'FAILED', 'VITAL_UNSTABLE'),
    onOxygen: maybe(fc.boolean()),
    systolic: maybe(fc.integer({ min: 70, max: 230 })),
    pulse: maybe(fc.integer({ min: 35, max: 150 })),
    level: maybe(fc.constantFrom('A', 'C', 'V', 'P', 'U')),
    temperature: maybe(fc.integer({ min: 34, max: 41 })),
  })
  // Two at one instant have no order.
  const totals = fc.uniqueArray(
    fc.tuple(fc.integer({ min: 1, max: 1_150 }), fc.integer({ min: 0, max: 20 })),
    { selector: ([minutes]) => minutes },
  )
  const rows = fc.tuple(sent, totals).map(([one, before]) => ({
    ...row(one),
    trend: before
      .map(([minutes, totalScore]) => ({
        endedAt: new Date(ms('20:00') - minutes * 60_000).toISOString(),
        totalScore,
        riskLevel: null,
        measured: 127,
      }))
      .toSorted((a, b) => a.endedAt.localeCompare(b.endedAt)),
  }))

  test('every value that is named was measured, scores, and none that scores more is left out', () => {
    fc.assert(
      fc.property(rows, (one) => {
        const scores = one.latestCheckup?.ewsScores
        const reason = reasonFor(one, now)
        if (scores == null || reason === null) return
        const named = reason.values.map(({ key }) => key)
        const least = Math.min(3, ...reason.values.map(({ score }) => score))
        for (const { key, score, value } of reason.values) {
          expect(scores[key]).toBe(score)
          expect(value).not.toBeNull()
        }
        const left = Object.entries(scores).filter(
          ([key]) =>
            key.endsWith('Score') && !['totalScore', 'onOxygenScore', ...named].includes(key),
        )
        if (named.length > 0)
          for (const [, score] of left) expect(Number(score ?? 0)).toBeLessThanOrEqual(least)
        expect(reason.isOnOxygen).toBe(scores.onOxygenScore === 2)
      }),
    )
  })

  test('a rise or fall ends at the score of now and has no step the other way', () => {
    fc.assert(
      fc.property(rows, (one) => {
        const trend = reasonFor(one, now)?.trend
        const latest = one.latestCheckup?.ewsScores?.totalScore ?? null
        if (trend == null || latest === null) return
        const since = [
          ...one.trend.filter(({ endedAt }) => Date.parse(endedAt) >= trend.sinceMs),
          { totalScore: latest },
        ].map(({ totalScore }) => totalScore ?? 0)
        const moves = trend.direction === 'rising' ? since : since.toReversed()
        expect(moves).toEqual(moves.toSorted((a, b) => a - b))
        expect(trend.direction === 'rising' ? latest : trend.from).toBeGreaterThan(
          trend.direction === 'rising' ? trend.from : latest,
        )
      }),
    )
  })

  test('nothing is said a day later, whatever was measured', () => {
    fc.assert(
      fc.property(rows, (one) => {
        expect(reasonWords(one, now + 86_400_001, 'en-GB')).toBe('')
      }),
    )
  })
})
