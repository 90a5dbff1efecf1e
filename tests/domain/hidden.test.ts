import { describe, expect, test } from 'vitest'
import { profileSchema } from '../../src/domain/user/profile'
import { patientName } from '../../src/domain/patient/patient-name'
import { wardName } from '../../src/domain/ward/ward'
import { checkRows } from '../../src/domain/patient-sheet/check-rows'
import { hiddenFault } from '../../src/domain/text/hidden'

const turning = [...'\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069']
const words =
  'Contains a hidden character that changes the direction of text: clear the field, and enter it again'
const messages = (schema: typeof patientName, text: string): readonly string[] =>
  schema.safeParse(text).error?.issues.map(({ message }) => message) ?? []

describe('what nobody sees of a name', () => {
  test.each(turning)('T6 F11l a control character of direction is refused: %j', (one) => {
    for (const text of [`${one}einnA`, `An${one}nie`, `${one}أحمد`, `A ${one} B`]) {
      expect([text, hiddenFault(text)]).toEqual([text, 'direction'])
      expect(messages(patientName, text)).toEqual([words])
      expect(messages(wardName, text)).toEqual([words])
      expect(
        profileSchema.safeParse({ firstName: text, lastName: null, jobRole: null }).success,
      ).toBe(false)
    }
    expect(messages(patientName, one)).toContain('Required')
  })

  test.each([
    ['Persian', 'علی\u200cرضا'],
    ['Devanagari', 'क्\u200dष'],
    ['Devanagari, apart', 'क्\u200cष'],
    ['Sinhala', 'ශ්\u200dරී'],
    ['Malayalam', 'ന\u0d4d\u200dന'],
    ['Bengali', 'র\u200d্যা'],
  ])('a joiner between letters that use it is part of the name: %s', (_script, text) => {
    expect(hiddenFault(text)).toBeNull()
    expect(messages(patientName, text)).toEqual([])
  })

  test.each([
    'An\u200dnie',
    'An\u200cnie',
    '\u200dअनिल',
    'अनिल\u200c',
    'अनिल \u200dशर्मा',
    'अ\u200d\u200dनिल',
    'А\u200dнна',
    '中\u200c文',
  ])('T6 F11l a joiner beside anything else is refused: %j', (text) => {
    expect(hiddenFault(text)).toBe('joiner')
  })

  test('names as people write them have nothing hidden', () => {
    for (const name of ['Siobhán O’Brien-Smith', 'שָׁלוֹם', 'مُحَمَّد', '中文', 'Łukasz', 'J. R.'])
      expect([name, hiddenFault(name)]).toEqual([name, null])
  })

  test('T6 F11l a cell of a sheet says so', () => {
    const cells = {
      firstName: '\u202eeinnA',
      lastName: 'Sm\u200dith',
      gender: 'female',
      nhsNumber: '',
      birthDate: '05/11/1938',
      address: '',
      postcode: '',
      preExistingConditions: '',
    }
    const [checked] = checkRows([{ row: 2, cells, flaws: {}, doubts: [] }], {
      scheme: null,
      today: '2026-11-24',
    })
    expect(checked?.faults).toEqual({
      firstName: { code: 'direction' },
      lastName: { code: 'joiner' },
    })
    expect(checked?.patient).toBeNull()
  })
})
