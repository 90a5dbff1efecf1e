import { describe, expect, test } from 'vitest'
import { scoreCheckup, type EwsInput } from '../../src/domain/ews/score'
import {
  isOverdue,
  isScoreStale,
  isShownStale,
  nextObservation,
  orderingTotal,
  shownEndedAt,
  type DueRow,
} from '../../src/domain/virtual-ward/due'
import { inWindow } from '../../src/domain/virtual-ward/order'
import { measuredBits } from '../../src/domain/virtual-ward/measured'
import { standingScore, toldRisk } from '../../src/domain/virtual-ward/standing'
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
    latestCheckup: { endedAt: at(endedAt), ewsScores: scored(input) },
    trend,
    continuousMonitoringSession: null,
    latestContinuousMonitoring: null,
  }
}
const status = (one: DueRow) => statusLine(0, toldRisk(standingScore(one)))
const spO2Alone: EwsInput = { ...nothing, spO2: 98, onOxygen: false }

describe('a partial check-up', () => {
  test('does not take an alarm back: status, order and the next observation stay those of the score that stands', () => {
    const one = row(['09:00', ill], ['09:10', spO2Alone])
    expect([
      status(one),
      orderingTotal(one, ms('09:15')),
      nextObservation(one, ms('09:15')),
    ]).toEqual(['danger', 8, { by: 'score', kind: 'continuous' }])
    expect(standingScore(one)).toMatchObject({ isPartial: true, isEarlier: true })
    const oneMore = row(
      ['09:00', ill],
      ['09:10', spO2Alone],
      ['09:20', { ...nothing, temperature: 37 }],
    )
    expect([status(oneMore), orderingTotal(oneMore, ms('09:25'))]).toEqual(['danger', 8])
  })

  test('of 0 is not called fine; one that alarms by itself is told', () => {
    expect([
      status(row(['09:00', spO2Alone])),
      toldRisk(standingScore(row(['09:00', spO2Alone]))),
    ]).toEqual(['neutral', null])
    expect(status(row(['08:00', well], ['09:00', spO2Alone]))).toBe('neutral')
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
    standingScore(row(['09:00', null])),
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

  test('a ten of monitoring over a check-up of nothing is high risk, and stands in the order as ten', () => {
    const one = monitored(row(['09:00', well]), '09:15', ten)
    expect([status(one), orderingTotal(one, ms('09:20'))]).toEqual(['danger', 10])
    expect(standingScore(one)).toMatchObject({
      isMonitored: true,
      isPartial: true,
      isEarlier: false,
    })
    expect(nextObservation(one, ms('09:20'))).toEqual({ by: 'score', kind: 'continuous' })
    // Seen without its monitoring it is the check-up's.
    expect([
      status(row(['09:00', well])),
      orderingTotal(row(['09:00', well]), ms('09:20')),
    ]).toEqual(['positive', 0])
  })

  test('so it stays while it is shown: also where it fell silent and a check-up came after it', () => {
    const silent = monitored(row(['10:30', well]), '09:15', ten)
    expect([status(silent), orderingTotal(silent, ms('10:40'))]).toEqual(['danger', 10])
    expect(standingScore(silent)).toMatchObject({ isMonitored: false, isEarlier: false })
    const over = monitored(row(['10:30', well]), '09:15', ten, '09:20')
    expect([status(over), orderingTotal(over, ms('10:40'))]).toEqual(['positive', 0])
  })

  test('a calm quarter of an hour takes nothing back of what it does not measure, and is no complete score', () => {
    const one = monitored(row(['09:00', ill]), '09:15', none)
    expect([status(one), orderingTotal(one, ms('09:20')), standingScore(one)?.isEarlier]).toEqual([
      'danger',
      8,
      true,
    ])
    const calm = monitored(row(['09:00', well]), '09:15', none)
    expect([status(calm), toldRisk(standingScore(calm)), orderingTotal(calm, ms('09:20'))]).toEqual(
      ['neutral', null, 0],
    )
    // What it did measure it takes back.
    expect(
      orderingTotal(monitored(row(['09:00', spO2Alone]), '09:15', [1, 0, 0, 0]), ms('09:20')),
    ).toBe(1)
  })

  test('it no longer reassures from its first gap on, in the order, in the status and in what is shown', () => {
    const one = monitored(row(['09:00', well]), '09:15', none)
    const edge = ms('09:46')
    expect([
      isShownStale(one, edge - 1),
      isScoreStale(one, edge - 1),
      orderingTotal(one, edge - 1),
    ]).toEqual([false, false, 0])
    expect([isShownStale(one, edge), isScoreStale(one, edge), orderingTotal(one, edge)]).toEqual([
      true,
      true,
      4.5,
    ])
    expect([
      isShownStale(row(['09:00', well]), edge),
      isScoreStale(row(['09:00', well]), edge),
    ]).toEqual([false, false])
    // Of a time that cannot be nothing is fresh.
    expect([isShownStale(one, ms('09:09')), isScoreStale(one, ms('09:09'))]).toEqual([true, true])
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
