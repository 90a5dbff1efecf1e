import { describe, expect, test } from 'vitest'
import { isFullNameOf } from '../../src/domain/identity'
import {
  acuityChange,
  acuityLevelOf,
  acuityReasonSchema,
  acuityScoreValueSchema,
  isAcuityRecent,
  parseAcuityScore,
} from '../../src/domain/patient/acuity'

describe('an acuity score', () => {
  test('C422 is a whole number 1 to 4', () => {
    for (const score of [1, 2, 3, 4]) expect(acuityScoreValueSchema.parse(score)).toBe(score)
    for (const wrong of [0, 5, 2.5, -1, Number.NaN, '3'])
      expect(acuityScoreValueSchema.safeParse(wrong).error?.issues[0]?.message, String(wrong)).toBe(
        'Must be between 1 and 4',
      )
  })

  test('C423 is typed as one digit', () => {
    expect(['1', ' 4 ', '', '5', '12', '1.0', 'x'].map(parseAcuityScore)).toEqual([
      1,
      4,
      null,
      null,
      null,
      null,
      null,
    ])
  })

  test('has a level: emergency, high, medium, low', () => {
    expect([1, 2, 3, 4].map(acuityLevelOf)).toEqual(['emergency', 'high', 'medium', 'low'])
  })

  test('C426 increases where the number falls', () => {
    expect([
      acuityChange(3, 1),
      acuityChange(1, 3),
      acuityChange(2, 2),
      acuityChange(null, 2),
    ]).toEqual(['increasing', 'decreasing', 'maintaining', null])
  })

  test('C064 C065 is told by its age up to seven days, and no longer', () => {
    const now = Date.parse('2026-03-09T12:00:00Z')
    expect(isAcuityRecent('2026-03-02T12:00:00.000Z', now)).toBe(true)
    expect(isAcuityRecent('2026-03-02T11:59:59.999Z', now)).toBe(false)
  })

  test('C424 needs no reason; one of spaces is none, one of a thousand characters is taken', () => {
    expect(
      [undefined, null, '', '  ', ' worse '].map((reason) => acuityReasonSchema.parse(reason)),
    ).toEqual([null, null, null, null, 'worse'])
    expect(acuityReasonSchema.safeParse('\u{1F600}'.repeat(1000)).success).toBe(true)
    expect(acuityReasonSchema.safeParse('x'.repeat(1001)).error?.issues[0]?.message).toBe(
      'Must be 1,000 characters or fewer',
    )
    expect(acuityReasonSchema.safeParse('a \u0000 byte').success).toBe(false)
  })
})

describe('the full name that somebody types to confirm', () => {
  const zoe = { firstName: 'Zoë', lastName: "O'Neill" }

  test('C425 must be the whole name, whatever the keyboard makes of capitals, spaces, accents and apostrophes', () => {
    for (const typed of ["Zoë O'Neill", ' zoë  o\u2019neill ', "Zoe\u0308 O'Neill"])
      expect(isFullNameOf(typed, zoe), typed).toBe(true)
    for (const typed of ['', 'Zoë', "O'Neill", "Zoe O'Neill", "Zac O'Neill", "O'Neill Zoë"])
      expect(isFullNameOf(typed, zoe), typed).toBe(false)
  })
})
