import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clampHours,
  clampMinutes,
  clampStart,
  eventPeriods,
  latestStart,
  metadataPollMs,
  nextStart,
  periodStretch,
  previousStart,
  readOf,
  shownStart,
  startForEvent,
  touches,
  usualPeriod,
  windowMs,
} from '../../src/domain/ecg/ecg-window'

const at = (time: string): number => Date.parse(`2026-01-05T${time}.000Z`)
const span = { earliest: at('10:00:00'), latest: at('12:00:00') }
const spans = fc
  .tuple(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 0, max: 1e9 }))
  .map(([earliest, length]) => ({ earliest, latest: earliest + length }))

describe('the window of an ECG', () => {
  test('C405 hours are 0 to 23, whatever is typed', () => {
    expect([-1, 0, 7.9, 23, 24, 99, Number.NaN].map(clampHours)).toEqual([0, 0, 7, 23, 23, 23, 0])
  })
  test('C406 minutes are 0 to 59, whatever is typed', () => {
    expect([-1, 0, 30.5, 59, 60, 1e9, Number.NaN].map(clampMinutes)).toEqual([
      0, 0, 30, 59, 59, 59, 0,
    ])
  })
  test('C407 a chosen start is clamped to the earliest and latest readings', () => {
    expect(clampStart(at('09:59:59'), span)).toBe(at('10:00:00'))
    expect(clampStart(at('11:30:00'), span)).toBe(at('11:30:00'))
    expect(clampStart(at('13:00:00'), span)).toBe(at('12:00:00'))
    fc.assert(
      fc.property(fc.integer(), spans, (start, any) => {
        const clamped = clampStart(start, any)
        return clamped >= any.earliest && clamped <= any.latest
      }),
    )
  })
  test('C350 the latest window ends with the latest reading and is 90 s, or begins with the first', () => {
    expect(latestStart(span)).toBe(at('11:58:30'))
    expect(latestStart({ earliest: at('11:59:30'), latest: at('12:00:00') })).toBe(at('11:59:30'))
  })
  test('C351 the shown window begins at the first reading where none precedes it, at its own start where the line goes on', () => {
    expect(shownStart(at('11:58:30'), at('11:58:42'))).toBe(at('11:58:42'))
    expect(shownStart(at('11:58:30'), at('11:58:20'))).toBe(at('11:58:30'))
    expect(shownStart(at('11:58:30'), null)).toBe(at('11:58:30'))
  })
  test('C495 the read starts 10 s before the window and ends with it', () => {
    expect(readOf(at('11:00:00'))).toEqual({ from: at('10:59:50'), to: at('11:01:30') })
    expect(metadataPollMs).toBe(30_000)
  })
  test('steps of 90 s reach from one end to the other and no further', () => {
    expect(previousStart(at('10:00:00'), span)).toBeNull()
    expect(previousStart(at('10:01:00'), span)).toBe(at('10:00:00'))
    expect(nextStart(at('11:58:30'), span)).toBeNull()
    expect(nextStart(at('11:50:00'), span)).toBe(at('11:51:30'))
    fc.assert(
      fc.property(spans, fc.integer({ min: 0, max: 1e9 }), (any, offset) => {
        const start = clampStart(any.earliest + offset, any)
        const [before, after] = [previousStart(start, any), nextStart(start, any)]
        return (
          (before === null || (before >= any.earliest && before < start)) &&
          (after === null || (after > start && after < any.latest))
        )
      }),
    )
  })
  test('an event is in the window when any of it is, and its own window shows it with 10 s before', () => {
    const start = at('11:00:00')
    expect(touches(start, { from: start - 2000, to: start + 1 })).toBe(true)
    expect(touches(start, { from: start - 2000, to: start })).toBe(false)
    expect(touches(start, { from: start, to: start })).toBe(true)
    expect(touches(start, { from: start + windowMs, to: start + windowMs + 500 })).toBe(false)
    fc.assert(
      fc.property(spans, fc.nat(), fc.integer({ min: 0, max: 5000 }), (any, offset, length) => {
        const from = clampStart(any.earliest + offset, any)
        return touches(startForEvent({ from, to: from + length }, any), { from, to: from + length })
      }),
    )
  })
  test('C606 periods are 1, 4, 12, 24 and 48 hours and 7 days, a day by default, and end with the latest reading', () => {
    expect(eventPeriods).toEqual([1, 4, 12, 24, 48, 7 * 24])
    expect(usualPeriod).toBe(24)
    expect(periodStretch(4, span)).toEqual({ from: at('08:00:00'), to: at('12:00:00') })
  })
})
