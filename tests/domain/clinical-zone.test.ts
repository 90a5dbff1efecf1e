import { afterEach, describe, expect, test } from 'vitest'
import { shiftHandedOver, shiftStarts } from '../../src/domain/handover/shift'
import {
  clinicalZone,
  dayOf,
  formatDate,
  formatDateTime,
  formatMoment,
  formatTime,
  periodRange,
  readTypedInstant,
  setClinicalZone,
  typedInstant,
} from '../../src/domain/time'
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
