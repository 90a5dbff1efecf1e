import { describe, expect, test } from 'vitest'
import { scoreCheckup, type EwsInput } from '../../src/domain/ews/score'
import {
  isOverdue,
  isScoreStale,
  isValueStale,
  nextObservation,
  orderingTotal,
  shownEndedAt,
  type DueRow,
} from '../../src/domain/virtual-ward/due'
import type { MeasuredBucket } from '../../src/domain/monitoring/card-choice'
import { inWindow } from '../../src/domain/virtual-ward/order'
import { measuredBits } from '../../src/domain/virtual-ward/measured'
import { scoreInForce } from '../../src/domain/virtual-ward/score-in-force'
import { countingAt, isGrave, shownScore } from '../../src/domain/virtual-ward/shown-score'
import { statusLine } from '../../src/domain/virtual-ward/status-line'
import type { VirtualWardPatient } from '../../src/domain/virtual-ward/virtual-ward'

const nothing: EwsInput = {
  respiratoryRate: null,
  spO2: null,
  onOxygen: null,
  systolic: null,
  pulse: null,
  consciousness: null,
  temperature: null,
}
const well: EwsInput = {
  respiratoryRate: 16,
  spO2: 98,
  onOxygen: false,
  systolic: 120,
  pulse: 70,
  consciousness: 'A',
  temperature: 37,
}
/** NEWS2: 3 + 3 + 2. */
const ill: EwsInput = { ...well, respiratoryRate: 26, spO2: 90, systolic: 95 }
const at = (time: string): string => `2026-01-05T${time}:00.000Z`
const ms = (time: string): number => Date.parse(at(time))
const scored = (input: EwsInput | null) =>
  input === null
    ? null
    : scoreCheckup(input, { thresholds: null, spo2Scale: 1, riskScheme: 'standard' })

/** A patient with these check-ups, the last one on the card; null: a weight alone. */
const row = (...checkups: readonly (readonly [string, EwsInput | null])[]): DueRow => {
  const [endedAt, input] = checkups.at(-1) ?? ['00:00', null]
  const trend = checkups.map(([time, one]) => {
    const scores = scored(one)
    return {
      endedAt: at(time),
      totalScore: scores?.totalScore ?? null,
      riskLevel: scores?.riskLevel ?? null,
      measured: measuredBits(scores),
    }
  })
  return {
    wardAdmission: { admittedAt: '2026-01-01T00:00:00Z' },
    schedules: [],
    repeats: [],
    latestCheckup: { endedAt: at(endedAt), ewsScores: scored(input) },
    trend,
    continuousMonitoringSession: null,
    latestContinuousMonitoring: null,
  }
}
const shownAt = (one: DueRow, time: string) => shownScore(one, countingAt(one, ms(time)))
/** Shown while everything counts. */
const told = (one: DueRow) => shownScore(one, 'fresh fresh')
const status = (one: DueRow) => statusLine(null, told(one).risk)
const spO2Alone: EwsInput = { ...nothing, spO2: 98, onOxygen: false }

describe('a partial check-up', () => {
  test('does not take an alarm back: status, order and the next observation stay those of the score in force', () => {
    const one = row(['09:00', ill], ['09:10', spO2Alone])
    expect([
      status(one),
      orderingTotal(one, ms('09:15')),
      nextObservation(one, ms('09:15')),
    ]).toEqual(['danger', 8, { by: 'score', kind: 'continuous' }])
    expect(shownAt(one, '09:15')).toMatchObject({
      total: 8,
      measuredAtMs: ms('09:00'),
      missing: [],
      incomplete: { atMs: ms('09:10'), total: 0 },
    })
    const oneMore = row(
      ['09:00', ill],
      ['09:10', spO2Alone],
      ['09:20', { ...nothing, temperature: 37 }],
    )
    expect([status(oneMore), orderingTotal(oneMore, ms('09:25'))]).toEqual(['danger', 8])
  })

  test('of 0 is not called fine; one that alarms by itself is told', () => {
    expect([status(row(['09:00', spO2Alone])), told(row(['09:00', spO2Alone])).risk]).toEqual([
      'neutral',
      null,
    ])
    expect(status(row(['08:00', well], ['09:00', spO2Alone]))).toBe('positive')
    expect(status(row(['09:00', { ...nothing, respiratoryRate: 26, spO2: 90 }]))).toBe('warning')
  })

  test('is followed by one that measured at least the same: a complete one ends every alarm', () => {
    expect(orderingTotal(row(['09:00', ill], ['09:10', well]), ms('09:15'))).toBe(0)
    expect(status(row(['09:00', ill], ['09:10', well]))).toBe('positive')
    const breath = (respiratoryRate: number): EwsInput => ({ ...nothing, respiratoryRate })
    expect(orderingTotal(row(['09:00', breath(26)], ['09:10', spO2Alone]), ms('09:15'))).toBe(3)
    expect(
      orderingTotal(
        row(['09:00', breath(26)], ['09:10', { ...spO2Alone, respiratoryRate: 16 }]),
        ms('09:15'),
      ),
    ).toBe(0)
  })
})

describe('of two check-ups of the same instant', () => {
  test('the graver counts, in whatever order they stand, and a later complete one ends both', () => {
    expect(orderingTotal(row(['09:00', well], ['09:00', ill]), ms('09:15'))).toBe(8)
    expect(orderingTotal(row(['09:00', ill], ['09:00', well], ['09:10', null]), ms('09:15'))).toBe(
      8,
    )
    expect(orderingTotal(row(['09:00', well], ['09:00', ill], ['09:10', null]), ms('09:15'))).toBe(
      8,
    )
    expect(orderingTotal(row(['09:00', ill], ['09:00', ill], ['09:10', well]), ms('09:15'))).toBe(0)
    for (const both of [
      [ill, well],
      [well, ill],
    ])
      expect(
        scoreInForce(row(...both.map((one) => ['09:00', one] as const), ['09:10', null])),
      ).toMatchObject({ complete: { total: 8 }, latest: { total: 8 } })
  })

  test('neither takes the other back: a partial one counts beside a complete one', () => {
    const breath: EwsInput = { ...nothing, respiratoryRate: 26 }
    const two = row(['09:00', breath], ['09:00', well])
    expect(scoreInForce(two)).toMatchObject({
      complete: { total: 0 },
      partial: { total: 3 },
      total: 3,
      risk: 2,
    })
    const single = row(
      ['09:00', { ...well, respiratoryRate: 26 }],
      ['09:00', { ...well, systolic: 95, temperature: 39.5 }],
    )
    // 3 by a single parameter beside 4 by two: the higher total, and the graver risk.
    expect(scoreInForce(single)).toMatchObject({ total: 4, risk: 2, partial: null })
  })

  test('what the trend says otherwise of the shown check-up is not another one', () => {
    const one = row(['09:00', well])
    const [own] = one.trend
    if (own === undefined) throw new Error('no point')
    expect(scoreInForce({ ...one, trend: [{ ...own, totalScore: 9, riskLevel: 4 }] })?.total).toBe(
      0,
    )
  })
})

test('a check-up that scored nothing says nothing: risk, order and the next observation stay, and the score grows old', () => {
  const medium: EwsInput = { ...well, respiratoryRate: 22, spO2: 93, systolic: 105 }
  for (const weight of [null, nothing]) {
    const one = row(['09:00', medium], ['09:30', weight])
    expect([
      status(one),
      orderingTotal(one, ms('09:40')),
      nextObservation(one, ms('09:40')),
    ]).toEqual(['warning', 5, { by: 'score', kind: 'upcoming', dueMs: ms('10:00') }])
    expect(isOverdue(one, ms('10:01'))).toBe(true)
  }
  const reassuring = row(['09:00', well], ['20:00', null])
  expect([
    orderingTotal(reassuring, ms('20:10')),
    orderingTotal(reassuring, ms('09:01') + 86_400_000),
  ]).toEqual([0, 4.5])
  expect([
    scoreInForce(row(['09:00', null])),
    orderingTotal(row(['09:00', null]), ms('09:10')),
  ]).toEqual([null, null])
})

describe('the bucket that a card shows', () => {
  const vital = { value: 1, median: 1, min: 1, max: 1 }
  /**
   * Monitored since six; a quarter of an hour that ended then, with these scores of respiratory
   * rate, SpO2, heart rate and temperature.
   */
  const monitored = (
    one: DueRow,
    endedAt: string,
    [RRScore = 0, SpO2Score = 0, HRScore = 0, tempScore = 0]: readonly number[],
    sessionEndedAt: string | null = null,
  ): DueRow => ({
    ...one,
    continuousMonitoringSession: {
      createdAt: at('06:00'),
      endedAt: sessionEndedAt === null ? null : at(sessionEndedAt),
    },
    latestContinuousMonitoring: {
      bucketEndAt: at(endedAt),
      thresholdScores: { RRScore, SpO2Score, HRScore, tempScore },
      spo2: vital,
      respiratoryRate: vital,
      heartRate: vital,
      pulseRate: null,
      temperature: vital,
    },
  })
  const ten = [3, 3, 3, 1]
  const none = [0, 0, 0, 0]

  test('a ten of monitoring over a check-up of nothing is high risk, and is ordered as ten', () => {
    const one = monitored(row(['09:00', well]), '09:15', ten)
    expect([status(one), orderingTotal(one, ms('09:20'))]).toEqual(['danger', 10])
    expect(told(one)).toMatchObject({ total: 10, isMonitored: true, risk: 4 })
    expect(nextObservation(one, ms('09:20'))).toEqual({ by: 'score', kind: 'continuous' })
    // Seen without its monitoring it is the check-up's.
    expect([
      status(row(['09:00', well])),
      orderingTotal(row(['09:00', well]), ms('09:20')),
    ]).toEqual(['positive', 0])
  })

  test('a complete check-up after it ends it, whether monitoring goes on or not', () => {
    const silent = monitored(row(['10:30', well]), '09:15', ten)
    expect([status(silent), orderingTotal(silent, ms('10:40'))]).toEqual(['positive', 0])
    const partial = monitored(
      row(['09:00', well], ['10:30', { ...nothing, temperature: 37 }]),
      '09:15',
      ten,
    )
    expect([status(partial), orderingTotal(partial, ms('10:40'))]).toEqual(['danger', 10])
    const over = monitored(row(['10:30', well]), '09:15', ten, '09:20')
    expect([status(over), orderingTotal(over, ms('10:40'))]).toEqual(['positive', 0])
  })

  test('an empty or partial quarter of an hour takes nothing back of the one before; what measured a vital sign anew does, and so does a check-up', () => {
    const grave = monitored(row(['09:00', well]), '09:15', [3, 3, 0, 1])
    const later = (
      measured: Pick<MeasuredBucket, 'spo2' | 'temperature' | 'thresholdScores'>,
      checkups = row(['09:00', well]),
    ): DueRow => ({
      ...monitored(checkups, '09:30', none),
      earlierContinuousMonitoring: [grave.latestContinuousMonitoring].filter((one) => one !== null),
      latestContinuousMonitoring: {
        bucketEndAt: at('09:30'),
        respiratoryRate: null,
        heartRate: null,
        pulseRate: null,
        ...measured,
      },
    })
    const unmeasured = { RRScore: null, SpO2Score: null, HRScore: null, tempScore: null }
    const empty = later({ spo2: null, temperature: null, thresholdScores: unmeasured })
    const warm = {
      spo2: null,
      temperature: vital,
      thresholdScores: { ...unmeasured, tempScore: 0 },
    }
    const breathes = {
      spo2: vital,
      temperature: null,
      thresholdScores: { ...unmeasured, SpO2Score: 0 },
    }
    expect(told(empty)).toMatchObject({ total: 7, measuredAtMs: ms('09:15'), isMonitored: true })
    expect(told(later(warm))).toMatchObject({ total: 6, measuredAtMs: ms('09:15') })
    expect(told(later(breathes))).toMatchObject({ total: 4, measuredAtMs: ms('09:15') })
    const breath: EwsInput = { ...nothing, respiratoryRate: 16 }
    expect(told(later(breathes, row(['09:00', well], ['09:20', breath]))).total).toBe(1)
    expect(told(later(warm, row(['09:20', well]))).total).toBe(0)
    // Two quarters are never added: each raised what it was enough for.
    const hot = { spo2: null, temperature: vital, thresholdScores: { ...unmeasured, tempScore: 2 } }
    expect(told(later(hot)).total).toBe(6)
    // One that measured and was not scored: NEWS2 is not for the patient any more.
    const unscored = { spo2: vital, temperature: null, thresholdScores: unmeasured }
    expect(told(later(unscored)).total).toBe(0)
  })

  test('a calm quarter of an hour takes nothing back of what it does not measure, and is no complete score', () => {
    const one = monitored(row(['09:00', ill]), '09:15', none)
    expect([status(one), orderingTotal(one, ms('09:20')), told(one).isMonitored]).toEqual([
      'danger',
      8,
      false,
    ])
    const calm = monitored(row(['09:00', well]), '09:15', none)
    expect([status(calm), told(calm).total, orderingTotal(calm, ms('09:20'))]).toEqual([
      'positive',
      0,
      0,
    ])
    // What it did measure it takes back.
    expect(
      orderingTotal(monitored(row(['09:00', spO2Alone]), '09:15', [1, 0, 0, 0]), ms('09:20')),
    ).toBe(1)
  })

  test('it no longer reassures from its first gap on, in the order, in the status and in what is shown', () => {
    const one = monitored(row(['09:00', well]), '09:15', none)
    const edge = ms('09:46')
    const bucketEnd = { source: 'monitoring', endedAt: at('09:15') } as const
    const checkupEnd = { source: 'checkup', endedAt: at('09:00') } as const
    expect([
      isValueStale(one, bucketEnd, edge - 1),
      isScoreStale(one, edge - 1),
      orderingTotal(one, edge - 1),
    ]).toEqual([false, false, 0])
    expect([
      isValueStale(one, bucketEnd, edge),
      isScoreStale(one, edge),
      orderingTotal(one, edge),
    ]).toEqual([true, true, 4.5])
    expect([
      isValueStale(row(['09:00', well]), checkupEnd, edge),
      isScoreStale(row(['09:00', well]), edge),
    ]).toEqual([false, false])
    // Of a time that cannot be nothing is fresh.
    expect([isValueStale(one, bucketEnd, ms('09:09')), isScoreStale(one, ms('09:09'))]).toEqual([
      true,
      true,
    ])
  })

  test('the next observation counts from it, and is overdue also after it fell silent', () => {
    const one = monitored(row(['09:00', well]), '09:15', [3, 2, 0, 0])
    expect(nextObservation(one, ms('09:20'))).toEqual({
      by: 'score',
      kind: 'upcoming',
      dueMs: ms('10:15'),
    })
    expect([isOverdue(one, ms('10:15')), isOverdue(one, ms('10:16'))]).toEqual([false, true])
  })

  test('the latest vitals are those that are shown; a window hides what was monitored before it, and nothing that still is', () => {
    const card = {
      ...monitored(row(['09:00', well]), '09:15', ten),
      id: 'p',
    } as unknown as VirtualWardPatient
    expect(shownEndedAt(card)).toBe(at('09:15'))
    const old = {
      ...card,
      continuousMonitoringSession: { createdAt: at('06:00'), endedAt: at('09:20') },
    } as VirtualWardPatient
    const now = ms('09:15') + 4 * 3_600_000
    expect([
      shownEndedAt(inWindow(old, 4, now)),
      shownEndedAt(inWindow(old, 4, now + 1)),
      shownEndedAt(inWindow(card, 4, now + 1)),
    ]).toEqual([at('09:15'), null, at('09:15')])
    expect(orderingTotal(inWindow(old, 4, now + 1), now + 1)).toBeNull()
    expect(inWindow(old, 4, now + 1)).toBe(inWindow(old, 4, now + 2))
  })
})

describe('what every place shows', () => {
  const rr22: EwsInput = { ...nothing, respiratoryRate: 22 }

  const marked = (one: DueRow, marks: number): DueRow => ({
    ...one,
    trend: one.trend.map((point) => ({ ...point, marks })),
    latestCheckup:
      one.latestCheckup?.ewsScores == null
        ? one.latestCheckup
        : {
            ...one.latestCheckup,
            ewsScores: {
              ...one.latestCheckup.ewsScores,
              spo2Scale: marks & 1 ? 2 : 1,
              riskScheme: marks & 2 ? 'Personal' : 'NEWS2',
            },
          },
  })

  test('every score says Scale 2 and personal thresholds, complete or partial, fresh or old; NEWS2 on Scale 1 says nothing', () => {
    for (const one of [row(['09:00', ill]), row(['09:00', ill], ['09:10', spO2Alone])])
      for (const counting of ['fresh fresh', 'counts old', 'old old'] as const) {
        const marks = (bits: number) => shownScore(marked(one, bits), counting).marks
        expect(marks(0)).toEqual([])
        expect(marks(1)).toEqual(['scale2'])
        expect(marks(3)).toEqual(['scale2', 'personal'])
      }
  })

  test('the marks are those of the score that is shown: a weight alone takes none back', () => {
    for (const bits of [1, 2, 4, 7])
      expect(told(marked(row(['09:00', ill], ['09:10', null]), bits)).marks).toEqual(
        (['scale2', 'personal', 'poorSignal'] as const).filter((_, at) => bits & (1 << at)),
      )
    const older = row(['09:00', ill], ['09:10', spO2Alone])
    const newerOnScale2: DueRow = {
      ...older,
      latestCheckup: marked(older, 1).latestCheckup,
      trend: marked(older, 0).trend,
    }
    expect(told(newerOnScale2).marks).toEqual([])
  })

  test('a poor SpO2 signal marks the score of its own check-up, and no other', () => {
    const pulseOxiData = {
      averageSpO2: 93,
      uneditedAverageSpO2: null,
      averageHr: null,
      confidence: 'DEVICE_UNSTABLE',
      device: null,
      isManual: false,
    }
    const poor = (one: DueRow): DueRow =>
      one.latestCheckup === null
        ? one
        : { ...one, latestCheckup: { ...one.latestCheckup, pulseOxiData } }
    expect(told(poor(row(['09:00', ill]))).marks).toContain('poorSignal')
    expect(told(poor(row(['09:00', ill], ['09:10', spO2Alone]))).marks).not.toContain('poorSignal')
  })

  test('without a complete score there is no number: a dash, what the total is at least, and what it lacks', () => {
    expect(told(row(['09:00', { ...well, respiratoryRate: null, pulse: 120 }]))).toMatchObject({
      total: null,
      atLeast: 2,
      risk: null,
      missing: ['RRScore'],
      outOfDate: null,
      incomplete: null,
    })
    expect(told(row(['09:00', null]))).toMatchObject({ total: null, atLeast: null })
  })

  test('a newer partial total that is higher is the number, and says what it lacks', () => {
    const one = row(['09:00', well], ['09:10', { ...ill, temperature: null }])
    expect(shownAt(one, '09:15')).toMatchObject({
      total: 8,
      atLeast: null,
      risk: 4,
      missing: ['tempScore'],
      incomplete: null,
    })
    // A low one tells no risk: what is missing can raise it.
    expect(told(row(['09:00', well], ['09:10', rr22]))).toMatchObject({ total: 2, risk: null })
  })

  test('a score of 5 or more, or with a single 3, that is no longer fresh is not hidden by a newer partial one that reassures', () => {
    const single: EwsInput = { ...well, consciousness: 'V' }
    const medium: EwsInput = { ...well, respiratoryRate: 22, temperature: 39.5, pulse: 95 }
    const low: EwsInput = { ...well, respiratoryRate: 22 }
    const later = (first: EwsInput) =>
      shownAt(row(['09:00', first], ['11:00', { ...nothing, temperature: 37 }]), '11:05')
    expect(later(single)).toMatchObject({ total: 3, leastRisk: 2, isStale: true })
    expect(later(medium)).toMatchObject({ total: 5, leastRisk: 3, isStale: true })
    expect([later(single), later(medium)].every(isGrave)).toBe(true)
    const { total, leastRisk } = later({ ...low, temperature: 36.5 })
    expect([total, isGrave({ leastRisk })]).toEqual([2, false])
  })

  test('a complete score that no longer counts is no number beside newer values, and is told with its time', () => {
    const one = row(['00:10', ill], ['23:50', rr22])
    const nextDay = ms('00:20') + 86_400_000
    expect(countingAt(one, nextDay)).toBe('old fresh')
    expect(shownScore(one, countingAt(one, nextDay))).toMatchObject({
      total: null,
      atLeast: 2,
      isStale: false,
      outOfDate: { total: 8, atMs: ms('00:10') },
    })
    // Where nothing counts any more the old alarm is kept, as old.
    expect(shownScore(one, 'old old')).toMatchObject({ total: 8, isStale: true, outOfDate: null })
  })

  test('an alarm stays the number for a day, hatched once it is no longer fresh; a partial score does not replace it', () => {
    const one = row(['09:00', ill], ['09:40', spO2Alone])
    expect(shownAt(one, '09:45')).toMatchObject({ total: 8, isStale: true, outOfDate: null })
    expect(shownScore(one, countingAt(one, ms('09:01') + 86_400_000)).isStale).toBe(true)
  })

  test('over random histories the number is never below the last complete score, nor a partial one without it', () => {
    let seed = 7
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const one = (): EwsInput => ({
      respiratoryRate: random(3) === 0 ? null : 12 + random(16),
      spO2: random(4) === 0 ? null : 88 + random(12),
      onOxygen: random(4) === 0 ? null : random(2) === 0,
      systolic: random(4) === 0 ? null : 85 + random(60),
      pulse: random(4) === 0 ? null : 50 + random(80),
      consciousness: random(4) === 0 ? null : 'A',
      temperature: random(4) === 0 ? null : 35 + random(5),
    })
    let partials = 0
    for (let at = 0; at < 2_000; at += 1) {
      const history = Array.from({ length: 1 + random(6) }, (_, nth) => {
        const input = random(3) === 0 ? { ...well, respiratoryRate: 12 + random(16) } : one()
        return [`${String(8 + nth).padStart(2, '0')}:00`, input] as const
      })
      const card = row(...history)
      const shown = told(card)
      const scores = history.map(([, input]) => scored(input))
      const last = scores.findLastIndex((score) => score?.missing === 0)
      const since = scores.slice(last + 1).map((score) => score?.totalScore ?? 0)
      const complete = scores[last]?.totalScore ?? null
      if (complete === null) {
        expect(shown.total).toBeNull()
        expect(shown.atLeast ?? 0).toBeLessThanOrEqual(Math.max(0, ...since))
        continue
      }
      expect(shown.total).toBeGreaterThanOrEqual(complete)
      expect([complete, ...since]).toContain(shown.total)
      expect(orderingTotal(card, ms(history.at(-1)?.[0] ?? '') + 60_000)).toBe(shown.total)
      if (shown.total !== complete) {
        partials += 1
        expect(shown.missing.length).toBeGreaterThan(0)
      }
    }
    expect(partials).toBeGreaterThan(50)
  })
})
