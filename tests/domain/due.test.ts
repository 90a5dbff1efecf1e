import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answers, slotsDecided, slotsDue } from '../../src/domain/schedule/slot'
import { recurrenceOf, type CardSchedule } from '../../src/domain/virtual-ward/card-schedule'
import {
  freshUntil,
  isOverdue,
  isStale,
  nextObservation,
  offBoard,
  orderingTotal,
  type DueRow,
  unreadSchedules,
} from '../../src/domain/virtual-ward/due'
import type { VirtualWardPatient } from '../../src/domain/virtual-ward/virtual-ward'

const minute = 60_000
const ms = (iso: string): number => Date.parse(iso)
const iso = (at: number): string => new Date(at).toISOString()
const schedule = (
  rrule: string,
  timeZone: string,
  latestEndedAt: string | null,
  tolerance = { early: 1800, late: 3600 },
): CardSchedule => ({
  id: 'kind',
  name: 'Four a day',
  schedule: { rrule, tolerance },
  timeZone,
  latestEndedAt,
})
const fourADay = 'FREQ=DAILY;BYHOUR=8,12,16,20;BYMINUTE=0;BYSECOND=0'

/** A patient whose check-up ended then, on schedules or none; only what decides is told. */
const patient = (
  endedAt: string | null,
  schedules: readonly CardSchedule[],
  total = 1,
  admittedAt = '2026-01-01T00:00:00Z',
): VirtualWardPatient => {
  const scores = {
    BPScore: 0,
    consciousnessScore: 0,
    RRScore: Math.min(total, 2),
    SpO2Score: Math.min(Math.max(0, total - 2), 2),
    HRScore: Math.min(Math.max(0, total - 4), 2),
    tempScore: Math.min(Math.max(0, total - 6), 2),
    onOxygenScore: 0,
    totalScore: total,
  }
  return {
    wardAdmission: { admittedAt },
    schedules,
    repeats: [],
    trend: [],
    continuousMonitoringSession: null,
    latestContinuousMonitoring: null,
    latestCheckup: endedAt === null ? null : { endedAt, ewsScores: scores },
  } as unknown as VirtualWardPatient
}

describe('how long values are fresh', () => {
  const hour = 60 * minute
  /** RCP NEWS2, chart 4, by the total; 7 and more as long as monitoring without a gap. */
  const asked = (total: number): number =>
    total === 0 ? 12 * hour : total <= 4 ? 6 * hour : total <= 6 ? hour : 31 * minute - 1

  test('is what the score asks, for every total, where the pathway asks for nothing or in a way that is not understood', () => {
    for (const schedules of [[], [schedule('FREQ=YEARLY', 'Europe/London', null)]])
      for (let total = 0; total <= 8; total += 1)
        expect([total, freshUntil(patient('2026-01-05T12:00:00Z', schedules, total))]).toEqual([
          total,
          ms('2026-01-05T12:00:00Z') + asked(total),
        ])
    expect(freshUntil(patient(null, []))).toBeNull()
  })

  test('is a day where nothing was scored', () => {
    const weighed = {
      ...patient('2026-01-05T12:00:00Z', []),
      latestCheckup: { endedAt: '2026-01-05T12:00:00Z', ewsScores: null },
    } as unknown as VirtualWardPatient
    expect(freshUntil(weighed)).toBe(ms('2026-01-06T12:00:00Z'))
  })

  test('ends when the pathway asks for the next check-up, if that is sooner', () => {
    const until = (ended: string) =>
      iso(freshUntil(patient(ended, [schedule(fourADay, 'Europe/London', ended)], 0)) ?? 0)
    expect(until('2026-01-05T08:05:00Z')).toBe('2026-01-05T12:00:00.000Z')
    expect(until('2026-01-05T20:05:00Z')).toBe('2026-01-06T08:00:00.000Z')
    const twice = [
      schedule(fourADay, 'Europe/London', null),
      { ...schedule('FREQ=HOURLY;INTERVAL=1', 'Europe/London', null), id: 'hourly' },
    ]
    // The hours of the second count from the admission; 09:00 answers none that is open yet.
    expect(iso(freshUntil(patient('2026-01-05T08:05:00Z', twice, 0)) ?? 0)).toBe(
      '2026-01-05T09:00:00.000Z',
    )
  })

  test('is never longer than the score asks or a day, nor past the next slot, for any rule, zone, score and time', () => {
    const rules = [
      fourADay,
      'FREQ=DAILY;BYHOUR=9',
      'FREQ=HOURLY;INTERVAL=6',
      'FREQ=DAILY;INTERVAL=2;BYHOUR=7',
      'FREQ=WEEKLY;BYDAY=MO;BYHOUR=10',
      'FREQ=WEEKLY;INTERVAL=3;BYDAY=TU;BYHOUR=9',
      'FREQ=DAILY;INTERVAL=28;BYHOUR=9',
    ]
    const start = ms('2026-01-01T07:30:00Z')
    const tolerance = { early: 1800, late: 3600 }
    fc.assert(
      fc.property(
        fc.subarray(rules, { maxLength: 3 }),
        fc.constantFrom('Europe/London', 'America/New_York', 'Asia/Kathmandu', 'UTC'),
        fc.integer({ min: 0, max: 360 * 24 * 60 }),
        fc.integer({ min: 0, max: 8 }),
        (chosen, zone, minutes, total) => {
          const ended = start + minutes * minute
          const one = patient(
            iso(ended),
            chosen.map((rrule) => schedule(rrule, zone, iso(ended))),
            total,
            iso(start),
          )
          const slots = chosen.flatMap(
            (rrule) =>
              slotsDue(
                { schedule: { rrule, tolerance }, zone, startMs: start },
                ended,
                ended + 25 * hour,
              )?.filter(({ opensMs }) => opensMs > ended) ?? [],
          )
          const limit = Math.min(ended + asked(total), ...slots.map(({ dueMs }) => dueMs))
          expect(iso(freshUntil(one) ?? 0)).toBe(iso(limit))
          for (const now of [limit, limit + 1, ended + 24 * hour + 1])
            expect([now - ended, isStale(one, now)]).toEqual([now - ended, now > limit])
          // What is stale is overdue, unless the score asks for observation all the time.
          if (total < 7) expect(isOverdue(one, limit + 1)).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('is the same of a check-up of a patient who is on no board', () => {
    for (let total = 0; total <= 8; total += 1) {
      const { latestCheckup } = patient('2026-01-05T12:00:00Z', [], total)
      const limit = ms('2026-01-05T12:00:00Z') + asked(total)
      expect([limit, limit + 1].map((now) => isStale(offBoard(latestCheckup), now))).toEqual([
        false,
        true,
      ])
    }
  })

  test('past it, and for a time that cannot be, a value is stale', () => {
    const one = patient('2026-01-05T08:05:00Z', [
      schedule(fourADay, 'Europe/London', '2026-01-05T08:05:00Z'),
    ])
    expect(
      [ms('2026-01-05T12:00:00Z'), ms('2026-01-05T12:00:00.001Z'), ms('2026-01-05T07:59:00Z')].map(
        (now) => isStale(one, now),
      ),
    ).toEqual([false, true, true])
    expect(isStale(patient(null, []), ms('2026-01-05T08:05:00Z'))).toBe(false)
  })

  // The hours of the wall hold, whatever the night is long; without a schedule 12 hours are 12
  // hours.
  for (const [zone, ended, until, plain] of [
    [
      'Europe/London',
      '2026-03-28T20:05:00Z',
      '2026-03-29T07:00:00.000Z',
      '2026-03-29T08:05:00.000Z',
    ],
    [
      'Europe/London',
      '2026-10-24T19:05:00Z',
      '2026-10-25T07:05:00.000Z',
      '2026-10-25T07:05:00.000Z',
    ],
    [
      'America/New_York',
      '2026-03-08T01:05:00Z',
      '2026-03-08T12:00:00.000Z',
      '2026-03-08T13:05:00.000Z',
    ],
  ] as const)
    test(`over the night when clocks change: ${zone} ${ended.slice(0, 10)}`, () => {
      expect(iso(freshUntil(patient(ended, [schedule(fourADay, zone, ended)], 0)) ?? 0)).toBe(until)
      expect(iso(freshUntil(patient(ended, [], 0)) ?? 0)).toBe(plain)
    })
})

describe('the next observation', () => {
  const kinds = (one: VirtualWardPatient, ...times: string[]) =>
    times.map((time) => nextObservation(one, ms(time))?.kind)

  test("goes from upcoming to due, overdue and late by the pathway's tolerances", () => {
    const one = patient('2026-01-05T08:05:00Z', [
      schedule(fourADay, 'Europe/London', '2026-01-05T08:05:00Z'),
    ])
    expect(
      kinds(
        one,
        '2026-01-05T11:29:00Z',
        '2026-01-05T11:30:00Z',
        '2026-01-05T12:00:00Z',
        '2026-01-05T12:00:01Z',
        '2026-01-05T13:00:01Z',
      ),
    ).toEqual(['upcoming', 'due', 'due', 'overdue', 'late'])
    expect([
      isOverdue(one, ms('2026-01-05T12:00:00Z')),
      isOverdue(one, ms('2026-01-05T12:00:01Z')),
    ]).toEqual([false, true])
  })

  test("is the score's where that asks first: 4 to 6 hours for 1 to 4, one for 5 and 6, all the time for 7 and more", () => {
    const at = (total: number, time: string, ended = '2026-01-05T08:05:00Z') =>
      nextObservation(patient(ended, [schedule(fourADay, 'Europe/London', ended)], total), ms(time))
    expect(at(5, '2026-01-05T08:30:00Z')).toEqual({
      by: 'score',
      kind: 'upcoming',
      dueMs: ms('2026-01-05T09:05:00Z'),
    })
    expect(at(5, '2026-01-05T09:06:00Z')).toMatchObject({ by: 'score', kind: 'overdue' })
    expect(at(7, '2026-01-05T08:30:00Z')).toEqual({ by: 'score', kind: 'continuous' })
    expect(at(7, '2026-01-05T13:30:00Z')).toMatchObject({ by: 'schedule', kind: 'late' })
    expect(at(1, '2026-01-05T08:30:00Z')).toMatchObject({
      by: 'schedule',
      dueMs: ms('2026-01-05T12:00:00Z'),
      name: 'Four a day',
    })
  })

  test('a score that is too old to count asks for nothing', () => {
    expect(
      nextObservation(patient('2026-01-05T08:05:00Z', [], 7), ms('2026-01-06T09:00:00Z')),
    ).toBeNull()
  })

  test('of a patient without a check-up is the first that the pathway asks for since the admission', () => {
    expect(
      nextObservation(
        patient(null, [schedule(fourADay, 'Europe/London', null)], 0, '2026-01-05T09:00:00Z'),
        ms('2026-01-05T10:00:00Z'),
      ),
    ).toMatchObject({ kind: 'upcoming', dueMs: ms('2026-01-05T12:00:00Z') })
  })

  test('is the one after that a check-up has answered, early or late in its tolerance; one too late for its slot answers none', () => {
    const next = (ended: string, now: string) =>
      nextObservation(patient(null, [schedule(fourADay, 'UTC', ended)]), ms(now))
    for (const answer of ['2026-03-02T07:30:00Z', '2026-03-02T09:00:00Z'])
      expect(next(answer, '2026-03-02T09:10:00Z')).toMatchObject({
        kind: 'upcoming',
        dueMs: ms('2026-03-02T12:00:00Z'),
      })
    expect(next('2026-03-02T07:00:00Z', '2026-03-02T07:10:00Z')).toMatchObject({
      kind: 'upcoming',
      dueMs: ms('2026-03-02T08:00:00Z'),
    })
    expect(next('2026-03-02T09:10:00Z', '2026-03-02T09:20:00Z')).toMatchObject({
      kind: 'upcoming',
      dueMs: ms('2026-03-02T12:00:00Z'),
    })
  })

  test('of several schedules is the earliest; a rule that is not understood has none', () => {
    const early = {
      ...schedule('FREQ=DAILY;BYHOUR=6', 'UTC', '2026-03-01T21:00:00Z'),
      id: 'early',
      name: 'Early',
    }
    expect(
      nextObservation(
        patient(null, [schedule(fourADay, 'UTC', '2026-03-01T21:00:00Z'), early]),
        ms('2026-03-01T22:00:00Z'),
      ),
    ).toMatchObject({ name: 'Early' })
    const unknown = schedule('FREQ=SECONDLY', 'UTC', null)
    expect(nextObservation(patient(null, [unknown]), ms('2026-03-02T00:00:00Z'))).toBeNull()
    expect([recurrenceOf(unknown), recurrenceOf(early)]).toEqual(['unknown', 'known'])
  })

  test('is late exactly where the rule of the missed check-ups has decided that one was missed, for any rule, zone and time', () => {
    const rules = fc.constantFrom(
      fourADay,
      'FREQ=DAILY;BYHOUR=9',
      'FREQ=HOURLY;INTERVAL=6',
      'FREQ=DAILY;INTERVAL=2;BYHOUR=7',
      'FREQ=WEEKLY;BYDAY=MO,TH;BYHOUR=10',
      'FREQ=WEEKLY;INTERVAL=3;BYDAY=TU;BYHOUR=9',
      'FREQ=DAILY;INTERVAL=28;BYHOUR=9',
      'FREQ=DAILY',
    )
    const zones = fc.constantFrom('Europe/London', 'America/New_York', 'Asia/Kathmandu', 'UTC')
    const start = ms('2026-01-01T07:30:00Z')
    fc.assert(
      fc.property(
        rules,
        zones,
        fc.integer({ min: 0, max: 360 * 24 * 60 }),
        fc.integer({ min: 1, max: 40 * 24 * 60 }),
        (rrule, zone, minutes, since) => {
          const latest = start + minutes * minute
          const now = latest + since * minute
          const told = nextObservation(
            patient(null, [schedule(rrule, zone, iso(latest))], 0, iso(start)),
            now,
          )
          const missed = slotsDecided(
            { schedule: { rrule, tolerance: { early: 1800, late: 3600 } }, zone, startMs: start },
            latest,
            now,
          )?.find((slot) => !answers(latest, slot))
          expect(told?.kind === 'late' ? told.dueMs : null).toBe(missed?.dueMs ?? null)
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('what a score is ordered by', () => {
  test('is its total while it counts; a stale alarm keeps its place, and a stale low total comes before all that still reassure', () => {
    const at = (total: number, now: string) =>
      orderingTotal(patient('2026-01-05T12:00:00Z', [], total), ms(now))
    const fresh = (total: number, past = 0) =>
      iso((freshUntil(patient('2026-01-05T12:00:00Z', [], total)) ?? 0) + past)
    expect([0, 4, 5, 8].map((total) => at(total, fresh(total)))).toEqual([0, 4, 5, 8])
    expect([0, 4, 5, 8].map((total) => at(total, fresh(total, 1)))).toEqual([4.5, 4.5, 5, 8])
    // A time that cannot be does not reassure either.
    expect(at(1, '2026-01-05T11:00:00Z')).toBe(4.5)
  })
})

describe('silence', () => {
  const now = '2026-01-05T13:30:00Z'
  const trend = [{ endedAt: '2026-01-04T12:00:00Z', totalScore: 0, riskLevel: 0, measured: 127 }]
  const at = (one: DueRow) => orderingTotal(one, ms(now))

  test('of who was never measured is above every total below 5, and below every alarm', () => {
    expect(at(patient(null, []))).toBe(4.75)
    expect(at(patient('2026-01-05T13:00:00Z', [], 4))).toBe(4)
    expect(at(patient('2026-01-05T13:20:00Z', [], 5))).toBe(5)
    // Who has a history that the window hides is not without one.
    expect(at({ ...patient(null, []), trend })).toBeNull()
  })

  test('of a missed check-up the same, whatever the last total below 5; an alarm stays what it was', () => {
    const missed = (total: number, late = '2026-01-05T08:00:00Z') =>
      at(patient(late, [schedule(fourADay, 'UTC', late)], total))
    expect([0, 4, 5, 9].map((total) => missed(total))).toEqual([4.75, 4.75, 5, 9])
    // Within its tolerance it is late, not missed.
    expect(missed(0, '2026-01-05T12:00:00Z')).toBeLessThan(4.75)
  })
})

test('a schedule whose recurrence is not understood is named, one that is understood is not', () => {
  const schedules = [
    schedule(fourADay, 'Europe/London', null),
    { ...schedule('FREQ=MONTHLY;BYMONTHDAY=1', 'Europe/London', null), name: 'Monthly weight' },
    { ...schedule('nonsense', 'Europe/London', null), name: 'Foot check' },
  ]
  expect(unreadSchedules(patient(null, schedules))).toEqual(['Monthly weight', 'Foot check'])
})

test('K17 of a changed schedule no time before the change is due, and the next after it is', () => {
  const asked = (countsFrom: string | null) =>
    nextObservation(
      patient('2026-03-02T06:00:00Z', [
        { ...schedule(fourADay, 'Europe/London', '2026-03-02T06:00:00Z'), countsFrom },
      ]),
      ms('2026-03-02T10:00:00Z'),
    )
  expect(asked(null)).toMatchObject({ kind: 'late', dueMs: ms('2026-03-02T08:00:00Z') })
  expect(asked('2026-03-02T09:30:00Z')).toMatchObject({
    kind: 'upcoming',
    dueMs: ms('2026-03-02T12:00:00Z'),
  })
  expect(asked('2025-12-01T09:30:00Z')).toEqual(asked(null))
})

test('K17 of a patient who was put under another care pathway no time before that is due', () => {
  const asked = (scheduledFrom: string | undefined) => {
    const given = patient('2026-03-02T06:00:00Z', [
      schedule(fourADay, 'Europe/London', '2026-03-02T06:00:00Z'),
    ])
    const wardAdmission = { ...given.wardAdmission, scheduledFrom } as typeof given.wardAdmission
    return nextObservation({ ...given, wardAdmission }, ms('2026-03-02T10:00:00Z'))
  }
  expect(asked(undefined)).toMatchObject({ kind: 'late', dueMs: ms('2026-03-02T08:00:00Z') })
  expect(asked('2026-03-02T09:30:00Z')).toMatchObject({
    kind: 'upcoming',
    dueMs: ms('2026-03-02T12:00:00Z'),
  })
})
