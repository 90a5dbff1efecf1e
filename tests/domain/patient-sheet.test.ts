import { describe, expect, test } from 'vitest'
import { checkRows, rowChecker, type CellFault } from '../../src/domain/patient-sheet/check-rows'
import {
  columnLetters,
  columnOfHeading,
  isPatientSheet,
  rowLimit,
  sheetColumns,
  type SheetColumn,
} from '../../src/domain/patient-sheet/columns'
import {
  cellName,
  readGrid,
  type RawCell,
  type RawSheet,
  type SheetRow,
} from '../../src/domain/patient-sheet/read-grid'
import {
  momentOfIso,
  momentOfSerial,
  readSheetDate,
  sheetDate,
} from '../../src/domain/patient-sheet/sheet-date'
import {
  isAdded,
  isFinished,
  statusOfRefusal,
  stopsUpload,
  uploadStatuses,
} from '../../src/domain/patient-sheet/status'
import { problem } from '../../src/domain/problem'

const today = '2026-11-24'
const right: Record<SheetColumn, string> = {
  firstName: 'Ada',
  lastName: 'Ash',
  gender: 'female',
  nhsNumber: '943 476 5919',
  birthDate: '05/11/1938',
  address: '1 Sea Road',
  postcode: 'BN1 1AA',
  preExistingConditions: 'COPD, Asthma',
}
const rowOf = (row: number, cells: Partial<SheetRow['cells']> = {}): SheetRow => ({
  row,
  cells: { ...right, ...cells },
  flaws: {},
  doubts: [],
})
const check = (cells: Partial<SheetRow['cells']>, scheme: 'NhsNumber' | null = 'NhsNumber') => {
  const [checked] = checkRows([rowOf(2, cells)], { scheme, today })
  if (checked === undefined) throw new Error('No row')
  return checked
}
const faultOf = (column: SheetColumn, text: string): CellFault | undefined =>
  check({ [column]: text }).faults[column]

describe('headings', () => {
  test.each([
    ['First Name', 'firstName'],
    ['first name', 'firstName'],
    ['LAST  NAME', 'lastName'],
    ['Sex', 'gender'],
    ['Gender', 'gender'],
    ['sex or gender', 'gender'],
    ['NHS Number', 'nhsNumber'],
    ['nhs-number', 'nhsNumber'],
    ['Birth Date', 'birthDate'],
    ['Address', 'address'],
    ['postcode', 'postcode'],
    ['ZIP Code', 'postcode'],
    ['Zip', 'postcode'],
    ['Pre Existing Conditions', 'preExistingConditions'],
    ['Pre-existing conditions', 'preExistingConditions'],
    ['Telephone', null],
    ['', null],
  ] as const)('O230 %s', (heading, column) => {
    expect(columnOfHeading(heading)).toBe(column)
  })

  test.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
  ])('column %i is %s', (index, letters) => {
    expect(columnLetters(index)).toBe(letters)
  })
})

describe('birth dates', () => {
  test.each([
    ['05/11/1938', '1938-11-05'],
    ['5/1/1938', '1938-01-05'],
    ['29/02/1952', '1952-02-29'],
    [' 05 / 11 / 1938 ', '1938-11-05'],
    ['05.11.1938', '1938-11-05'],
    ['05-11-1938', '1938-11-05'],
  ])('O231 %s is %s', (text, day) => {
    expect(readSheetDate(text)).toEqual({ ok: true, day })
  })

  test.each([
    ['31/02/1950', 'no-day'],
    ['29/02/1951', 'no-day'],
    ['00/01/1950', 'no-day'],
    ['12/13/1950', 'no-day'],
    ['05/11/38', 'form'],
    ['1938-11-05', 'form'],
    ['5 Nov 1938', 'form'],
    ['14189', 'form'],
    ['1950', 'year'],
    ['1066', 'form'],
    ['', 'form'],
  ] as const)('O231 %s is refused: %s', (text, reason) => {
    expect(readSheetDate(text)).toEqual({ ok: false, reason })
  })

  test.each([
    [1, false, '1900-01-01'],
    [59, false, '1900-02-28'],
    [60, false, null],
    [61, false, '1900-03-01'],
    [14_189, false, '1938-11-05'],
    [14_189.75, false, '1938-11-05'],
    [2_958_465, false, '9999-12-31'],
    [2_958_466, false, null],
    [0, false, null],
    [-1, false, null],
    [Number.NaN, false, null],
    [0, true, '1904-01-01'],
    [12_727, true, '1938-11-05'],
  ] as const)('O232 serial %d (1904: %s) is %s', (serial, is1904, day) => {
    expect(momentOfSerial(serial, is1904)?.day ?? null).toBe(day)
  })

  test.each([
    [18_263.999_999_999_996, '1950-01-01', false],
    [18_264.000_000_000_004, '1950-01-01', false],
    [18_446.958_333_333_33, '1950-07-02', true],
    [18_446.999_994, '1950-07-02', true],
  ] as const)('O232 serial %d is %s, with a time of day: %s', (serial, day, hasTime) => {
    expect(momentOfSerial(serial, false)).toEqual({ day, hasTime })
  })

  test.each([
    ['1950-07-04', '1950-07-04', false],
    ['1950-07-04T00:00:00', '1950-07-04', false],
    ['1970-01-04T00:00:00Z', '1970-01-04', false],
    ['1950-07-04T00:00:00.000+01:00', '1950-07-04', false],
    ['1950-07-03T23:00:00Z', '1950-07-03', true],
  ] as const)('the ISO date %s is %s, with a time of day: %s', (iso, day, hasTime) => {
    expect(momentOfIso(iso)).toEqual({ day, hasTime })
  })

  test.each(['10:10:10', '1950-02-30T00:00:00', 'P3D', ''])('%j has no day', (iso) => {
    expect(momentOfIso(iso)).toBeNull()
  })

  test('a day is written as the sheet has it', () => {
    expect(sheetDate('1938-11-05')).toBe('05/11/1938')
  })
})

const text = (value: string): RawCell => (value === '' ? null : { kind: 'text', text: value })
const head = ['First Name', 'Last Name', 'Sex', 'Birth Date'].map(text)
const numeral = (value: number, digits = 0): RawCell => ({ kind: 'number', value, digits })
/** Rows as a workbook holds them, from row 1 on. */
const rowsOf = (rows: readonly (readonly RawCell[])[]): RawSheet['rows'] =>
  rows.map((cells, at) => ({ row: at + 1, isHidden: false, cells }))
const grid = (rows: readonly (readonly RawCell[])[], is1904 = false) =>
  readGrid({ rows: rowsOf(rows), flaws: new Map(), is1904, isHidden: false })
const readRows = (rows: readonly (readonly RawCell[])[]) => {
  const answer = grid(rows)
  if (answer.kind !== 'read') throw new Error(JSON.stringify(answer))
  return answer.sheet.rows
}
const refusal = (rows: readonly (readonly RawCell[])[]) => {
  const answer = grid(rows)
  return answer.kind === 'refused' ? answer.fault : null
}
const ada = ['Ada', 'Ash', 'female', '05/11/1938'].map(text)

describe('a sheet', () => {
  test('O230 O232 its columns are found by their headings, wherever they stand, and dates become DD/MM/YYYY', () => {
    const answer = grid([
      [],
      [
        text('Ward'),
        text('birth date'),
        text('GENDER'),
        text('Last Name'),
        null,
        text('First Name'),
        text('NHS Number'),
      ],
      [],
      [
        text('x'),
        numeral(14_189),
        text('Female '),
        text('Ash'),
        null,
        text('Ada'),
        numeral(9434765919),
      ],
      [text('only beside')],
      [null, { kind: 'date', serial: 14_189 }, text('male'), text('Oak'), null, text('Bo')],
    ])
    if (answer.kind !== 'read') throw new Error(JSON.stringify(answer))
    const { sheet } = answer
    expect(sheet.rows.map(({ row }) => row)).toEqual([4, 6])
    expect(sheet.rows[0]?.cells).toMatchObject({
      firstName: 'Ada',
      gender: 'Female',
      nhsNumber: '9434765919',
      birthDate: '05/11/1938',
      address: '',
    })
    expect(sheet.rows[1]?.cells.birthDate).toBe('05/11/1938')
    expect(sheet.ignored).toEqual(['Ward'])
    expect(cellName(sheet, 'birthDate', 4)).toBe('B4')
    expect(cellName(sheet, 'address', 4)).toBe('Address 4')
  })

  test.each([
    [{ kind: 'number', value: 1950, digits: 0 }, false, '1950'],
    [{ kind: 'number', value: 1950, digits: 0 }, true, '1950'],
    [{ kind: 'date', serial: 1950 }, false, '1950'],
    [{ kind: 'number', value: 1799, digits: 0 }, false, '03/12/1904'],
    [{ kind: 'number', value: 2101, digits: 0 }, false, '01/10/1905'],
  ] as const)(
    'O231 O232 %j (1904: %s) is read as %s: a year is no serial number',
    (cell, is1904, born) => {
      expect(grid([head, [...ada.slice(0, 3), cell]], is1904)).toMatchObject({
        sheet: { rows: [{ cells: { birthDate: born } }] },
      })
    },
  )

  test('O232 a workbook that counts from 1904', () => {
    const answer = grid([head, [...ada.slice(0, 3), numeral(12_727)]], true)
    expect(answer).toMatchObject({ sheet: { rows: [{ cells: { birthDate: '05/11/1938' } }] } })
  })

  test('formulas and their errors are flaws of their cells', () => {
    const answer = readGrid({
      rows: rowsOf([head, ada, [text('Bo'), null, null, null]]),
      flaws: new Map([
        ['A2', 'formula'],
        ['D3', 'error'],
        ['Z2', 'formula'],
      ]),
      is1904: false,
      isHidden: false,
    })
    expect(answer).toMatchObject({
      sheet: {
        rows: [
          { row: 2, flaws: { firstName: 'formula' } },
          { row: 3, flaws: { birthDate: 'error' } },
        ],
      },
    })
  })

  test('what spreadsheets made of a text, and what cannot stand in a column, is a flaw', () => {
    const date: RawCell = { kind: 'date', serial: 46_143 }
    const wide = [...head, text('ZIP'), text('NHS Number'), text('Address')]
    expect(
      readRows([
        wide,
        [date, { kind: 'iso', text: '2026-03-01T00:00:00' }, text('male'), ada[3] ?? null],
        [numeral(3), { kind: 'truth', value: true }, numeral(1), ada[3] ?? null],
        [...ada, numeral(2138), date, date],
        [...ada, numeral(2138, 5), numeral(9434765919), numeral(12)],
        [...ada, numeral(97_201), { kind: 'truth', value: false }],
        [...ada.slice(0, 3), { kind: 'iso', text: '1950-07-03T23:00:00Z' }],
        [...ada.slice(0, 3), { kind: 'date', serial: 18_446.958 }],
        [...ada.slice(0, 3), numeral(18_446.5)],
        [...ada.slice(0, 3), { kind: 'iso', text: '1950-07-04T00:00:00' }],
      ]).map(({ cells, flaws }) => [flaws, cells.lastName, cells.postcode, cells.birthDate]),
    ).toEqual([
      [{ firstName: 'date', lastName: 'date' }, '01/03/2026', '', '05/11/1938'],
      [{ firstName: 'number', lastName: 'truth', gender: 'number' }, 'TRUE', '', '05/11/1938'],
      [{ postcode: 'zeros', nhsNumber: 'date', address: 'date' }, 'Ash', '2138', '05/11/1938'],
      [{}, 'Ash', '02138', '05/11/1938'],
      [{ nhsNumber: 'truth' }, 'Ash', '97201', '05/11/1938'],
      [{ birthDate: 'time' }, 'Ash', '', '03/07/1950'],
      [{ birthDate: 'time' }, 'Ash', '', '02/07/1950'],
      [{ birthDate: 'time' }, 'Ash', '', '02/07/1950'],
      [{}, 'Ash', '', '04/07/1950'],
    ])
  })

  test('hidden rows are told of', () => {
    const answer = readGrid({
      rows: rowsOf([head, ada, ada]).map((one) => ({ ...one, isHidden: one.row === 3 })),
      flaws: new Map(),
      is1904: false,
      isHidden: true,
    })
    expect(answer).toMatchObject({
      sheet: { isHidden: true, rows: [{ doubts: [] }, { doubts: ['hidden'] }] },
    })
  })

  /** 12 February 1950, typed as 02/12/1950 or as 12/02/1950 in the other country. */
  const made: RawCell = { kind: 'date', serial: 18_306 }
  const late: RawCell = { kind: 'date', serial: 18_320 }
  test.each([
    ['days over 12 as text, the others as dates', ['25/03/1950', made], [[], ['swapped']]],
    ['a text with a day up to 12', ['25/03/1950', '05/03/1950', made], [[], [], []]],
    ['a date with a day over 12', ['25/03/1950', made, late], [[], [], []]],
    ['dates alone', [made, made], [[], []]],
    ['texts alone', ['25/03/1950'], [[]]],
    ['a text that is no date', ['soon', made], [[], []]],
  ] as const)('a column may have day and month swapped: %s', (_what, born, doubts) => {
    const rows = born.map((one) => [...ada.slice(0, 3), typeof one === 'string' ? text(one) : one])
    expect(readRows([head, ...rows]).map((row) => row.doubts)).toEqual(doubts)
  })

  test.each([
    ['no cell at all', [[], [null]]],
    ['headings alone', [head, [null, text('  ')]]],
  ] as const)('O334 %s is empty', (_what, rows) => {
    expect(refusal(rows)).toEqual({ code: 'empty' })
  })

  test.each([
    ['Patients', true],
    [' PATIENTS', true],
    ['Sheet1', false],
    ['Patients 2', false],
  ])('O230 the sheet is named Patients: %s', (name, is) => {
    expect(isPatientSheet(name)).toBe(is)
  })

  test('needed columns that are missing, and columns that stand twice, are named', () => {
    expect(refusal([['First Name', 'Sex'].map(text), ada])).toEqual({
      code: 'columns-missing',
      headings: ['Last Name', 'Birth Date'],
    })
    expect(refusal([[...head, text('Gender')], ada])).toEqual({
      code: 'column-twice',
      headings: ['Sex'],
    })
  })

  test('2,000 rows are read, one more is refused with the number of rows', () => {
    const rows = Array.from({ length: rowLimit }, () => ada)
    expect(refusal([head, ...rows])).toBeNull()
    expect(refusal([head, ...rows, ada])).toEqual({ code: 'too-many-rows', count: 2_001 })
  })
})

describe('cells', () => {
  test('O230 O233 O337 a row without a fault is what createPatient takes', () => {
    expect(
      check({
        firstName: ' Ada  Mary ',
        gender: ' FEMALE',
        preExistingConditions: 'COPD,, Type 2  diabetes ,',
      }),
    ).toEqual({
      row: 2,
      faults: {},
      dropsAddress: false,
      resembles: null,
      patient: {
        type: 'elderly',
        firstName: 'Ada Mary',
        lastName: 'Ash',
        gender: 'female',
        birthDate: '1938-11-05T00:00:00.000Z',
        address: { address: '1 Sea Road', postcode: 'BN1 1AA' },
        telephone: null,
        preExistingConditions: ['COPD', 'Type 2 diabetes'],
        nationalIdentifierValue: '9434765919',
      },
    })
  })

  test.each([
    ['firstName', '', 'required'],
    ['firstName', 'x'.repeat(101), 'too-long'],
    ['lastName', ' ', 'required'],
    ['lastName', 'x'.repeat(101), 'too-long'],
    ['gender', '', 'required'],
    ['gender', 'F', 'gender'],
    ['gender', 'other', 'gender'],
    ['nhsNumber', 'ABC 476 5919', 'letters'],
    ['nhsNumber', '943 476 591', 'length'],
    ['nhsNumber', '943 476 5918', 'check-digit'],
    ['nhsNumber', '000 000 0000', 'placeholder'],
    ['birthDate', '', 'required'],
    ['birthDate', '31/02/1950', 'no-day'],
    ['birthDate', '1 May 1950', 'date-form'],
    ['birthDate', '1950', 'date-year'],
    ['birthDate', '25/11/2026', 'future'],
    ['birthDate', '24/11/1895', 'too-old'],
    ['address', 'x'.repeat(501), 'too-long'],
    ['postcode', 'x'.repeat(21), 'too-long'],
    ['preExistingConditions', 'a,'.repeat(51), 'too-many'],
    ['preExistingConditions', 'x'.repeat(501), 'too-long'],
    ['firstName', 'Ada\0', 'unstorable'],
  ] as const)('%s %j is %s', (column, value, code) => {
    expect(faultOf(column, value)?.code).toBe(code)
    expect(check({ [column]: value }).patient).toBeNull()
  })

  test.each([
    ['firstName', 'x'.repeat(100)],
    ['gender', 'Male'],
    ['nhsNumber', ''],
    ['birthDate', '24/11/2026'],
    ['birthDate', '25/11/1895'],
    ['address', 'x'.repeat(500)],
    ['postcode', 'x'.repeat(20)],
    ['preExistingConditions', 'a,'.repeat(50)],
    ['preExistingConditions', ''],
  ] as const)('%s %j is right', (column, value) => {
    expect(check({ [column]: value }).faults).toEqual({})
  })

  test('an organisation without a scheme takes no number', () => {
    expect(check({}, null).faults).toEqual({ nhsNumber: { code: 'no-scheme' } })
    expect(check({ nhsNumber: ' ' }, null).patient?.nationalIdentifierValue).toBeNull()
  })

  test.each([
    ['', 'BN1 1AA', true],
    ['1 Sea Road', '', true],
    ['', '', false],
  ])('O337 address %j with postcode %j is not kept', (address, postcode, drops) => {
    const checked = check({ address, postcode })
    expect(checked.patient?.address).toBeNull()
    expect([checked.dropsAddress, checked.faults]).toEqual([drops, {}])
  })

  test('nobody stands in a sheet twice: the second is named, with the first', () => {
    const rows = [
      rowOf(2),
      rowOf(3, { firstName: 'Bo' }),
      rowOf(4, { nhsNumber: '', firstName: 'ADÁ', lastName: ' ash ' }),
      rowOf(5, { nhsNumber: '', birthDate: '06/11/1938' }),
      rowOf(6, { nhsNumber: '', firstName: 'Bo', lastName: 'Oak' }),
    ]
    expect(checkRows(rows, { scheme: 'NhsNumber', today }).map(({ faults }) => faults)).toEqual([
      {},
      { nhsNumber: { code: 'number-twice', of: 2 } },
      { firstName: { code: 'patient-twice', of: 2 } },
      {},
      {},
    ])
  })

  test('F11a two with the same names and birth date and different numbers are two people, who are asked about', () => {
    const rows = [
      rowOf(2),
      rowOf(3, { nhsNumber: '943 476 5870' }),
      rowOf(4, { nhsNumber: '' }),
      rowOf(5, { nhsNumber: '943 476 5871' }),
    ]
    const checked = checkRows(rows, { scheme: 'NhsNumber', today })
    const same = { row: 2, likeness: { names: 'same', birthDate: 'same' } }
    expect(checked.map(({ faults, resembles }) => [faults, resembles])).toEqual([
      [{}, null],
      [{}, same],
      [{ firstName: { code: 'patient-twice', of: 2 } }, same],
      // A number that is none tells nobody apart.
      [{ nhsNumber: { code: 'check-digit' }, firstName: { code: 'patient-twice', of: 2 } }, same],
    ])
    expect(checked[1]?.patient?.nationalIdentifierValue).toBe('9434765870')
  })

  test('after a correction the corrected row alone is read again, and doubles are found anew', () => {
    let reads = 0
    const counted = (row: SheetRow): SheetRow => ({
      ...row,
      cells: new Proxy(row.cells, {
        get: (cells, column: SheetColumn) => {
          if (column === 'firstName') reads += 1
          return cells[column]
        },
      }),
    })
    const checker = rowChecker({ scheme: 'NhsNumber', today })
    const rows = [rowOf(2), rowOf(3, { nhsNumber: '', firstName: 'Mary' }), rowOf(4)].map(counted)
    expect(checker.check(rows)[2]?.faults).toMatchObject({ nhsNumber: { of: 2 } })
    const once = reads
    expect(checker.check(rows)).toHaveLength(3)
    expect(reads).toBe(once)
    const corrected = counted(rowOf(2, { nhsNumber: '', firstName: 'Mary' }))
    const again = checker.check([corrected, ...rows.slice(1)])
    expect(reads).toBe(once + once / 3)
    expect(again.map(({ faults }) => faults)).toEqual([
      {},
      { firstName: { code: 'patient-twice', of: 2 } },
      {},
    ])
  })

  test('T7 who may be the same person is told with the row above that is most alike, and is no fault', () => {
    const rows = [
      rowOf(2, { nhsNumber: '' }),
      rowOf(3, { nhsNumber: '', firstName: 'Álice', lastName: ' ÁSH' }),
      rowOf(4, { nhsNumber: '', firstName: 'Mary' }),
      rowOf(5, { nhsNumber: '', firstName: 'Alan', birthDate: '06/11/1938' }),
      rowOf(6, { nhsNumber: '', firstName: 'Al', lastName: '' }),
      rowOf(7, { nhsNumber: '', firstName: 'A' }),
      rowOf(8, { nhsNumber: '', firstName: 'Ash', lastName: 'Alice' }),
      rowOf(9, { nhsNumber: '', firstName: 'Alan', birthDate: '11/06/1938' }),
      rowOf(10, { nhsNumber: '', firstName: 'Al' }),
      rowOf(11, { nhsNumber: '', firstName: 'Ali', birthDate: '11/05/1938' }),
    ]
    const checked = checkRows(rows, { scheme: 'NhsNumber', today })
    const like = (row: number, names: string, birthDate = 'same') => ({
      row,
      likeness: { names, birthDate },
    })
    expect(checked.map(({ resembles }) => resembles)).toEqual([
      null,
      like(2, 'firstNameBegins'),
      null,
      null,
      null,
      like(2, 'firstNameBegins'),
      like(3, 'swapped'),
      like(5, 'same', 'swapped'),
      like(7, 'firstNameLetter'),
      like(10, 'firstNameLetter', 'swapped'),
    ])
    expect(checked[1]?.patient?.firstName).toBe('Álice')
  })

  test('a formula is a fault whatever it shows', () => {
    const row = { ...rowOf(2), flaws: { firstName: 'formula', birthDate: 'error' } as const }
    expect(checkRows([row], { scheme: null, today })[0]?.faults).toMatchObject({
      firstName: { code: 'formula' },
      birthDate: { code: 'error' },
    })
  })

  test('every column of the sheet is checked', () => {
    const row = {
      ...rowOf(2),
      flaws: Object.fromEntries(sheetColumns.map((one) => [one, 'formula' as const])),
    }
    expect(
      Object.keys(checkRows([row], { scheme: null, today })[0]?.faults ?? {}).toSorted(),
    ).toEqual([...sheetColumns].toSorted())
  })
})

describe('what became of a row', () => {
  const refusedFor = (path: string, message: string) =>
    problem('invalid-arguments', null, [{ path, message }])
  test('O244 the statuses', () => {
    expect(uploadStatuses).toEqual([
      'Pending',
      'Submitted',
      'Created',
      'AlreadyExists',
      'ErrorCreating',
      'Admitting',
      'Admitted',
      'ErrorAdmitting',
    ])
  })

  test.each([
    ['firstName', 'A patient with that First Name already exists', 'AlreadyExists'],
    ['lastName', 'A patient with that First Name already exists', 'ErrorCreating'],
    ['firstName', 'Required', 'ErrorCreating'],
  ] as const)('O247 O249 %s: %s', (path, message, status) => {
    expect(statusOfRefusal(refusedFor(path, message))).toBe(status)
  })

  test('O248 what is finished, and who was added', () => {
    const finished = (admits: boolean) => uploadStatuses.filter((one) => isFinished(one, admits))
    expect(finished(false)).toEqual([
      'Created',
      'AlreadyExists',
      'ErrorCreating',
      'Admitted',
      'ErrorAdmitting',
    ])
    expect(finished(true)).toEqual(['AlreadyExists', 'ErrorCreating', 'Admitted', 'ErrorAdmitting'])
    expect(uploadStatuses.filter(isAdded)).toEqual([
      'Created',
      'Admitting',
      'Admitted',
      'ErrorAdmitting',
    ])
  })

  test.each([
    ['network', true],
    ['timeout', true],
    ['maintenance', true],
    ['server', true],
    ['too-many', true],
    ['unauthorized', true],
    ['forbidden', true],
    ['invalid-arguments', false],
    ['conflict', false],
    ['not-found', false],
  ] as const)('%s stops the upload: %s', (kind, stops) => {
    expect(stopsUpload(problem(kind))).toBe(stops)
  })

  test("a failure of our own server is the row's", () => {
    expect(stopsUpload({ ...problem('server'), byServer: true })).toBe(false)
  })
})
