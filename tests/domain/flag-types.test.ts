import { expect, test } from 'vitest'
import { flagFault } from '../../src/domain/patient/flag-types'

const now = Date.parse('2026-03-02T12:00:00.000Z')
const only = 'For female patients aged 10 to 60 only: with it NEWS2 gives no total'

test('Pregnant is for female patients from the 10th birthday to the day before the 61st; other flags are for all', () => {
  const of = (gender: 'male' | 'female' | null, birthDate: string, type = 'Pregnant') =>
    flagFault(type, { gender, birthDate }, now)
  expect(of('male', '1990-05-01')).toBe(only)
  expect(of('male', '1935-05-01', 'OnOxygen')).toBeNull()
  // Of somebody who is registered elsewhere the sex is not known.
  expect([of(null, '1990-05-01'), of(null, '1935-05-01')]).toEqual([null, only])
  expect(
    ['2016-03-03', '2016-03-02', '1965-03-03', '1965-03-02'].map((born) => of('female', born)),
  ).toEqual([only, null, null, only])
})
