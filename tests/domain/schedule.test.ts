import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { timeIn } from '../../src/domain/time'
import { instantAt, instantsAt, zoneSuffix } from '../../src/domain/time/wall'
import { observationIntervalMs } from '../../src/domain/ews/observation-interval'
import { occurrences, parseRecurrence, type Recurrence } from '../../src/domain/schedule/recurrence'
import {
  answers,
  nextDecision,
  slotsDecided,
  slotsDue,
  type Scheduled,
} from '../../src/domain/schedule/slot'

const hour = 3_600_000
const minute = 60_000
const ms = (iso: string): number => Date.parse(iso)
const iso = (at: number): string => new Date(at).toISOString().replace(':00.000Z', 'Z')
const read = (rrule: string): Recurrence => {
  const rule = parseRecurrence(rrule)
  if (rule === null) throw new Error(`Not read: ${rrule}`)
  return rule
}
const within = (
  rrule: string,
  zone: string,
  from: string,
  to: string,
  start = '2026-01-01T00:00:00Z',
): readonly string[] => occurrences(read(rrule), zone, ms(start), ms(from), ms(to)).map(iso)

describe('the wall', () => {
  test('a time that is skipped is told by the clock before, one that comes twice is the first of the two', () => {
    const at = (
      year: number,
      month: number,
      day: number,
      h: number,
      m: number,
      zone: string,
    ): string => iso(instantAt({ year, month, day, hour: h, minute: m }, zone))
    expect(at(2026, 3, 29, 0, 59, 'Europe/London')).toBe('2026-03-29T00:59Z')
    expect(at(2026, 3, 29, 1, 30, 'Europe/London')).toBe('2026-03-29T01:30Z')
    expect(at(2026, 3, 29, 2, 30, 'Europe/London')).toBe('2026-03-29T01:30Z')
    expect(at(2026, 10, 25, 1, 30, 'Europe/London')).toBe('2026-10-25T00:30Z')
    expect(at(2026, 10, 25, 2, 0, 'Europe/London')).toBe('2026-10-25T02:00Z')
    expect(at(2026, 3, 8, 2, 30, 'America/New_York')).toBe('2026-03-08T07:30Z')
    expect(at(2026, 3, 8, 8, 0, 'America/New_York')).toBe('2026-03-08T12:00Z')
    expect(at(2026, 11, 1, 1, 15, 'America/New_York')).toBe('2026-11-01T05:15Z')
  })

  test('a time that comes twice has two instants, each with the name of its clock; a skipped one has none; others have one and no name', () => {
    const both = (day: number, h: number, zone: string, edition: 'en-GB' | 'en-US') =>
      instantsAt(
        { year: 2026, month: day === 25 ? 10 : day === 1 ? 11 : 3, day, hour: h, minute: 30 },
        zone,
      ).map((at) => `${iso(at)}${zoneSuffix(at, edition, zone)}`)
    expect(both(25, 1, 'Europe/London', 'en-GB')).toEqual([
      '2026-10-25T00:30Z BST',
      '2026-10-25T01:30Z GMT',
    ])
    expect(both(1, 1, 'America/New_York', 'en-US')).toEqual([
      '2026-11-01T05:30Z EDT',
      '2026-11-01T06:30Z EST',
    ])
    expect(both(25, 2, 'Europe/London', 'en-GB')).toEqual(['2026-10-25T02:30Z'])
    expect(both(29, 1, 'Europe/London', 'en-GB')).toEqual([])
  })

  test('every instant of a year is found again by what the wall showed, or an hour before where it shows it twice', () => {
    const zones = fc.constantFrom(
      'Europe/London',
      'America/New_York',
      'UTC',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'Pacific/Apia',
    )
    fc.assert(
      fc.property(
        zones,
        fc.integer({
          min: ms('2026-01-01T00:00:00Z') / minute,
          max: ms('2027-01-01T00:00:00Z') / minute,
        }),
        (zone, minutes) => {
          const at = minutes * minute
          const found = instantAt(timeIn(at, zone), zone)
          expect(timeIn(found, zone)).toEqual(timeIn(at, zone))
          expect([0, 30 * minute, hour]).toContain(at - found)
        },
      ),
    )
  })
})

describe('a recurrence rule', () => {
  test('keeps its hours on the wall over the nights when the clocks change', () => {
    const daily = 'FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0;BYSECOND=0'
    expect(within(daily, 'Europe/London', '2026-03-28T12:00:00Z', '2026-03-29T23:00:00Z')).toEqual([
      '2026-03-28T20:00Z',
      '2026-03-29T07:00Z',
      '2026-03-29T19:00Z',
    ])
    expect(within(daily, 'Europe/London', '2026-10-24T12:00:00Z', '2026-10-25T23:00:00Z')).toEqual([
      '2026-10-24T19:00Z',
      '2026-10-25T08:00Z',
      '2026-10-25T20:00Z',
    ])
    expect(
      within(daily, 'America/New_York', '2026-03-07T18:00:00Z', '2026-03-09T00:00:00Z'),
    ).toEqual(['2026-03-08T01:00Z', '2026-03-08T12:00Z', '2026-03-09T00:00Z'])
  })

  test('a time of the night that is skipped, or comes twice, is asked for once', () => {
    expect(
      within(
        'FREQ=DAILY;BYHOUR=1,2',
        'Europe/London',
        '2026-03-28T12:00:00Z',
        '2026-03-29T12:00:00Z',
      ),
    ).toEqual(['2026-03-29T01:00Z'])
    expect(
      within(
        'FREQ=DAILY;BYHOUR=1;BYMINUTE=30',
        'Europe/London',
        '2026-10-24T12:00:00Z',
        '2026-10-25T12:00:00Z',
      ),
    ).toEqual(['2026-10-25T00:30Z'])
    expect(
      within(
        'FREQ=DAILY;BYHOUR=2;BYMINUTE=30',
        'America/New_York',
        '2026-03-08T00:00:00Z',
        '2026-03-08T23:00:00Z',
      ),
    ).toEqual(['2026-03-08T07:30Z'])
  })

  test('every so many hours is elapsed time: nobody waits an hour longer in the night of 25 hours', () => {
    const found = occurrences(
      read('FREQ=HOURLY;INTERVAL=4'),
      'Europe/London',
      ms('2026-10-24T20:15:00Z'),
      ms('2026-10-24T20:15:00Z'),
      ms('2026-10-25T20:15:00Z'),
    )
    expect(found.map((at, index) => at - (found[index - 1] ?? ms('2026-10-24T20:15:00Z')))).toEqual(
      Array(6).fill(4 * hour),
    )
  })

  test('counts days and weeks from the admission, and names weekdays', () => {
    expect(
      within(
        'FREQ=DAILY;INTERVAL=2;BYHOUR=9',
        'UTC',
        '2026-01-01T00:00:00Z',
        '2026-01-08T00:00:00Z',
        '2026-01-02T08:00:00Z',
      ),
    ).toEqual(['2026-01-02T09:00Z', '2026-01-04T09:00Z', '2026-01-06T09:00Z'])
    expect(
      within(
        'FREQ=WEEKLY;BYDAY=MO,FR;BYHOUR=9',
        'Europe/London',
        '2026-03-26T00:00:00Z',
        '2026-04-01T00:00:00Z',
      ),
    ).toEqual(['2026-03-27T09:00Z', '2026-03-30T08:00Z'])
    // The weeks count from Monday, the first is that of the Thursday of admission.
    expect(
      within(
        'FREQ=WEEKLY;INTERVAL=2;BYHOUR=9',
        'UTC',
        '2026-01-01T00:00:00Z',
        '2026-02-01T00:00:00Z',
      ),
    ).toEqual(['2026-01-01T09:00Z', '2026-01-15T09:00Z', '2026-01-29T09:00Z'])
    expect(
      within(
        'FREQ=DAILY',
        'UTC',
        '2026-01-01T00:00:00Z',
        '2026-01-03T00:00:00Z',
        '2026-01-01T10:20:00Z',
      ),
    ).toEqual(['2026-01-01T10:20Z', '2026-01-02T10:20Z'])
    expect(
      within(
        'FREQ=DAILY;BYHOUR=9;UNTIL=20260102T085959Z',
        'UTC',
        '2026-01-01T00:00:00Z',
        '2026-01-09T00:00:00Z',
      ),
    ).toEqual(['2026-01-01T09:00Z'])
    expect(
      within('FREQ=HOURLY;BYHOUR=8,12', 'UTC', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'),
    ).toEqual(['2026-01-01T08:00Z', '2026-01-01T12:00Z'])
  })

  test('what is not understood is not guessed', () => {
    const unreadable = [
      '',
      'DAILY',
      'FREQ=YEARLY',
      'FREQ=DAILY;COUNT=3',
      'FREQ=DAILY;BYHOUR=24',
      'FREQ=DAILY;BYHOUR=x',
      'FREQ=DAILY;BYMINUTE=30',
      'FREQ=DAILY;INTERVAL=0',
      'FREQ=WEEKLY;BYDAY=2MO',
      'FREQ=DAILY;BYSETPOS=1',
      'FREQ=DAILY;BYHOUR=8;BYSECOND=30',
      'FREQ=HOURLY;INTERVAL=2;BYHOUR=8',
      'FREQ=DAILY;FREQ=WEEKLY',
      'FREQ=DAILY;UNTIL=tomorrow',
      'FREQ=DAILY;UNTIL=20260230',
      'FREQ=DAILY;UNTIL=20260230T080000Z',
      'FREQ=WEEKLY;WKST=SU',
    ]
    expect(unreadable.filter((rrule) => parseRecurrence(rrule) !== null)).toEqual([])
    expect(parseRecurrence('RRULE:FREQ=DAILY;BYHOUR=8')).not.toBeNull()
  })

  const zones = fc.constantFrom('Europe/London', 'America/New_York', 'UTC', 'Asia/Kathmandu')
  const rules = fc.oneof(
    fc
      .uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 5 })
      .map((hours) => `FREQ=DAILY;BYHOUR=${hours.join(',')}`),
    fc.integer({ min: 1, max: 9 }).map((interval) => `FREQ=HOURLY;INTERVAL=${interval}`),
    fc
      .uniqueArray(fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'), { minLength: 1 })
      .map((days) => `FREQ=WEEKLY;BYDAY=${days.join(',')};BYHOUR=1,9`),
  )
  const instants = fc
    .integer({ min: ms('2026-01-01T00:00:00Z') / minute, max: ms('2026-12-31T00:00:00Z') / minute })
    .map((minutes) => minutes * minute)

  test('asked in pieces it names the same instants as asked at once: none lost, none doubled', () => {
    fc.assert(
      fc.property(
        rules,
        zones,
        instants,
        fc.array(fc.integer({ min: 0, max: 72 * 60 }), { minLength: 1, maxLength: 12 }),
        (rrule, zone, from, steps) => {
          const rule = read(rrule)
          const start = from - 9 * 24 * hour
          const edges = steps.reduce<readonly number[]>(
            (kept, step) => [...kept, (kept.at(-1) ?? from) + step * minute],
            [from],
          )
          const pieces = edges
            .slice(1)
            .flatMap((to, index) => occurrences(rule, zone, start, edges[index] ?? from, to))
          expect(pieces).toEqual(occurrences(rule, zone, start, from, edges.at(-1) ?? from))
        },
      ),
    )
  })

  test('a daily hour comes on every date of the calendar exactly once', () => {
    fc.assert(
      fc.property(zones, instants, fc.integer({ min: 0, max: 23 }), (zone, from, at) => {
        const found = occurrences(
          read(`FREQ=DAILY;BYHOUR=${at}`),
          zone,
          from - 40 * 24 * hour,
          from,
          from + 10 * 24 * hour,
        )
        const days = found.map((one) => {
          const { year, month, day } = timeIn(one, zone)
          return `${year}-${month}-${day}`
        })
        expect(new Set(days).size).toBe(days.length)
        expect([9, 10, 11]).toContain(days.length)
      }),
    )
  })
})

const scheduled = (over: Partial<Scheduled> = {}): Scheduled => ({
  schedule: { rrule: 'FREQ=DAILY;BYHOUR=8,20', tolerance: { early: 1800, late: 3600 } },
  zone: 'Europe/London',
  startMs: ms('2026-03-01T00:00:00Z'),
  ...over,
})

describe('slots', () => {
  test('a check-up counts from the early to the late tolerance, both included', () => {
    const [slot] =
      slotsDue(scheduled(), ms('2026-03-29T00:00:00Z'), ms('2026-03-29T12:00:00Z')) ?? []
    if (slot === undefined) throw new Error('no slot')
    // 08:00 on the morning after the clocks went forward is 07:00 UTC.
    expect([iso(slot.opensMs), iso(slot.dueMs), iso(slot.closesMs)]).toEqual([
      '2026-03-29T06:30Z',
      '2026-03-29T07:00Z',
      '2026-03-29T08:00Z',
    ])
    expect(
      [slot.opensMs - 1, slot.opensMs, slot.closesMs, slot.closesMs + 1].map((at) =>
        answers(at, slot),
      ),
    ).toEqual([false, true, true, false])
  })

  test('a slot is decided when its last instant has passed, once, however often and late anybody looks', () => {
    const closes = ms('2026-03-02T09:00:00Z')
    expect(slotsDecided(scheduled(), closes - 60_000, closes)).toEqual([])
    expect(slotsDecided(scheduled(), closes, closes + 1)).toHaveLength(1)
    expect(slotsDecided(scheduled(), closes + 1, closes + 60_000)).toEqual([])
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 30 * hour }), { minLength: 1, maxLength: 20 }),
        (steps) => {
          const from = ms('2026-10-23T00:00:00Z')
          const edges = steps.reduce<readonly number[]>(
            (kept, step) => [...kept, (kept.at(-1) ?? from) + step],
            [from],
          )
          const pieces = edges
            .slice(1)
            .flatMap((to, index) => slotsDecided(scheduled(), edges[index] ?? from, to) ?? [])
          expect(pieces).toEqual(slotsDecided(scheduled(), from, edges.at(-1) ?? from))
        },
      ),
    )
  })

  test('the next decision is when the next slot has run out; null for a rule that nobody understands or that has ended', () => {
    expect(iso(nextDecision(scheduled(), ms('2026-03-02T08:59:59Z')) ?? 0)).toBe(
      '2026-03-02T09:00:00.001Z',
    )
    expect(
      nextDecision(
        scheduled({ schedule: { rrule: 'FREQ=YEARLY', tolerance: { early: 0, late: 0 } } }),
        0,
      ),
    ).toBeNull()
    expect(
      nextDecision(
        scheduled({
          schedule: {
            rrule: 'FREQ=DAILY;BYHOUR=8;UNTIL=20260301',
            tolerance: { early: 0, late: 0 },
          },
        }),
        ms('2026-03-05T00:00:00Z'),
      ),
    ).toBeNull()
  })
})

describe('the next check-up', () => {
  test('the score says how long at most to the next observation (NEWS2 chart 4)', () => {
    const none = {
      BPScore: 0,
      consciousnessScore: 0,
      HRScore: 0,
      RRScore: 0,
      SpO2Score: 0,
      tempScore: 0,
      onOxygenScore: 0,
    }
    const hours = (over: Partial<typeof none>) => {
      const scores = { ...none, ...over }
      return (
        (observationIntervalMs({
          ...scores,
          totalScore: Object.values(scores).reduce((sum, one) => sum + one, 0),
        }) ?? Number.NaN) / hour
      )
    }
    expect([
      hours({}),
      hours({ RRScore: 1 }),
      hours({ RRScore: 2, HRScore: 2 }),
      hours({ RRScore: 3 }),
      hours({ RRScore: 2, HRScore: 2, BPScore: 1 }),
      hours({ RRScore: 3, HRScore: 3, BPScore: 1 }),
    ]).toEqual([12, 6, 6, 1, 1, 0])
    expect(observationIntervalMs(null)).toBeNull()
  })
})
