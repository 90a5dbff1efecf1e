import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  comparable,
  likenessOf,
  likest,
  swapDayAndMonth,
  type Likeness,
  type NamedPerson,
} from '../../src/domain/identity'
import { likenessTexts } from '../../src/texts/likeness'

const person = (firstName: string, lastName: string, birthDate = '1938-11-05'): NamedPerson => ({
  firstName,
  lastName,
  birthDate,
})
const alike = (one: NamedPerson, other: NamedPerson): Likeness | null =>
  likenessOf(comparable(one), comparable(other))

const name = fc.string({ unit: fc.constantFrom(...'abéŁ\u0627中'), minLength: 2, maxLength: 6 })
const birthDate = fc
  .record({
    year: fc.integer({ min: 1930, max: 1933 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
  })
  .map(({ year, month, day }) =>
    [String(year), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-'),
  )
const anybody = fc.record({ firstName: name, lastName: name, birthDate })

describe('who may be the same person', () => {
  test.each([
    ['Łukasz', 'Wójcik', 'LUKASZ', 'Wojcik', 'same'],
    ['Anna Maria', 'Ash', 'Anna', 'Maria Ash', 'same'],
    ['Mohammed', 'Khan', 'Khan', 'Mohammed', 'swapped'],
    ['', 'Suharto', 'Suharto', '', 'swapped'],
    ['Anna', 'Smith', 'Anna', 'Smyth', 'lastNameLetter'],
    ['Anna', 'Smith', 'Anna', 'Smiht', 'lastNameLetter'],
    ['Anna', 'Smith', 'Anna', 'Smit', 'lastNameLetter'],
    ['Anna', "O'Brien", 'Anna', 'O Brien', 'lastNameLetter'],
    ['Jon', 'Smith', 'Ron', 'Smith', 'firstNameLetter'],
    ['John', 'Smith', 'Jon', 'Smith', 'firstNameLetter'],
    ['अनिल', 'शर्मा', 'अनील', 'शर्मा', 'firstNameLetter'],
    ['Joan', 'Smith', 'Jörg', 'Smith', 'firstNameBegins'],
    ['Fiona', 'Mc. Allister', 'Francis', 'McAllister', 'firstNameBegins'],
    ['Anna', 'Smith', 'Mary', 'Smith', null],
    ['Anna', 'Smith', 'Anna', 'Smythe', null],
    ['Anna', 'Smith', 'Hanna', 'Smyth', null],
    ['', 'Ash', 'A', 'Ash', null],
    ['Abcd', 'Ash', 'Badc', 'Ash', null],
  ] as const)('T7 %s %s and %s %s: %s', (first, last, otherFirst, otherLast, names) => {
    const [one, other] = [person(first, last), person(otherFirst, otherLast)]
    expect(alike(one, other)).toEqual(names === null ? null : { names, birthDate: 'same' })
    const swapped = { ...other, birthDate: '1938-05-11' }
    expect(alike(one, swapped)).toEqual(names === null ? null : { names, birthDate: 'swapped' })
    expect(alike(one, { ...other, birthDate: '1938-11-06' })).toBeNull()
  })

  test('a day after the 12th is no month', () => {
    expect(swapDayAndMonth('1938-11-13')).toBe('1938-11-13')
    expect(swapDayAndMonth('1938-11-12')).toBe('1938-12-11')
  })

  test('it is the same from either side, and with itself', () => {
    fc.assert(
      fc.property(anybody, anybody, (one, other) => {
        expect(alike(one, other)).toEqual(alike(other, one))
        expect(alike(one, one)).toEqual({ names: 'same', birthDate: 'same' })
      }),
    )
  })

  test('one mistake of each kind is found, whoever it is', () => {
    const letter = fc.constantFrom(...'xyz')
    fc.assert(
      fc.property(anybody, letter, fc.nat(), (one, wrong, place) => {
        const letters = Array.from(one.lastName)
        const at = place % letters.length
        const turned = [...letters]
        turned.splice(at, 2, ...letters.slice(at, at + 2).toReversed())
        for (const lastName of [
          letters.with(at, wrong).join(''),
          letters.toSpliced(at, 0, wrong).join(''),
          letters.toSpliced(at, 1).join(''),
          turned.join(''),
        ])
          expect([lastName, alike(one, { ...one, lastName })]).toEqual([
            lastName,
            expect.objectContaining({ birthDate: 'same' }),
          ])
        expect(
          alike(one, { ...one, firstName: one.lastName, lastName: one.firstName }),
        ).not.toBeNull()
        expect(alike(one, { ...one, birthDate: swapDayAndMonth(one.birthDate) })?.names).toBe(
          'same',
        )
      }),
    )
  })

  test('a name that differs by more in both parts is nobody’s, and no day of another year is', () => {
    fc.assert(
      fc.property(anybody, anybody, (one, other) => {
        const far = { ...other, firstName: `x${other.firstName}x`, lastName: `y${other.lastName}y` }
        expect(alike(one, far)).toBeNull()
        expect(alike(one, { ...one, birthDate: `1920${one.birthDate.slice(4)}` })).toBeNull()
      }),
    )
  })

  test('the likest come first', () => {
    const of = (names: Likeness['names'], born: Likeness['birthDate']) => ({
      likeness: { names, birthDate: born },
    })
    const all = [
      of('same', 'same'),
      of('swapped', 'same'),
      of('firstNameBegins', 'same'),
      of('same', 'swapped'),
    ]
    expect(likest(all.toReversed())).toEqual(all)
  })

  test('T7 the words say what is alike and what differs', () => {
    expect(likenessTexts.said({ names: 'swapped', birthDate: 'same' })).toBe(
      'first and last name are swapped; the date of birth is the same',
    )
    expect(likenessTexts.said({ names: 'lastNameLetter', birthDate: 'swapped' })).toBe(
      'the first name is the same, one letter of the last name differs; day and month of the date of birth are swapped',
    )
  })
})
