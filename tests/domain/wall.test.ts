import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  fixedTiles,
  msToNightlyReload,
  notLiveSince,
  wallFits,
  wallGrid,
  wallPage,
  wallPages,
} from '../../src/domain/virtual-ward/wall'

test('a wall has as many tiles as are whole in its window, twelve at most, and never none', () => {
  expect(wallGrid(1920, 1080)).toEqual({ columns: 4, rows: 2 })
  expect(wallGrid(2560, 1440)).toEqual({ columns: 4, rows: 3 })
  expect(wallGrid(3840, 2160)).toEqual({ columns: 4, rows: 3 })
  expect(wallGrid(1440, 900)).toEqual({ columns: 3, rows: 2 })
  expect(wallGrid(1280, 720)).toEqual({ columns: 3, rows: 1 })
  expect(wallGrid(390, 844)).toEqual({ columns: 1, rows: 1 })
  expect(wallGrid(1, 1)).toEqual({ columns: 1, rows: 1 })
})

test('a wall that is too high has smaller words first, then a row less, down to one', () => {
  expect(wallFits(1920, 1080)).toEqual([
    { columns: 4, rows: 2, scale: 1 },
    { columns: 4, rows: 2, scale: 0.9 },
    { columns: 4, rows: 2, scale: 0.8 },
    { columns: 4, rows: 1, scale: 1 },
    { columns: 4, rows: 1, scale: 0.9 },
    { columns: 4, rows: 1, scale: 0.8 },
  ])
  expect(wallFits(1, 1)).toHaveLength(3)
})

test('every patient is on exactly one page, and endless turning never leaves the pages', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 500 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: -1000, max: 1000 }),
      (patients, columns, rows, wanted) => {
        const pages = wallPages(patients, columns * rows)
        expect(pages * columns * rows).toBeGreaterThanOrEqual(Math.max(1, patients))
        expect((pages - 1) * columns * rows).toBeLessThan(Math.max(1, patients))
        const page = wallPage(wanted, pages)
        expect(page).toBeGreaterThanOrEqual(0)
        expect(page).toBeLessThan(pages)
      },
    ),
  )
})

test('the worst stay while the others turn; a third of the tiles always turns', () => {
  const needs = (worst: number, of: number) => Array.from({ length: of }, (_, at) => at < worst)
  expect([0, 2, 4, 5, 6].map((worst) => fixedTiles(needs(worst, 6), 6))).toEqual([0, 2, 4, 4, 4])
  expect(fixedTiles([true, false, true], 12)).toBe(1)
  expect([1, 2, 3].map((slots) => fixedTiles(needs(3, 3), slots))).toEqual([0, 1, 2])
  expect(fixedTiles([], 6)).toBe(0)
})

test('a wall is live while it is told, or was answered within 15 s; offline it never is', () => {
  const now = 1_000_000
  const of = (isTold: boolean, offline: boolean, lastContactAt: number | null) =>
    notLiveSince({ isTold, offline, lastContactAt }, now)
  expect(of(true, false, now - 3_600_000)).toBeNull()
  expect(of(false, false, now - 14_999)).toBeNull()
  expect(of(false, false, now - 15_000)).toEqual({ at: now - 15_000 })
  expect(of(false, false, null)).toEqual({ at: null })
  expect(of(true, true, now)).toEqual({ at: now })
})

test('a wall begins anew once, between three and five, whatever the hour; never within the same minute again', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (hour, minute, chance) => {
        const ms = msToNightlyReload({ hour, minute }, chance)
        expect(ms).toBeGreaterThan(0)
        expect(ms).toBeLessThanOrEqual(24 * 3_600_000)
        const at = (hour * 60 + minute + ms / 60_000) % (24 * 60)
        expect(at).toBeGreaterThanOrEqual(3 * 60 - 1e-6)
        expect(at).toBeLessThan(5 * 60)
      },
    ),
  )
})
