import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { storedReadings, type Checkup } from '../../../src/domain/checkup/checkup'
import { requestRepeat } from '../../../src/domain/repeat/commands'
import { layCancelled, layRepeat } from '../../../src/domain/repeat/lay-repeat'
import { ownRepeat, repeatOfScore, repeatToOffer } from '../../../src/domain/repeat/offer'
import {
  endsFromMs,
  isRepeatPossible,
  openSlot,
  planOf,
  slotAfter,
  slotsOf,
  standingRepeats,
  type AskedRepeat,
  type Repeat,
} from '../../../src/domain/repeat/repeat'
import { answers } from '../../../src/domain/schedule/slot'
import {
  dueOf,
  freshUntil,
  isOverdue,
  isSilent,
  nextObservation,
  orderingTotal,
  silentTotal,
  type DueRow,
} from '../../../src/domain/virtual-ward/due'
import { layCheckup } from '../../../src/domain/virtual-ward/lay-checkup'
import type { VirtualWardPatient } from '../../../src/domain/virtual-ward/virtual-ward'

const minute = 60_000
const askedMs = Date.parse('2026-11-30T15:00:00.000Z')
const iso = (atMs: number): string => new Date(atMs).toISOString()
const after = (minutes: number): number => askedMs + minutes * minute
const once = (inMinutes: number): AskedRepeat => ({
  inMinutes,
  everyMinutes: null,
  forMinutes: null,
})
const person = (id: string) => ({ id, firstName: 'Sam', lastName: 'Ward' })
const repeat = (asked: AskedRepeat, more: Partial<Repeat> = {}): Repeat => ({
  id: 'repeat',
  ...planOf(asked, askedMs),
  reason: null,
  by: person('sam'),
  latestEndedAt: null,
  ...more,
})
const series: AskedRepeat = { inMinutes: 30, everyMinutes: 30, forMinutes: 120 }
const dueIn = (asked: AskedRepeat): readonly number[] =>
  slotsOf(planOf(asked, askedMs)).map(({ dueMs }) => (dueMs - askedMs) / minute)

/** All that the command takes. */
const possible: fc.Arbitrary<AskedRepeat> = fc
  .record({
    inMinutes: fc.integer({ min: 5, max: 1440 }),
    everyMinutes: fc.option(fc.integer({ min: 10, max: 1440 })),
    forMinutes: fc.option(fc.integer({ min: 5, max: 1440 })),
  })
  .filter(isRepeatPossible)

/** A patient whose check-up ended an hour before anybody asked, and whose score asks for nothing yet. */
const patient = (repeats: readonly Repeat[]): VirtualWardPatient =>
  ({
    id: 'patient',
    wardAdmission: { admittedAt: '2026-11-01T00:00:00Z' },
    schedules: [],
    repeats,
    trend: [],
    earlierCheckups: [],
    continuousMonitoringSession: null,
    latestContinuousMonitoring: null,
    latestCheckup: { id: 'before', endedAt: iso(after(-60)), ewsScores: null },
  }) as unknown as VirtualWardPatient

describe('when a patient is to be measured again', () => {
  test('once, or by its plan until its end', () => {
    expect(dueIn(once(15))).toEqual([15])
    expect(dueIn(series)).toEqual([30, 60, 90, 120])
    expect(dueIn({ inMinutes: 15, everyMinutes: 60, forMinutes: 240 })).toEqual([15, 75, 135, 195])
    expect(dueIn({ inMinutes: 60, everyMinutes: 1440, forMinutes: 60 })).toEqual([60])
  })

  test('a third of the time between two counts, early and late, and a quarter of an hour at most', () => {
    const tolerance = (asked: AskedRepeat) =>
      slotsOf(planOf(asked, askedMs)).map(({ dueMs, opensMs, closesMs }) => [
        (dueMs - opensMs) / minute,
        (closesMs - dueMs) / minute,
      ])
    expect(tolerance(once(15))).toEqual([[5, 5]])
    expect(tolerance(once(30))).toEqual([[10, 10]])
    expect(tolerance(once(600))).toEqual([[15, 15]])
    expect(tolerance({ inMinutes: 15, everyMinutes: 60, forMinutes: 75 })).toEqual([
      [5, 5],
      [5, 5],
    ])
  })

  test('nothing that was measured before it was asked for answers, and no check-up answers two in time', () => {
    fc.assert(
      fc.property(possible, fc.integer({ min: -60, max: 1500 }), (asked, minutes) => {
        const slots = slotsOf(planOf(asked, askedMs))
        expect(slots.filter((slot) => answers(after(minutes), slot)).length).toBeLessThanOrEqual(1)
        for (const { opensMs } of slots) expect(opensMs).toBeGreaterThan(askedMs)
        for (const [nth, { dueMs }] of slots.entries())
          expect(dueMs).toBeGreaterThan(slots[nth - 1]?.dueMs ?? askedMs)
      }),
    )
  })

  test('a check-up answers all that had opened, also late, and the series goes on by its plan', () => {
    fc.assert(
      fc.property(
        possible,
        fc.array(fc.integer({ min: -60, max: 1500 }), { maxLength: 6 }),
        (asked, ends) => {
          const plan = planOf(asked, askedMs)
          const latest = ends.length === 0 ? null : after(Math.max(...ends))
          const open = slotAfter(plan, latest)
          // The plain way: each observation in turn, whether any check-up ended from its opening on.
          const plain = slotsOf(plan).find(
            ({ opensMs }) => !ends.some((minutes) => after(minutes) >= opensMs),
          )
          expect(open).toEqual(plain ?? null)
          expect(open === null).toBe(latest !== null && latest >= endsFromMs(plan))
        },
      ),
    )
  })

  test('it is open again where the check-up that answered it was struck out', () => {
    const one = repeat(once(15))
    expect(openSlot({ ...one, latestEndedAt: iso(after(12)) })).toBeNull()
    expect(openSlot({ ...one, latestEndedAt: iso(after(-60)) })?.dueMs).toBe(after(15))
  })

  test('a newer one of the same person takes the place of the older; of two people both count, the sooner first', () => {
    const first = repeat(once(60), { id: 'first' })
    const second = repeat(once(30), { id: 'second', askedAt: iso(after(1)) })
    const other = repeat(once(45), { id: 'other', by: person('kim') })
    const ids = (repeats: readonly Repeat[]) => standingRepeats(repeats).map(({ id }) => id)
    for (const repeats of [
      [first, second, other],
      [other, second, first],
    ])
      expect(ids(repeats)).toEqual(['second', 'other'])
    // The older does not come back when the newer is over.
    const answered = { ...second, latestEndedAt: iso(after(31)) }
    expect(ids([{ ...first, latestEndedAt: iso(after(31)) }, answered])).toEqual([])
    // Of whom nobody knows who they are, none takes the place of another.
    expect(
      ids([repeat(once(60), { id: 'a', by: null }), repeat(once(61), { id: 'b', by: null })]),
    ).toEqual(['a', 'b'])
  })

  test('a series has its interval and its end, and none ends before it begins', () => {
    const taken = (asked: AskedRepeat) =>
      requestRepeat.input.safeParse({ patientId: 'p', ...asked, reason: null }).success
    expect(taken(series)).toBe(true)
    expect(taken({ ...series, forMinutes: null })).toBe(false)
    expect(taken({ ...series, everyMinutes: null })).toBe(false)
    expect(taken({ ...series, forMinutes: 29 })).toBe(false)
    expect(taken(once(4))).toBe(false)
    expect(taken(once(1441))).toBe(false)
  })

  test('what a score asks for within an hour', () => {
    expect([null, 0, 1, 2, 3, 4].map(repeatOfScore)).toEqual([
      null,
      null,
      null,
      once(60),
      once(60),
      { inMinutes: 15, everyMinutes: 15, forMinutes: 60 },
    ])
  })

  test('what a score asks for is not offered where a request that stands is due no later', () => {
    // Asked for at 0, in 60 minutes; a check-up that ended at 0 answers what had opened by then.
    const offer = (repeats: readonly Repeat[], endedAt = 0) =>
      repeatToOffer(3, repeats, after(endedAt), after(endedAt))
    expect(offer([])).toEqual(once(60))
    expect(offer([repeat(once(60))])).toBeNull()
    expect(offer([repeat(once(61))])).toEqual(once(60))
    expect(offer([repeat(series)], 30)).toBeNull()
    expect(offer([repeat(once(15))], 15)).toEqual(once(60))
    expect(repeatToOffer(4, [repeat(once(16))], after(0), after(0))).toMatchObject({
      everyMinutes: 15,
    })
    expect(repeatToOffer(0, [], after(0), after(0))).toBeNull()
  })

  test('a new request takes the place of what stands of the same person alone', () => {
    const [own, other] = [repeat(once(15)), repeat(once(30), { id: 'other', by: person('kim') })]
    expect(ownRepeat([own, other], 'kim')?.id).toBe('other')
    expect(ownRepeat([own, other], 'nobody')).toBeNull()
    expect(ownRepeat([{ ...own, latestEndedAt: iso(after(15)) }], 'sam')).toBeNull()
  })
})

describe('the due clock of a patient', () => {
  test('follows what was asked for: upcoming, due, overdue, missed', () => {
    const row = patient([repeat(once(15))])
    const kindAt = (minutes: number) => nextObservation(row, after(minutes))?.kind
    expect([0, 10, 15, 16, 20, 21].map(kindAt)).toEqual([
      'upcoming',
      'due',
      'due',
      'overdue',
      'overdue',
      'late',
    ])
    expect(nextObservation(row, after(0))).toMatchObject({
      by: 'repeat',
      dueMs: after(15),
      repeat: { by: { lastName: 'Ward' } },
    })
    expect(isOverdue(row, after(15))).toBe(false)
    expect(isOverdue(row, after(16))).toBe(true)
  })

  test('a missed one is silence, as a missed slot is, and what it was asked about is no longer fresh', () => {
    const row = patient([repeat(once(15))])
    expect([isSilent(row, after(20)), orderingTotal(row, after(20))]).toEqual([false, null])
    expect([isSilent(row, after(21)), orderingTotal(row, after(21))]).toEqual([true, silentTotal])
    expect(freshUntil(row)).toBe(after(15))
    expect(freshUntil(patient([]))).toBe(after(-60) + 24 * 60 * minute)
  })

  test('who was never measured stays silent, whatever is asked for, where no schedule asks; else it only makes the time sooner', () => {
    const never = (repeats: readonly Repeat[], scheduled = false): DueRow => ({
      ...patient(repeats),
      latestCheckup: null,
      wardAdmission: { admittedAt: iso(after(-10)) },
      schedules: scheduled
        ? [
            {
              id: 'kind',
              name: 'Four a day',
              schedule: {
                rrule: 'FREQ=HOURLY;INTERVAL=1',
                tolerance: { early: 1800, late: 3600 },
              },
              timeZone: 'UTC',
              latestEndedAt: null,
            },
          ]
        : [],
    })
    expect([isSilent(never([]), after(0)), isSilent(never([repeat(once(15))]), after(0))]).toEqual([
      true,
      true,
    ])
    const first = dueOf(never([], true)).slotDueMs ?? 0
    const later = never([repeat(once((first - after(0)) / minute + 5))], true)
    expect([isSilent(later, first), isSilent(later, first + 1)]).toEqual([false, true])
    const sooner = never([repeat(once((first - after(0)) / minute - 5))], true)
    expect([
      isSilent(sooner, first - 5 * minute),
      isSilent(sooner, first - 5 * minute + 1),
    ]).toEqual([false, true])
  })

  test('of the schedule and a person the sooner counts, and what was missed is told first', () => {
    const scheduled = (latestEndedAt: string): DueRow => ({
      ...patient([repeat(once(40))]),
      schedules: [
        {
          id: 'kind',
          name: 'Four a day',
          schedule: {
            rrule: 'FREQ=DAILY;BYHOUR=15;BYMINUTE=30;BYSECOND=0',
            tolerance: { early: 900, late: 7200 },
          },
          timeZone: 'UTC',
          latestEndedAt,
        },
      ],
    })
    const row = scheduled(iso(after(-60)))
    expect(nextObservation(row, after(0))).toMatchObject({ by: 'schedule', dueMs: after(30) })
    expect(nextObservation(row, after(45))).toMatchObject({ by: 'schedule', kind: 'overdue' })
    // It closes at 15:53, the schedule at 17:30.
    expect(nextObservation(row, after(54))).toMatchObject({ by: 'repeat', kind: 'late' })
    expect(isSilent(row, after(54))).toBe(true)
    expect(nextObservation(scheduled(iso(after(20))), after(25))).toMatchObject({ by: 'repeat' })
  })

  test('observations that wait to be sent answer it, and refused ones do not', () => {
    const taken = {
      ...storedReadings({}),
      id: 'taken',
      patientId: 'patient',
      endedAt: iso(after(12)),
      ewsScores: { HRScore: 0 },
    }
    const laid = (state: 'waiting' | 'refused') =>
      layCheckup(patient([repeat(once(15))]), taken as unknown as Checkup, {
        state,
        commandId: 'taken',
      })
    expect(nextObservation(laid('waiting'), after(21))?.by).toBeUndefined()
    expect(nextObservation(laid('refused'), after(21))).toMatchObject({ kind: 'late' })
  })
})

test('a check-up that measured nothing of the score answers nothing, save of who is not scored', () => {
  const laid = (more: object) =>
    layCheckup(
      patient([repeat(once(15))]),
      { id: 'taken', patientId: 'patient', endedAt: iso(after(12)), ...more } as unknown as Checkup,
      null,
    ).repeats[0]?.latestEndedAt
  expect(laid({ ewsScores: null })).toBeNull()
  expect(laid({ ewsScores: { HRScore: null } })).toBeNull()
  expect(laid({ ewsScores: { HRScore: 0 } })).toBe(iso(after(12)))
  expect(laid({ ewsScores: null, notScored: 'under-16' })).toBe(iso(after(12)))
})

describe('a request that is not sent', () => {
  const waiting = { state: 'waiting', commandId: 'repeat' } as const

  test('is on the row at once, and goes when it is taken back', () => {
    const asked = layRepeat(patient([]), repeat(once(15)), waiting)
    expect(nextObservation(asked, after(0))).toMatchObject({ by: 'repeat', dueMs: after(15) })
    const cancelled = layCancelled(asked, 'repeat', { ...waiting, commandId: 'cancel' })
    expect(cancelled.repeats).toEqual([])
  })

  test('is answered by the check-up of the row that ended late enough and measured something', () => {
    const over = (endedAt: number, ewsScores: object | null): DueRow => {
      const row = patient([])
      return layRepeat(
        {
          ...row,
          latestCheckup: { endedAt: iso(after(endedAt)), ewsScores } as unknown as Checkup,
        },
        repeat(once(15)),
        waiting,
      )
    }
    const by = (row: DueRow) => nextObservation(row, after(30))?.by
    expect(by(over(12, { HRScore: 0 }))).not.toBe('repeat')
    expect(by(over(5, { HRScore: 0 }))).toBe('repeat')
    expect(by(over(12, null))).toBe('repeat')
  })

  test('is not on it where it was refused, and once where the server has it', () => {
    const refused = layRepeat(patient([]), repeat(once(15)), { ...waiting, state: 'refused' })
    expect(refused.repeats).toEqual([])
    const both = layRepeat(patient([repeat(once(15))]), repeat(once(15)), waiting)
    expect(both.repeats).toHaveLength(1)
  })
})
