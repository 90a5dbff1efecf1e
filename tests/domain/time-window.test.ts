import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countBeforeWindow,
  isWithin,
  readTimeWindow,
  timeWindowMs,
  timeWindows,
} from '../../src/domain/checkup/time-window'

const hour = 60 * 60_000
const lengths = {
  '24h': 24 * hour,
  '3d': 72 * hour,
  '7d': 168 * hour,
  '14d': 336 * hour,
  '30d': 720 * hour,
}
const iso = (ms: number): string => new Date(ms).toISOString()
const noon = Date.parse('2026-01-15T12:00:00Z')
/**
 * An ordinary noon, and the hours after the nights in which the clocks of the UK and of New York go
 * forward and back.
 */
const nows = [
  '2026-01-15T12:00:00Z',
  '2026-03-29T08:30:00Z',
  '2026-10-25T08:30:00Z',
  '2026-03-08T12:00:00Z',
  '2026-11-01T12:00:00Z',
].map(Date.parse)

describe('time windows', () => {
  test('they are 24 hours, 3, 7, 14 and 30 days, shortest first', () => {
    expect(Object.fromEntries(timeWindows.map((window) => [window, timeWindowMs(window)]))).toEqual(
      lengths,
    )
    expect(timeWindows.map(timeWindowMs)).toEqual(
      timeWindows.map(timeWindowMs).toSorted((a, b) => a - b),
    )
  })

  test('exactly as old as the window is long is within, a millisecond older is not: at every now, over clock changes too', () => {
    for (const now of nows) {
      for (const window of timeWindows) {
        const border = now - lengths[window]
        expect(
          [-1, 0, 1].map((ms) => isWithin(iso(border + ms), window, now)),
          `${window} at ${iso(now)}`,
        ).toEqual([false, true, true])
      }
    }
  })

  test('24 hours are 24 that pass, not the same time on the day before', () => {
    // 09:30 of the summer's first day in London; 09:30 of the day before was 23 hours ago, 08:30
    // was 24.
    const spring = Date.parse('2026-03-29T09:30:00+01:00')
    expect(
      ['2026-03-28T09:30:00Z', '2026-03-28T08:30:00Z', '2026-03-28T08:29:00Z'].map((end) =>
        isWithin(end, '24h', spring),
      ),
    ).toEqual([true, true, false])
    // 09:30 of the winter's first day; 09:30 of the day before was 25 hours ago, 10:30 was 24.
    const autumn = Date.parse('2026-10-25T09:30:00Z')
    expect(
      ['2026-10-24T09:30:00+01:00', '2026-10-24T10:29:00+01:00', '2026-10-24T10:30:00+01:00'].map(
        (end) => isWithin(end, '24h', autumn),
      ),
    ).toEqual([false, false, true])
  })

  test('an end is an instant, however its zone is written', () => {
    const now = Date.parse('2026-01-02T00:00:00Z')
    expect(
      ['2026-01-01T00:00:00Z', '2026-01-01T05:30:00+05:30', '2025-12-31T19:00:00-05:00'].map(
        (end) => isWithin(end, '24h', now),
      ),
    ).toEqual([true, true, true])
    expect(isWithin('2026-01-01T05:29:59+05:30', '24h', now)).toBe(false)
  })

  test('what has not ended yet by this clock is not hidden', () => {
    for (const window of timeWindows)
      expect(isWithin(iso(noon + 400 * 24 * hour), window, noon)).toBe(true)
  })

  test('an address names one of them and nothing else', () => {
    for (const window of timeWindows) expect(readTimeWindow(window)).toBe(window)
    for (const other of [
      null,
      '',
      'all',
      '7',
      '7D',
      ' 7d',
      '1d',
      '24',
      '30d,7d',
      'constructor',
      '__proto__',
    ])
      expect(readTimeWindow(other), String(other)).toBeNull()
  })

  test('counting those before a window agrees with looking at each, at any length of list and in any spacing', () => {
    const list = fc.array(fc.integer({ min: -2 * hour, max: 40 * 24 * hour }), { maxLength: 60 })
    fc.assert(
      fc.property(
        list,
        fc.constantFrom(...timeWindows),
        fc.constantFrom(...nows),
        (ages, window, now) => {
          // The window's own border among them, twice.
          const ascending = [...ages, lengths[window], lengths[window]]
            .toSorted((a, b) => b - a)
            .map((age) => ({ endedAt: iso(now - age) }))
          expect(countBeforeWindow(ascending, window, now)).toBe(
            ascending.filter(({ endedAt }) => !isWithin(endedAt, window, now)).length,
          )
          expect(countBeforeWindow(ascending, null, now)).toBe(0)
        },
      ),
    )
    for (const window of timeWindows) expect(countBeforeWindow([], window, noon)).toBe(0)
  })

  test('as time passes check-ups only leave a window, and a longer window holds all of a shorter one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 * 24 * hour }),
        fc.integer({ min: 0, max: 10 * 24 * hour }),
        (age, later) => {
          const within = (at: number) =>
            timeWindows.map((window) => isWithin(iso(noon - age), window, at))
          const [now, then] = [within(noon), within(noon + later)]
          expect(then.every((is, at) => !is || now[at])).toBe(true)
          expect(now).toEqual(now.toSorted((a, b) => Number(a) - Number(b)))
        },
      ),
    )
  })
})
