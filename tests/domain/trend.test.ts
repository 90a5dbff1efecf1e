import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeSince, shownTrend, trendMs, trendSchema, type Trend } from '../../src/domain/virtual-ward/trend'

const hour = 3_600_000
const iso = (ms: number): string => new Date(ms).toISOString()
const point = (atMs: number, totalScore: number | null): Trend[number] => ({ endedAt: iso(atMs), totalScore, riskLevel: null })

describe('the trend of a card', () => {
  // 01:00 UTC on both nights in London, 07:00 UTC in New York: 24 h back is 23 or 25 hours of the wall.
  for (const [night, now] of [['London, clocks forward', '2026-03-29T12:00:00Z'], ['London, clocks back', '2026-10-25T12:00:00Z'], ['New York, clocks forward', '2026-03-08T18:00:00Z']] as const)
    test(`is the last 24 h of elapsed time: ${night}`, () => {
      const at = Date.parse(now)
      const trend = [point(at - trendMs, 9), point(at - trendMs + 1, 1), point(at - 12 * hour, null), point(at - hour, 4), point(at, 5), point(at + 1, 7)]
      expect(shownTrend(trend, at)).toEqual([{ atMs: at - trendMs + 1, total: 1 }, { atMs: at - hour, total: 4 }, { atMs: at, total: 5 }])
    })

  test('of a row that was kept before there was one is empty', () => expect(trendSchema.parse(undefined)).toEqual([]))

  test('never shows what is older than 24 h or has no total, and shows all the rest', () => {
    fc.assert(fc.property(fc.array(fc.tuple(fc.integer({ min: -48 * 60, max: 0 }), fc.option(fc.integer({ min: 0, max: 20 })))), (given) => {
      const now = Date.parse('2026-10-25T03:00:00Z')
      const trend = given.map(([minutes, total]) => point(now + minutes * 60_000, total))
      expect(shownTrend(trend, now)).toHaveLength(given.filter(([minutes, total]) => minutes > -24 * 60 && total !== null).length)
    }))
  })
})

describe('changed since somebody looked', () => {
  const noon = Date.parse('2026-01-05T12:00:00Z')
  const patient = (ended: number, received: number, total: number | null, trend: Trend = []) =>
    ({ latestCheckup: { endedAt: iso(ended), receivedAt: iso(received), ewsScores: total === null ? null : { totalScore: total } }, trend })

  test('is what was received after, with the total that stood there then', () => {
    const trend = [point(noon - 3 * hour, 1), point(noon - 2 * hour, 2), point(noon, 5)]
    expect(changeSince(patient(noon, noon, 5, trend), noon - hour)).toEqual({ before: 2, now: 5 })
    expect(changeSince(patient(noon, noon, 5, trend), noon)).toBeNull()
    expect(changeSince(patient(noon, noon, null, []), noon - hour)).toEqual({ before: null, now: null })
  })

  test('counts by when a reading was received: one that was taken before the look and came after it is new', () => {
    expect(changeSince(patient(noon - 2 * hour, noon, 5, [point(noon - 5 * hour, 3), point(noon - 2 * hour, 5)]), noon - hour)).toEqual({ before: 3, now: 5 })
  })

  test('is nothing for who never looked, and nothing without a check-up', () => {
    expect(changeSince(patient(noon, noon, 5), null)).toBeNull()
    expect(changeSince({ latestCheckup: null, trend: [] }, 1)).toBeNull()
  })
})
