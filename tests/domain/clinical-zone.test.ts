import { afterEach, describe, expect, test } from 'vitest'
import { clockOf } from '../../src/domain/ecg/clock'
import { shiftHandedOver, shiftStarts } from '../../src/domain/handover/shift'
import {
  clinicalZone,
  dayOf,
  formatCheckupStamp,
  formatDate,
  formatDateTime,
  formatLongDate,
  formatMoment,
  formatShortMoment,
  formatTime,
  periodRange,
  readTypedInstant,
  setClinicalZone,
  typedInstant,
} from '../../src/domain/time'
import { momentText } from '../../src/domain/report/tables'
import { deviceZone } from '../../src/domain/time/calendar'
import { instantAt } from '../../src/domain/time/wall'

const at = Date.parse
const iso = (ms: number): string => new Date(ms).toISOString()
afterEach(() => setClinicalZone(undefined))

describe('where no zone is named', () => {
  // Two zones far apart: whichever the machine's is, it is not both.
  test.each([
    ['Europe/London', '28-Nov-2026 07:30', '2026-11-28T15:30:00.000Z'],
    ['Asia/Tokyo', '28-Nov-2026 16:30', '2026-11-28T06:30:00.000Z'],
    ['America/New_York', '28-Nov-2026 02:30', '2026-11-28T20:30:00.000Z'],
  ])('clinical times are told, typed and counted in the set zone: %s', (zone, told, halfPast3) => {
    setClinicalZone(zone)
    const morning = '2026-11-28T07:30:00.000Z'
    expect(clinicalZone()).toBe(zone)
    expect(formatDateTime(morning, 'en-GB')).toBe(told)
    expect(`${formatDate(morning, 'en-GB')} ${formatTime(morning, 'en-GB')}`).toBe(told)
    const [date, time] = ['28/11/2026', '15:30']
    expect(readTypedInstant({ date, time }, 'en-GB')).toEqual({
      kind: 'instant',
      iso: halfPast3,
      isOneOfTwo: false,
    })
    expect(typedInstant(halfPast3, 'en-GB')).toEqual({ date, time })
    const day = { kind: 'days', from: '2026-11-27', to: '2026-11-27' } as const
    expect(periodRange(day, at(morning))).toEqual(periodRange(day, at(morning), zone))
    expect(formatDateTime(iso(periodRange(day, at(morning)).from), 'en-GB')).toBe(
      '27-Nov-2026 00:00',
    )
  })

  test('today and yesterday are those of the set zone', () => {
    setClinicalZone('Asia/Tokyo')
    expect(dayOf(at('2026-11-28T16:00:00Z'))).toBe('2026-11-29')
    // 23:50 and 00:10 in Tokyo.
    expect(formatMoment(at('2026-11-28T14:50:00Z'), at('2026-11-28T15:10:00Z'), 'en-GB')).toBe(
      '28-Nov-2026 23:50',
    )
  })

  test('a zone that is named counts, whatever is set; without either it is the one of the device', () => {
    setClinicalZone('Asia/Tokyo')
    const morning = '2026-11-28T07:30:00.000Z'
    expect(formatTime(morning, 'en-GB', 'America/New_York')).toBe('02:30')
    expect(
      iso(instantAt({ year: 2026, month: 11, day: 28, hour: 2, minute: 30 }, 'America/New_York')),
    ).toBe(morning)
    setClinicalZone(undefined)
    expect(clinicalZone()).toBe(deviceZone())
    expect(formatTime(morning, 'en-GB')).toBe(formatTime(morning, 'en-GB', deviceZone()))
  })

  test('a zone that was set after another is not mixed up with it', () => {
    const noon = { year: 2026, month: 7, day: 1, hour: 12, minute: 0 }
    const told = ['Europe/London', 'America/New_York', 'Europe/London'].map((zone) => {
      setClinicalZone(zone)
      return iso(instantAt(noon))
    })
    expect(told).toEqual([
      '2026-07-01T11:00:00.000Z',
      '2026-07-01T16:00:00.000Z',
      '2026-07-01T11:00:00.000Z',
    ])
  })
})

describe('shifts begin at seven by the clock of the zone', () => {
  test.each([
    ['Europe/London', '2026-11-28T12:00:00Z', ['2026-11-28T07:00Z', '2026-11-27T19:00Z']],
    ['America/New_York', '2026-11-28T15:00:00Z', ['2026-11-28T12:00Z', '2026-11-28T00:00Z']],
    // The nights in which clocks change: eleven hours, and thirteen.
    ['Europe/London', '2026-03-29T09:00:00Z', ['2026-03-29T06:00Z', '2026-03-28T19:00Z']],
    ['Europe/London', '2026-10-25T09:00:00Z', ['2026-10-25T07:00Z', '2026-10-24T18:00Z']],
    ['America/New_York', '2026-11-01T14:00:00Z', ['2026-11-01T12:00Z', '2026-10-31T23:00Z']],
  ])('%s at %s: the starts of shifts, and the one handed over', (zone, now, starts) => {
    const expected = starts.map((start) => at(start))
    expect(shiftStarts(at(now), zone)).toEqual(expected)
    expect(shiftHandedOver(at(now), zone)).toBe(expected[0])
    setClinicalZone(zone)
    expect(shiftStarts(at(now))).toEqual(expected)
    expect(shiftHandedOver(at(now))).toBe(expected[0])
  })
})

describe('the hour that comes twice when the clocks go back', () => {
  const later = at('2026-12-01T12:00:00.000Z')
  test.each([
    ['Europe/London', 'en-GB', '2026-10-25T00:30:00.000Z', '01:30 BST', '25-Oct-2026 '],
    ['Europe/London', 'en-GB', '2026-10-25T01:30:00.000Z', '01:30 GMT', '25-Oct-2026 '],
    ['America/New_York', 'en-US', '2026-11-01T05:30:00.000Z', '1:30 AM EDT', 'Nov 1, 2026, '],
    ['America/New_York', 'en-US', '2026-11-01T06:30:00.000Z', '1:30 AM EST', 'Nov 1, 2026, '],
  ] as const)('%s, %s: every time has the name of its clock', (zone, edition, iso, time, date) => {
    setClinicalZone(zone)
    const ms = at(iso)
    expect(formatTime(iso, edition)).toBe(time)
    expect(formatDateTime(iso, edition)).toBe(`${date}${time}`)
    expect(formatDateTime(iso, edition, zone)).toBe(`${date}${time}`)
    expect(formatMoment(ms, ms, edition)).toBe(time)
    expect(formatMoment(ms, later, edition)).toBe(`${date}${time}`)
    expect(formatShortMoment(ms, later, edition)).toMatch(time)
    expect(formatLongDate(iso, edition)).toMatch(new RegExp(`, ${time}$`))
    expect(formatCheckupStamp(iso, edition).time).toBe(
      edition === 'en-US' ? `1:30 am ${time.slice(-3)}` : time,
    )
    expect(clockOf(ms + 3_120, edition, true)).toBe(time.replace('30', '30:03.120'))
    expect(momentText(ms, { edition, zone })).toBe(`${date}${time}`)
  })

  test.each([
    ['Europe/London', '2026-10-24T23:59:00.000Z', '00:59'],
    ['Europe/London', '2026-10-25T02:00:00.000Z', '02:00'],
    ['Europe/London', '2026-03-29T00:59:00.000Z', '00:59'],
    ['Europe/London', '2026-03-29T01:00:00.000Z', '02:00'],
    ['Europe/London', '2026-07-01T00:30:00.000Z', '01:30'],
    ['America/New_York', '2026-03-08T07:00:00.000Z', '03:00'],
  ])('no other has: %s at %s', (zone, iso, time) => {
    expect(formatTime(iso, 'en-GB', zone)).toBe(time)
  })
})
