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
  type SheetRow,
} from '../../src/domain/patient-sheet/read-grid'
import { dayOfSerial, readSheetDate, sheetDate } from '../../src/domain/patient-sheet/sheet-date'
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
    expect(dayOfSerial(serial, is1904)).toBe(day)
  })

  test('a day is written as the sheet has it', () => {
    expect(sheetDate('1938-11-05')).toBe('05/11/1938')
  })
})

const text = (value: string): RawCell => (value === '' ? null : { kind: 'text', text: value })
const head = ['First Name', 'Last Name', 'Sex', 'Birth Date'].map(text)
const grid = (rows: readonly (readonly RawCell[])[], is1904 = false) =>
  readGrid({ rows, flaws: new Map() }, is1904)
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
        { kind: 'number', value: 14_189 },
        text('Female '),
        text('Ash'),
        null,
        text('Ada'),
        { kind: 'number', value: 9434765919 },
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
    [{ kind: 'number', value: 1950 }, false, '1950'],
    [{ kind: 'number', value: 1950 }, true, '1950'],
    [{ kind: 'date', serial: 1950 }, false, '1950'],
    [{ kind: 'number', value: 1799 }, false, '03/12/1904'],
    [{ kind: 'number', value: 2101 }, false, '01/10/1905'],
  ] as const)(
    'O231 O232 %j (1904: %s) is read as %s: a year is no serial number',
    (cell, is1904, born) => {
      expect(grid([head, [...ada.slice(0, 3), cell]], is1904)).toMatchObject({
        sheet: { rows: [{ cells: { birthDate: born } }] },
      })
    },
  )

  test('O232 a workbook that counts from 1904', () => {
    const answer = grid([head, [...ada.slice(0, 3), { kind: 'number', value: 12_727 }]], true)
    expect(answer).toMatchObject({ sheet: { rows: [{ cells: { birthDate: '05/11/1938' } }] } })
  })

  test('formulas and their errors are flaws of their cells', () => {
    const answer = readGrid(
      {
        rows: [head, ada, [text('Bo'), null, null, null]],
        flaws: new Map([
          ['A2', 'formula'],
          ['D3', 'error'],
          ['Z2', 'formula'],
        ]),
      },
      false,
    )
    expect(answer).toMatchObject({
      sheet: {
        rows: [
          { row: 2, flaws: { firstName: 'formula' } },
          { row: 3, flaws: { birthDate: 'error' } },
        ],
      },
    })
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

  test('a similar name of the same birth date is told with the row above, and is no fault', () => {
    const rows = [
      rowOf(2, { nhsNumber: '' }),
      rowOf(3, { nhsNumber: '', firstName: 'Álice', lastName: ' ÁSH' }),
      rowOf(4, { nhsNumber: '', firstName: 'Mary' }),
      rowOf(5, { nhsNumber: '', firstName: 'Alan', birthDate: '06/11/1938' }),
      rowOf(6, { nhsNumber: '', firstName: 'Al', lastName: '' }),
      rowOf(7, { nhsNumber: '', firstName: 'A' }),
    ]
    const checked = checkRows(rows, { scheme: 'NhsNumber', today })
    expect(checked.map(({ resembles }) => resembles)).toEqual([null, 2, null, null, null, 2])
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
