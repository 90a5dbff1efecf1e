import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newOrganizationSchema } from '../../src/domain/organization/new-organization'
import { uiTexts } from '../../src/texts/ui'
import { newPracticeSchema } from '../../src/domain/practice/practice'
import {
  ageOn,
  checkNationalIdentifier,
  foldName,
  formatFullName,
  formatNationalIdentifier,
  formatPatientName,
  formatStaffName,
  initials,
  isTakenName,
  isTestIdentifier,
  isUnseen,
  shownAge,
  showIdentity,
  similarKey,
} from '../../src/domain/identity'

const valid = ['943 476 5919', '944 930 5552', '999 000 0018', '999 000 0026', '999 654 3218']
const bare = (text: string): string => text.replaceAll(' ', '')

describe('a person of staff', () => {
  test.each([
    [
      'by their full name',
      { firstName: 'Nia', lastName: 'Okafor', email: 'n@x.example' },
      'Nia Okafor',
    ],
    ['by the part that they gave', { firstName: null, lastName: 'Okafor', email: null }, 'Okafor'],
    [
      'else by their e-mail',
      { firstName: null, lastName: ' ', email: 'n@x.example' },
      'n@x.example',
    ],
    ['and not at all where neither is told', { firstName: null, lastName: null }, ''],
    ['nor where there is nobody', null, ''],
  ])('is named %s', (_how, person, expected) => {
    expect(formatStaffName(person)).toBe(expected)
  })
})

describe('national identifiers', () => {
  test('the published fixtures pass, whatever separates their digits', () => {
    for (const text of valid) {
      for (const typed of [
        text,
        bare(text),
        text.replaceAll(' ', '-'),
        ` ${text} `,
        text.replaceAll(' ', '\u00a0'),
        text.replaceAll(' ', '–'),
      ]) {
        expect([typed, checkNationalIdentifier(typed)]).toEqual([
          typed,
          { ok: true, value: bare(text) },
        ])
      }
    }
  })

  test('O462 an identifier is 10 digits: letters, length and check digit are told apart, in that order', () => {
    const reasonOf = (text: string) => {
      const found = checkNationalIdentifier(text)
      return found.ok ? null : found.reason
    }
    expect(['QQ 12 34 56 C', '943 476 591O', '٩٤٣ ٤٧٦ ٥٩١٩'].map(reasonOf)).toEqual([
      'letters',
      'letters',
      'letters',
    ])
    expect(['', '943 476 591', '943 476 5919 0', '--'].map(reasonOf)).toEqual([
      'length',
      'length',
      'length',
      'length',
    ])
    expect(['999 123 4567', '999 000 0000', '943 476 5918'].map(reasonOf)).toEqual([
      'check-digit',
      'check-digit',
      'check-digit',
    ])
  })

  test('F11j what is typed where there is no number is no identifier, though its check digit is right', () => {
    const repeated = Array.from('0123456789', (digit) => digit.repeat(10))
    for (const text of [...repeated, '012 345 6789', '9876543210'])
      expect([text, checkNationalIdentifier(text)]).toEqual([
        text,
        { ok: false, reason: 'placeholder' },
      ])
    expect(checkNationalIdentifier('4444444449')).not.toEqual({ ok: false, reason: 'placeholder' })
  })

  test('F11j the test range is known, also while it is grouped', () => {
    expect(['999 000 0018', '9990000018', '999-000-0018'].map(isTestIdentifier)).toEqual([
      true,
      true,
      true,
    ])
    expect(['943 476 5919', '999 000 001', '', '499 900 0018'].map(isTestIdentifier)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  test('one changed digit or two swapped neighbours never pass', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...valid.map(bare)),
        fc.nat(9),
        fc.integer({ min: 1, max: 9 }),
        (value, at, by) => {
          const changed = [...value]
            .map((digit, index) => (index === at ? String((Number(digit) + by) % 10) : digit))
            .join('')
          expect(checkNationalIdentifier(changed)).toEqual({ ok: false, reason: 'check-digit' })
        },
      ),
    )
    for (const value of valid.map(bare)) {
      for (let at = 0; at < 9; at++) {
        const swapped =
          value.slice(0, at) + (value[at + 1] ?? '') + (value[at] ?? '') + value.slice(at + 2)
        if (swapped !== value)
          expect([swapped, checkNationalIdentifier(swapped).ok]).toEqual([swapped, false])
      }
    }
  })

  test('P373 O211 ten characters are shown 3-3-4, anything else as it is', () => {
    expect(formatNationalIdentifier('9434765919')).toBe('943 476 5919')
    expect(formatNationalIdentifier('943 476 5919')).toBe('943 476 5919')
    expect(formatNationalIdentifier('12345')).toBe('12345')
  })

  test('no text at all breaks the check', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const found = checkNationalIdentifier(text)
        if (found.ok) expect(found.value).toMatch(/^\d{10}$/)
      }),
    )
  })
})

describe('names', () => {
  test('a patient is named family name first, in capitals', () => {
    expect(formatPatientName({ firstName: 'John', lastName: 'Smith' })).toBe('SMITH, John')
    expect(formatPatientName({ firstName: 'Zoë', lastName: "o'brien-méndez" })).toBe(
      "O'BRIEN-MÉNDEZ, Zoë",
    )
    expect(formatPatientName({ firstName: ' ', lastName: 'Smith' })).toBe('SMITH')
  })

  test('initials are whole characters', () => {
    expect(initials({ firstName: 'émile', lastName: '𝒮mith' })).toBe('É𝒮')
    expect(initials({ firstName: '', lastName: 'Smith' })).toBe('S')
  })

  test('a missing part of a name leaves no gap', () => {
    expect(formatFullName({ firstName: null, lastName: 'Smith' })).toBe('Smith')
    expect(formatFullName({ firstName: 'John', lastName: 'Smith' })).toBe('John Smith')
    expect(formatFullName({ firstName: null, lastName: null })).toBe('')
  })

  test('a card shows no more of a person than was chosen', () => {
    const patient = {
      id: 'p1',
      firstName: 'John',
      lastName: 'Smith',
      nationalIdentifier: { type: 'NhsNumber', value: '9434765919' },
    } as const
    expect(showIdentity(patient, 'full')).toEqual({
      name: 'SMITH, John',
      identifier: '943 476 5919',
    })
    expect(showIdentity(patient, 'initials')).toEqual({ name: 'JS', identifier: null })
    expect(showIdentity(patient, 'id')).toEqual({ name: null, identifier: '943 476 5919' })
    expect(showIdentity({ ...patient, nationalIdentifier: null }, 'id')).toEqual({
      name: null,
      identifier: 'p1',
    })
    expect(showIdentity(patient, 'hidden')).toEqual({ name: null, identifier: null })
  })
})

describe('age', () => {
  const on = (birthDate: string, instant: string, zone = 'Europe/London') =>
    ageOn(birthDate, Date.parse(instant), zone)

  test('turns at midnight of the zone that is asked for', () => {
    expect(on('1950-06-15', '2026-06-14T22:59:59Z')).toMatchObject({ years: 75, months: 11 })
    expect(on('1950-06-15', '2026-06-14T23:00:00Z')).toMatchObject({ years: 76, months: 0 })
    expect(on('1950-06-15', '2026-06-15T03:59:59Z', 'America/New_York')).toMatchObject({
      years: 75,
      months: 11,
    })
    expect(on('1950-06-15', '2026-06-15T04:00:00Z', 'America/New_York')).toMatchObject({
      years: 76,
      months: 0,
    })
  })

  test.each([
    ['2026-11-27', '0d', '0 d'],
    ['2026-11-26', '1d', '1 d'],
    ['2026-10-31', '27d', '27 d'],
    ['2026-10-30', '4w', '4 wk'],
    ['2026-10-29', '4w 1d', '4 wk 1 d'],
    ['2025-11-28', '52w', '52 wk'],
    ['2025-11-27', '12m', '12 mo'],
    ['2024-11-28', '23m', '23 mo'],
    ['2024-11-27', '2y', '2 yr'],
    ['2024-10-27', '2y 1m', '2 yr 1 mo'],
    ['2008-11-28', '17y 11m', '17 yr 11 mo'],
    ['2008-11-27', '18y', '18 yr'],
    ['1950-01-01', '76y', '76 yr'],
  ])('F11n of somebody born on %s is %s beside their name on 27 Nov 2026', (born, gb, us) => {
    const age = on(born, '2026-11-27T12:00:00Z')
    expect([uiTexts('en-GB').patient.age(age), uiTexts('en-US').patient.age(age)]).toEqual([gb, us])
  })

  test('F11n days are counted by the calendar of the zone, also over a night of 25 hours', () => {
    expect(on('2026-10-24', '2026-10-25T23:30:00Z').days).toBe(1)
    expect(on('2026-10-24', '2026-10-26T00:30:00Z').days).toBe(2)
    expect(on('2026-10-24', '2026-10-26T00:30:00Z', 'America/New_York').days).toBe(1)
  })

  test('O048 is told on the look-up card in months under one year, and in years from the first birthday on', () => {
    expect(shownAge(on('2026-01-31', '2026-02-28T12:00:00Z'))).toEqual({ value: 0, unit: 'months' })
    expect(shownAge(on('2025-02-01', '2026-01-31T12:00:00Z'))).toEqual({
      value: 11,
      unit: 'months',
    })
    expect(shownAge(on('2025-02-01', '2026-02-01T12:00:00Z'))).toEqual({ value: 1, unit: 'years' })
  })

  test('of a child of 29 February turns on 1 March in other years', () => {
    expect(on('2024-02-29', '2025-02-28T12:00:00Z').years).toBe(0)
    expect(on('2024-02-29', '2025-03-01T12:00:00Z').years).toBe(1)
    expect(on('2024-02-29', '2028-02-29T12:00:00Z').years).toBe(4)
  })

  test('of a future birth date is 0, and what is not a date is refused', () => {
    expect(on('2030-01-01', '2026-01-01T12:00:00Z')).toEqual({ years: 0, months: 0, days: 0 })
    expect(() => on('2026-02-30', '2026-01-01T12:00:00Z')).toThrow(RangeError)
    expect(() => on('', '2026-01-01T12:00:00Z')).toThrow(RangeError)
  })
})

describe('names as they are compared', () => {
  test.each([
    ["O'Brien", 'O’Brien'],
    ["O'Brien", 'OʼBrien'],
    ["O'Brien", 'o`brien'],
    ['Al-Rashid', 'Al Rashid'],
    ['Al‑Rashid', 'al – rashid'],
    ['Müller', 'Mu\u0308ller'],
    ['Siobhán', 'Siobhan\u200b'],
  ])('%s and %s are the same', (one, other) => {
    expect(foldName(one)).toBe(foldName(other))
  })

  test('a double name in one, in two and with a hyphen is easily taken for the same', () => {
    for (const last of ['McAllister', 'Mc Allister', 'mc-allister', 'Mc. Allister'])
      expect(similarKey('Fiona', last)).toBe('mcallister f')
    expect(similarKey('Ólafur', 'Müller-Hartmann')).toBe(similarKey('Oskar', 'Muller Hartmann'))
    expect(similarKey('Anna', 'Smith')).not.toBe(similarKey('Anna', 'Smyth'))
  })

  test('what nobody sees is no name, and what is left out of a name leaves its letters', () => {
    for (const text of ['', ' ', '\u200b', '’', ' - ']) expect(isUnseen(text)).toBe(true)
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."aZé中Ω’'- \u200b") }), (text) => {
        expect(foldName(foldName(text))).toBe(foldName(text))
        expect(isUnseen(text)).toBe(!/[aZé中Ω]/u.test(text))
      }),
    )
  })

  test('a name is taken by another thing alone, however it is written', () => {
    const known = [
      { id: 'a', name: 'Frailty Ward' },
      { id: 'b', name: 'Ａ' },
    ]
    for (const name of [
      'Frailty Ward',
      ' frailty  ward',
      'Fráilty-Ward',
      'Frail\u2061ty \u3164 ward',
    ])
      expect([isTakenName(name, known, null), isTakenName(name, known, 'a')]).toEqual([true, false])
    for (const name of ['Frailty', 'Frailty Ward 2', '', '\u2800'])
      expect(isTakenName(name, [...known, { id: 'c', name: ' ' }], null)).toBe(false)
  })

  test('an organisation and a practice have a name that is seen', () => {
    const faults = (read: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
      read.error?.issues.map(({ path, message }) => [path.join('.'), message])
    for (const name of ['', '\u200b', '\u2800 \u3164']) {
      const made = { name, type: 'practice', edition: 'en-GB', features: [] }
      expect(faults(newOrganizationSchema.safeParse(made))).toEqual([
        ['name', 'The name is needed'],
      ])
      const practice = {
        organization: { name, address: { address: '1 High Street', postcode: 'LS1 1AA' } },
        user: { email: 'a@b.example', firstName: 'Ada', lastName: 'Ash' },
      }
      expect(faults(newPracticeSchema.safeParse(practice))).toEqual([
        ['organization.name', 'Practice name is required'],
      ])
    }
  })
})
