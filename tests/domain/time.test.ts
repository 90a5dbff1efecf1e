import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clockFault,
  elapsedWords,
  formatCheckupStamp,
  formatDate,
  formatDateTime,
  formatLongDate,
  formatMoment,
  formatTime,
  isLate,
} from '../../src/domain/time'
import { dateSchema, instantSchema, isFromFuture } from '../../src/domain/time/instant'

const london = 'Europe/London'
const at = Date.parse

describe('clinical dates and times', () => {
  test('read 05-Jan-2026 and 14:32 in the UK edition, Jan 5, 2026 and 2:32 PM in the US edition', () => {
    const iso = '2026-01-05T14:32:00Z'
    expect([formatDate(iso, 'en-GB', london), formatTime(iso, 'en-GB', london)]).toEqual([
      '05-Jan-2026',
      '14:32',
    ])
    expect([formatDate(iso, 'en-US', london), formatTime(iso, 'en-US', london)]).toEqual([
      'Jan 5, 2026',
      '2:32 PM',
    ])
    expect(formatDateTime(iso, 'en-GB', london)).toBe('05-Jan-2026 14:32')
    expect(formatDateTime(iso, 'en-US', london)).toBe('Jan 5, 2026, 2:32 PM')
  })

  test('are never of figures alone in the US edition, with a time or without', () => {
    for (let month = 1; month <= 12; month += 1) {
      const day = `2026-${String(month).padStart(2, '0')}-02`
      const iso = `${day}T12:00:00Z`
      for (const shown of [
        formatDate(day, 'en-US'),
        formatDate(iso, 'en-US', london),
        formatDateTime(iso, 'en-US', london),
        formatMoment(Date.parse(iso), 0, 'en-US', london),
      ])
        expect(shown).toMatch(/^[A-Z][a-z]{2} 2, 2026/)
    }
  })

  test('a birth date is the same day in every zone', () => {
    for (const zone of ['Pacific/Auckland', 'America/Los_Angeles', 'UTC', undefined])
      expect(formatDate('1940-09-30', 'en-GB', zone)).toBe('30-Sep-1940')
  })

  test('midnight is 00:00 and 12:00 AM, noon 12:00 and 12:00 PM', () => {
    expect(formatTime('2026-01-05T00:00:00Z', 'en-GB', london)).toBe('00:00')
    expect(formatTime('2026-01-05T00:00:00Z', 'en-US', london)).toBe('12:00 AM')
    expect(formatTime('2026-01-05T12:00:00Z', 'en-US', london)).toBe('12:00 PM')
  })

  test('follow the wall clock through both clock changes', () => {
    expect(
      ['2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z'].map((iso) =>
        formatTime(iso, 'en-GB', london),
      ),
    ).toEqual(['00:59', '02:00'])
    expect(
      ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((iso) =>
        formatTime(iso, 'en-GB', london),
      ),
    ).toEqual(['01:30 BST', '01:30 GMT'])
    expect(formatDate('2026-06-30T23:30:00Z', 'en-GB', london)).toBe('01-Jul-2026')
    expect(formatDate('2026-06-30T23:30:00Z', 'en-US', 'America/New_York')).toBe('Jun 30, 2026')
  })

  test('a check-up’s column is headed day and month over 24 hours, in the US "MMM DD" over "h:mm a"', () => {
    const heads = (iso: string) => [
      formatCheckupStamp(iso, 'en-GB', london),
      formatCheckupStamp(iso, 'en-US', london),
    ]
    expect(heads('2026-01-05T14:32:00Z')).toEqual([
      { date: '5 Jan', time: '14:32' },
      { date: 'Jan 05', time: '2:32 pm' },
    ])
    expect(heads('2026-07-05T23:05:00Z')).toEqual([
      { date: '6 Jul', time: '00:05' },
      { date: 'Jul 06', time: '12:05 am' },
    ])
  })

  test('the long format has no weekday', () => {
    expect(formatLongDate('2026-01-05T14:32:00Z', 'en-GB', london)).toBe('5 January 2026, 14:32')
    expect(formatLongDate('2026-01-05T14:32:00Z', 'en-US', london)).toBe('January 5, 2026, 2:32 PM')
    expect(formatLongDate('2026-01-05', 'en-GB', london)).toBe('5 January 2026')
  })

  test('what is missing or cannot be read is a dash', () => {
    for (const missing of [
      null,
      undefined,
      '',
      'soon',
      'soon 1',
      '2026-13-45',
      '2026-02-30',
      '2026-01-05T99:00:00Z',
    ]) {
      expect([missing, formatDate(missing, 'en-GB', 'UTC')]).toEqual([missing, '–'])
    }
    expect(formatTime(null, 'en-GB')).toBe('–')
    expect(formatCheckupStamp(null, 'en-GB')).toEqual({ date: '–', time: '–' })
  })
})

describe('what reached the server later than it was written', () => {
  test('is told with both times from a millisecond over five minutes on, and with one up to then', () => {
    const captured = '2026-01-05T12:00:00.000Z'
    const received = (ms: number): string => new Date(at(captured) + ms).toISOString()
    expect(
      [-60_000, 0, 300_000, 300_001, 900_000, 900_001].map((ms) => isLate(captured, received(ms))),
    ).toEqual([false, false, false, true, true, true])
  })
})

describe('elapsed time', () => {
  const words = (from: string, now: string, edition: 'en-GB' | 'en-US' = 'en-GB') =>
    elapsedWords(at(from), at(now), edition)

  test('is told in its two largest units', () => {
    expect(words('2026-01-05T12:00:00Z', '2026-01-05T12:00:59Z')).toBe('just now')
    expect(words('2026-01-05T12:00:00Z', '2026-01-05T12:03:59Z')).toBe('3 min ago')
    expect(words('2026-01-05T12:00:00Z', '2026-01-05T14:05:00Z')).toBe('2 h 5 min ago')
    expect(words('2026-01-05T12:00:00Z', '2026-01-05T14:05:00Z', 'en-US')).toBe('2 hr 5 min ago')
    expect(words('2026-01-05T12:00:00Z', '2026-01-05T14:00:00Z')).toBe('2 h ago')
    expect(words('2026-01-05T12:00:00Z', '2026-01-09T18:30:00Z')).toBe('4 d 6 h ago')
  })

  test('does not know of midnight: 21 minutes over it are 21 minutes', () => {
    expect(words('2026-01-05T23:50:00Z', '2026-01-06T00:11:00Z')).toBe('21 min ago')
  })

  test('does not know of clock changes: the nights of 29 March and 25 October 2026', () => {
    expect(words('2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z')).toBe('1 h ago')
    expect(words('2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z')).toBe('1 h ago')
    expect(words('2026-10-24T12:00:00Z', '2026-10-25T12:00:00Z')).toBe('1 d ago')
  })

  test('a reading from the future never looks fresh', () => {
    expect(words('2026-01-05T12:03:10Z', '2026-01-05T12:00:00Z')).toBe('in 3 min')
  })

  test('depends on the difference alone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e9 }),
        fc.integer({ min: 0, max: 2e12 }),
        (elapsed, from) => {
          expect(elapsedWords(from, from + elapsed, 'en-GB')).toBe(
            elapsedWords(0, elapsed, 'en-GB'),
          )
        },
      ),
    )
  })
})

describe('a moment as it is told', () => {
  const london = 'Europe/London'
  test('has its day once that is another: over midnight, over the nights when clocks change, whichever way', () => {
    const told = (moment: string, now: string) =>
      formatMoment(Date.parse(moment), Date.parse(now), 'en-GB', london)
    expect([
      told('2026-11-22T11:58:00Z', '2026-11-22T12:00:00Z'),
      told('2026-11-21T11:58:00Z', '2026-11-22T12:00:00Z'),
    ]).toEqual(['11:58', '21-Nov-2026 11:58'])
    expect([
      told('2026-11-22T23:59:00Z', '2026-11-22T23:59:59Z'),
      told('2026-11-22T23:59:00Z', '2026-11-23T00:00:00Z'),
    ]).toEqual(['23:59', '22-Nov-2026 23:59'])
    // 23:30 UTC is half past midnight of the next day in summer.
    expect([
      told('2026-03-28T23:30:00Z', '2026-03-29T00:10:00Z'),
      told('2026-10-24T23:30:00Z', '2026-10-25T01:30:00Z'),
      told('2026-10-24T22:59:00Z', '2026-10-24T23:01:00Z'),
    ]).toEqual(['28-Mar-2026 23:30', '00:30', '24-Oct-2026 23:59'])
    expect(
      formatMoment(
        Date.parse('2026-11-21T11:58:00Z'),
        Date.parse('2026-11-22T12:00:00Z'),
        'en-US',
        london,
      ),
    ).toBe('Nov 21, 2026, 11:58 AM')
  })
})

describe('instants of senders', () => {
  test('are kept in UTC with milliseconds, whatever their offset', () => {
    expect(instantSchema.parse('2026-01-05T14:32:00+02:00')).toBe('2026-01-05T12:32:00.000Z')
    expect(instantSchema.parse('2026-01-05T14:32:00.5Z')).toBe('2026-01-05T14:32:00.500Z')
  })

  test('without a zone, or not on the calendar, are refused', () => {
    for (const text of [
      '2026-01-05',
      '2026-01-05T14:32:00',
      '2026-02-30T10:00:00Z',
      '2026-01-05T25:00:00Z',
      'now',
      '',
    ]) {
      expect([text, instantSchema.safeParse(text).success]).toEqual([text, false])
    }
    expect(dateSchema.safeParse('2026-02-30').success).toBe(false)
  })

  test('may be five minutes ahead and no more', () => {
    expect(isFromFuture('2026-01-05T12:05:00Z', at('2026-01-05T12:00:00Z'))).toBe(false)
    expect(isFromFuture('2026-01-05T12:05:01Z', at('2026-01-05T12:00:00Z'))).toBe(true)
  })
})

describe('the clock of a device', () => {
  test.each([
    [120_000, null],
    [-120_000, null],
    [0, null],
    [120_001, { direction: 'ahead', byMs: 120_001 }],
    [-120_001, { direction: 'behind', byMs: 120_001 }],
    [null, null],
    [undefined, null],
  ])(
    'that differs by %s ms is wrong beyond two minutes either way, and right where nobody knows',
    (skewMs, fault) => {
      expect(clockFault(skewMs)).toEqual(fault)
    },
  )
})
