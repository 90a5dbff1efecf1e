import { assert, constantFrom, date, integer, property, string, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkTelephone } from '../../src/domain/patient/telephone'
import {
  isDate,
  parseTypedDate,
  parseTypedTime,
  readTypedInstant,
  typedDate,
  typedInstant,
  typedTime,
} from '../../src/domain/time'

const edition = constantFrom('en-GB' as const, 'en-US' as const)
const zone = constantFrom('Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'UTC')
const instant = date({
  min: new Date('1990-01-01T00:00:00Z'),
  max: new Date('2049-12-31T23:59:00Z'),
  noInvalidDate: true,
}).map((at) => new Date(Math.floor(at.getTime() / 60_000) * 60_000).toISOString())
const day = instant.map((iso) => iso.slice(0, 10))

describe('a date as it is typed', () => {
  test('each day is read as it is shown, in both editions', () => {
    assert(
      property(day, edition, (one, of) => {
        expect(parseTypedDate(typedDate(one, of), of)).toBe(one)
      }),
    )
  })

  test('whatever is typed, the answer is a day of the calendar or none', () => {
    assert(
      property(string(), edition, (text, of) => {
        const found = parseTypedDate(text, of)
        expect(found === null || isDate(found)).toBe(true)
      }),
    )
  })

  test.each([
    ['1/2/2026', '2026-02-01', '2026-01-02'],
    ['01-02-2026', '2026-02-01', '2026-01-02'],
    [' 1. 2. 2026 ', '2026-02-01', '2026-01-02'],
    ['2026-02-01', '2026-02-01', '2026-02-01'],
    ['1 Feb 2026', '2026-02-01', '2026-02-01'],
    ['February 1, 2026', '2026-02-01', '2026-02-01'],
    ['29/02/2024', '2024-02-29', null],
    ['02/29/2024', null, '2024-02-29'],
  ])('%s is read day first in the UK and month first in the US', (text, uk, us) => {
    expect(parseTypedDate(text, 'en-GB')).toBe(uk)
    expect(parseTypedDate(text, 'en-US')).toBe(us)
  })

  test.each([
    '',
    '31/02/2026',
    '29/02/2025',
    '1/2/26',
    '1/2',
    '1/2/2026/3',
    '12022026',
    'Febtober 1 2026',
    '0/1/2026',
  ])('%s is no day in either edition', (text) => {
    expect(parseTypedDate(text, 'en-GB')).toBeNull()
    expect(parseTypedDate(text, 'en-US')).toBeNull()
  })
})

describe('a time as it is typed', () => {
  test('each minute is read as it is shown, in both editions', () => {
    assert(
      property(
        integer({ min: 0, max: 23 }),
        integer({ min: 0, max: 59 }),
        edition,
        (hour, minute, of) => {
          expect(parseTypedTime(typedTime({ hour, minute }, of))).toEqual({ hour, minute })
        },
      ),
    )
  })

  test.each([
    ['14:30', 14, 30],
    ['14.30', 14, 30],
    ['1430', 14, 30],
    ['2:30 pm', 14, 30],
    ['2:30 P.M.', 14, 30],
    ['2pm', 14, 0],
    ['12 am', 0, 0],
    ['12:05 PM', 12, 5],
  ])('%s', (text, hour, minute) => expect(parseTypedTime(text)).toEqual({ hour, minute }))

  test.each(['', '14', '24:00', '12:60', '13:00 pm', '0 am', '1:2', 'noon'])('%s is none', (text) =>
    expect(parseTypedTime(text)).toBeNull(),
  )
})

describe('a date and time in a zone', () => {
  test('each minute is read as the instant it was shown of, also those that come twice', () => {
    assert(
      property(instant, edition, zone, (iso, of, where) => {
        expect(readTypedInstant(typedInstant(iso, of, where), of, where)).toMatchObject({
          kind: 'instant',
          iso,
        })
      }),
      { numRuns: 500 },
    )
  })

  test('a time that the clocks skip is no instant; one that comes twice is asked for, never guessed', () => {
    const at = (date: string, time: string, chosen?: 0 | 1) =>
      readTypedInstant(
        { date, time, ...(chosen === undefined ? {} : { chosen }) },
        'en-GB',
        'Europe/London',
      )
    expect(at('29/03/2026', '01:30')).toEqual({ kind: 'skipped' })
    expect(at('25/10/2026', '01:30')).toEqual({
      kind: 'twice',
      instants: ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
    })
    expect(at('25/10/2026', '01:30', 0)).toMatchObject({ iso: '2026-10-25T00:30:00.000Z' })
    expect(at('25/10/2026', '01:30', 1)).toMatchObject({ iso: '2026-10-25T01:30:00.000Z' })
    expect(at('25/10/2026', '02:30')).toMatchObject({ iso: '2026-10-25T02:30:00.000Z' })
  })

  test('what is missing is told apart', () => {
    const none = (date: string, time: string) => readTypedInstant({ date, time }, 'en-GB').kind
    expect([none('', '12:00'), none('1/1/2026', ''), none('', '')]).toEqual([
      'not-a-date',
      'not-a-time',
      'not-a-date',
    ])
  })
})

describe('a telephone number as it is typed', () => {
  test.each([
    ['020 7946 0018', 'en-GB', '02079460018'],
    ['+44 (0)20 7946-0018', 'en-GB', '02079460018'],
    ['0044 20 7946 0018', 'en-GB', '02079460018'],
    ['(555) 010-1234', 'en-US', '5550101234'],
    ['+1 555 010 1234', 'en-US', '5550101234'],
    ['1-555-010-1234', 'en-US', '5550101234'],
  ] as const)('%s in %s is kept as digits, without the country code', (text, of, value) =>
    expect(checkTelephone(text, of)).toEqual({ ok: true, value }),
  )

  test.each([
    ['7946 0018', 'en-GB', 'leading-zero'],
    ['+33 1 23 45 67 89', 'en-GB', 'country-code'],
    ['+44 20 7946 0018', 'en-US', 'country-code'],
    ['0123', 'en-GB', 'length'],
    ['012345678901234567890', 'en-GB', 'length'],
    ['020 7946 0018 ext 2', 'en-GB', 'letters'],
  ] as const)('%s in %s is refused: %s', (text, of, reason) =>
    expect(checkTelephone(text, of)).toEqual({ ok: false, reason }),
  )

  test('what is taken is 5 to 20 digits, and is taken again as it is', () => {
    assert(
      property(string(), edition, (text, of) => {
        const found = checkTelephone(text, of)
        if (!found.ok) return
        expect(found.value).toMatch(/^\d{5,20}$/)
        expect(checkTelephone(found.value, of)).toEqual(found)
      }),
    )
    assert(
      property(tuple(integer({ min: 1000, max: 999_999_999 }), edition), ([digits, of]) => {
        const text = of === 'en-GB' ? `0${digits}` : `${digits}5`
        expect(checkTelephone(text, of)).toEqual({ ok: true, value: text })
      }),
    )
  })
})
