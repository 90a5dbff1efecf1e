import { describe, expect, test } from 'vitest'
import {
  aYearAfter,
  daysBetween,
  expectedDischargeError,
  expectedDischargeOf,
  judgeExpectedDischarge,
  todayAnywhere,
} from '../../src/domain/patient/expected-discharge'

describe('the expected discharge date', () => {
  test('C434 O310 is not before today', () => {
    expect(expectedDischargeError('2026-03-01', '2026-03-02')).toBe(
      'Expected discharge date cannot be in the past',
    )
    expect(expectedDischargeError('2026-03-02', '2026-03-02')).toBeNull()
  })

  test('C435 O311 is not more than a year ahead, leap days included', () => {
    expect(expectedDischargeError('2027-03-02', '2026-03-02')).toBeNull()
    expect(expectedDischargeError('2027-03-03', '2026-03-02')).toBe(
      'Expected discharge date cannot be more than 1 year in the future',
    )
    expect(aYearAfter('2024-02-29')).toBe('2025-03-01')
  })

  test('C060 is overdue from the day after, with the days overstayed', () => {
    expect(expectedDischargeOf('2026-03-01', '2026-03-02')).toEqual({ kind: 'overdue', days: 1 })
    expect(expectedDischargeOf('2026-02-27', '2026-03-02')).toEqual({ kind: 'overdue', days: 3 })
  })

  test('C061 is near when it is under three days away, today among them', () => {
    expect(expectedDischargeOf('2026-03-02', '2026-03-02')).toEqual({ kind: 'nearing', days: 0 })
    expect(expectedDischargeOf('2026-03-04', '2026-03-02')).toEqual({ kind: 'nearing', days: 2 })
  })

  test('C062 is normal otherwise; without a date there is nothing to say', () => {
    expect(expectedDischargeOf('2026-03-05', '2026-03-02')).toEqual({ kind: 'normal', days: 3 })
    expect(expectedDischargeOf(null, '2026-03-02')).toBeNull()
  })

  test('days are calendar days: the night the clocks change counts as one', () => {
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
    expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2)
  })

  test('a server that does not know the zone takes any day that is today somewhere', () => {
    expect(todayAnywhere(Date.parse('2026-03-02T11:00:00Z'))).toEqual({
      earliest: '2026-03-01',
      latest: '2026-03-03',
    })
  })
})

describe('a new date in the place of the present one', () => {
  const now = { expectedDischargeDate: '2026-03-20', revision: 7 }

  test('is set where the admission is as the author saw it', () => {
    expect(judgeExpectedDischarge('2026-03-25', { ...now }, now)).toBe('apply')
    expect(judgeExpectedDischarge(null, { ...now }, now)).toBe('apply')
    expect(judgeExpectedDischarge('2026-03-25', null, now)).toBe('apply')
  })

  test('is set where another revision still holds the date that was seen', () => {
    expect(
      judgeExpectedDischarge(
        '2026-03-25',
        { expectedDischargeDate: '2026-03-20', revision: 3 },
        now,
      ),
    ).toBe('apply')
  })

  test('is set after an own earlier command that was refused: nobody changed the admission', () => {
    expect(
      judgeExpectedDischarge(
        '2026-03-25',
        { expectedDischargeDate: '2026-03-30', revision: 7 },
        now,
      ),
    ).toBe('apply')
  })

  test('contradicts a date that somebody chose meanwhile', () => {
    expect(
      judgeExpectedDischarge(
        '2026-03-25',
        { expectedDischargeDate: '2026-03-10', revision: 3 },
        now,
      ),
    ).toBe('conflict')
    expect(judgeExpectedDischarge(null, { expectedDischargeDate: null, revision: 3 }, now)).toBe(
      'conflict',
    )
  })

  test('that is there already is no conflict, whoever wrote it', () => {
    expect(
      judgeExpectedDischarge(
        '2026-03-20',
        { expectedDischargeDate: '2026-03-10', revision: 3 },
        now,
      ),
    ).toBe('same')
  })
})
