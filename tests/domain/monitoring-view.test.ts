import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { activities, bucketMs, heartRhythms } from '../../src/domain/monitoring/bucket'
import { rateDoubt } from '../../src/domain/monitoring/rate-doubt'
import { activityParts, activityTicks, rhythmOutcome } from '../../src/domain/monitoring/outcomes'
import { bucketPage } from '../../src/domain/monitoring/paging'

const noon = Date.parse('2026-01-05T12:00:00.000Z')
const iso = (ms: number): string => new Date(ms).toISOString()

describe('outcomes', () => {
  test('C332 of a heart rhythm are numbered; a bucket that was not analysed is not run', () => {
    expect(heartRhythms).toEqual([
      'regular',
      'irregular',
      'abstain',
      'signalTooShort',
      'lowQuality',
      'notRun',
    ])
    const counts = { irregular: 0, regular: 0, abstain: 0, lowQuality: 0, signalTooShort: 0 }
    expect(
      [0, 1, 2, 3, 4, 5].map((mostSevere) =>
        rhythmOutcome({ heartRhythm: { ...counts, mostSevere } }),
      ),
    ).toEqual([...heartRhythms])
    expect(rhythmOutcome({ heartRhythm: null })).toBe('notRun')
  })

  test('C333 P219 of activity are abstention, active, insufficient data and sedentary', () => {
    expect(activities.toSorted()).toEqual([
      'ABSTENTION',
      'ACTIVE',
      'INSUFFICIENT_DATA',
      'SEDENTARY',
    ])
  })

  test('C605 the activity bar runs to 15 minutes with a tick every 3, and is never longer than its parts', () => {
    expect(activityTicks).toEqual([0, 3, 6, 9, 12, 15])
    const seconds = fc.integer({ min: 0, max: 225 })
    fc.assert(
      fc.property(
        seconds,
        seconds,
        seconds,
        seconds,
        (notSedentary, sedentary, abstain, signalTooShort) => {
          const parts = activityParts({
            notSedentary,
            sedentary,
            abstain,
            signalTooShort,
            dominantPrediction: 'ACTIVE',
          })
          expect(
            parts.every(
              ({ minutes, share }) => minutes > 0 && Math.abs(share * 15 - minutes) < 1e-9,
            ),
          ).toBe(true)
          expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(1 + 1e-9)
          expect(parts.reduce((sum, { minutes }) => sum + minutes, 0)).toBeCloseTo(
            (notSedentary + sedentary + abstain + signalTooShort) / 60,
            6,
          )
        },
      ),
    )
    expect(
      activityParts({
        notSedentary: 180,
        sedentary: 720,
        abstain: 0,
        signalTooShort: 0,
        dominantPrediction: 'SEDENTARY',
      }),
    ).toEqual([
      { kind: 'active', minutes: 3, share: 0.2 },
      { kind: 'sedentary', minutes: 12, share: 0.8 },
    ])
  })
})

describe('paging', () => {
  const quarters = fc.integer({ min: 0, max: 400 })
  const columns = fc.constantFrom(4, 8, 10)

  test('C346 C347 previous goes 15 minutes back, and is closed where the columns would pass the earliest data', () => {
    fc.assert(
      fc.property(quarters, quarters, columns, (first, at, count) => {
        const [earliest, current] = [noon, noon + at * bucketMs - first * bucketMs]
        const page = bucketPage(current, count, { earliest, latest: noon + 1000 * bucketMs })
        const wouldPass = current - (count - 1) * bucketMs - 15 * 60_000 < earliest
        expect(page.previous).toBe(wouldPass ? null : current - 15 * 60_000)
      }),
    )
  })

  test('C347 the earliest data itself can be paged to, and no further', () => {
    const at = (spare: number) =>
      bucketPage(noon, 4, { earliest: noon - (3 + spare) * bucketMs, latest: noon }).previous
    expect([0, 1].map(at)).toEqual([null, noon - bucketMs])
  })

  test('C348 C349 next goes on by 15 minutes times the columns, and is closed where it would pass the latest', () => {
    fc.assert(
      fc.property(quarters, columns, (before, count) => {
        const latest = noon
        const current = latest - before * bucketMs
        const page = bucketPage(current, count, { earliest: noon - 1000 * bucketMs, latest })
        const wanted = current + 15 * 60_000 * count
        expect(page.next).toBe(wanted > latest ? null : wanted)
      }),
    )
  })

  test('the columns are quarters of an hour without a hole, the last one where it was asked', () => {
    const { starts } = bucketPage(noon, 4, { earliest: noon, latest: noon })
    expect(starts.map(iso)).toEqual([
      '2026-01-05T11:15:00.000Z',
      '2026-01-05T11:30:00.000Z',
      '2026-01-05T11:45:00.000Z',
      '2026-01-05T12:00:00.000Z',
    ])
  })
})

test('B9 a heart rate that is half or double the pulse is told, and no other', () => {
  const figures = (median: number) => ({ value: median, median, min: median, max: median })
  for (const pulse of [40, 61, 75, 110])
    for (const [share, told] of [
      [0.4, null],
      [0.45, 'half'],
      [0.5, 'half'],
      [0.55, 'half'],
      [0.6, null],
      [1, null],
      [1.5, null],
      [1.8, 'double'],
      [2, 'double'],
      [2.2, 'double'],
      [2.4, null],
    ] as const)
      expect([
        pulse,
        share,
        rateDoubt({ heartRate: figures(pulse * share), pulseRate: figures(pulse) }),
      ]).toEqual([pulse, share, told])
  expect(rateDoubt({ heartRate: figures(80), pulseRate: null })).toBeNull()
  expect(rateDoubt({ heartRate: null, pulseRate: figures(80) })).toBeNull()
})
