/**
 * The sheets of the bulk upload: the template that the portal gives away, and two of the
 * demonstration. `node --import tsx scripts/patient-sheets.ts` writes them.
 */
import { pathToFileURL } from 'node:url'
import writeWorkbook from 'write-excel-file/node'
import type { Cell, SheetData } from 'write-excel-file/node'
import { checkNationalIdentifier } from '../src/domain/identity/national-identifier'
import type { CellFault } from '../src/domain/patient-sheet/check-rows'
import { sheetColumns, sheetHeadings, sheetName } from '../src/domain/patient-sheet/columns'

export const sheetFiles = {
  template: 'public/patient-import-template.xlsx',
  good: 'docs/sheets/40-patients.xlsx',
  bad: 'docs/sheets/30-faults.xlsx',
} as const

const heading = (value: string): Cell => ({ value, fontWeight: 'bold' })
const headings: Cell[] = sheetColumns.map((column) => heading(sheetHeadings[column][0]))
const widths = [18, 20, 10, 16, 14, 34, 12, 40].map((width) => ({ width }))

/** A workbook of one sheet. */
export const workbookOf = async (rows: SheetData, sheet = sheetName): Promise<Uint8Array> =>
  new Uint8Array(
    await writeWorkbook(rows, { sheet, columns: widths, stickyRowsCount: 1 }).toBuffer(),
  )

/** The nth number of the range that is kept for tests (999), as ten digits. */
const testNumber = (nth: number): string => {
  let found = -1
  for (let middle = 700_000; ; middle += 1)
    for (let digit = 0; digit < 10; digit += 1)
      if (checkNationalIdentifier(`999${middle}${digit}`).ok && (found += 1) === nth)
        return `999${middle}${digit}`
}

const firsts = ['Agnes', 'Basil', 'Cora', 'Denis', 'Elsie', 'Frank', 'Greta', 'Harold']
const lasts = ['Ainsworth', 'Birtwistle', 'Culpepper', 'Dunwoody', 'Entwhistle']
const streets = ['Mill Lane', 'Station Road', 'Orchard Rise', 'Chapel Street']
const conditions = ['COPD', 'Type 2 diabetes', 'Heart failure', 'Asthma', 'Hypertension']
const two = (value: number): string => String(value).padStart(2, '0')

/** A birth date as people keep it: as text, as a day, or as a day that lost its format. */
const birthCell = (at: number): Cell => {
  const [day, month, year] = [(at % 28) + 1, (at % 12) + 1, 1926 + (at % 40)]
  const ms = Date.UTC(year, month - 1, day)
  if (at % 4 === 1) return { value: new Date(ms), type: Date, format: 'dd/mm/yyyy' }
  if (at % 4 === 3) return { value: ms / 86_400_000 + 25_569, type: Number }
  return `${two(day)}/${two(month)}/${year}`
}

/** A row without a fault, in the template's order. */
const goodRow = (at: number): Cell[] => [
  firsts[at % 8] ?? '',
  `${lasts[Math.floor(at / 8) % 5] ?? ''}${at < 40 ? '' : `-${at}`}`,
  at % 2 === 0 ? 'Female' : 'male',
  at % 7 === 6 ? { value: Number(testNumber(at)), type: Number } : testNumber(at),
  birthCell(at),
  at % 5 === 4 ? null : `${at + 1} ${streets[at % 4]}, York`,
  at % 5 === 4 ? null : `YO${(at % 9) + 1} ${at % 10}AB`,
  at % 3 === 0 ? null : `${conditions[at % 5]}, ${conditions[(at + 2) % 5]}`,
]

/** So many patients, nobody twice. */
export const goodRows = (count: number): SheetData => [
  headings,
  ...Array.from({ length: count }, (_none, at) => goodRow(at)),
]

const long = (length: number): string => 'x'.repeat(length)
const many = Array.from({ length: 51 }, (_none, at) => `c${at}`).join(',')

/** What is put into a cell in the place of what is right, and the fault that it makes. */
export const planted: readonly (readonly [string, Cell, CellFault['code']])[] = [
  ['A2', '', 'required'],
  ['B3', '   ', 'required'],
  ['C4', '', 'required'],
  ['E5', '', 'required'],
  ['A6', long(101), 'too-long'],
  ['B7', long(101), 'too-long'],
  ['C8', 'F', 'gender'],
  ['C9', 'other', 'gender'],
  ['D10', '999 ABC 4535', 'letters'],
  ['D11', '999 123 453', 'length'],
  ['D12', '9991234536', 'check-digit'],
  ['D13', { value: 12345, type: Number }, 'length'],
  ['E14', '31/02/1950', 'no-day'],
  ['E15', '29/02/1951', 'no-day'],
  ['E16', '13/13/1950', 'no-day'],
  ['E17', '1 May 1950', 'date-form'],
  ['E18', '05/11/38', 'date-form'],
  ['E19', '1950-05-01', 'date-form'],
  ['E20', '01/01/2199', 'future'],
  ['E21', '01/01/1850', 'too-old'],
  ['E22', { value: 60, type: Number }, 'date-form'],
  ['F23', long(501), 'too-long'],
  ['G24', long(21), 'too-long'],
  ['H25', many, 'too-many'],
  ['H26', long(501), 'too-long'],
  ['A27', { value: 'UPPER("ada")', type: 'Formula' }, 'formula'],
  ['E28', { value: 'TODAY()-30000', type: 'Formula' }, 'formula'],
  ['D29', testNumber(66), 'number-twice'],
  ['A30', firsts[0] ?? '', 'patient-twice'],
  ['E31', 'unknown', 'date-form'],
]

/** Thirty rows with one fault each, and two that are right. */
export const badRows = (): SheetData => {
  const rows = Array.from({ length: 32 }, (_none, at): Cell[] => [...goodRow(at + 40)])
  // Row 29 has the number of row 28; row 30 the names and birth date of row 26, and no number.
  rows[28] = [...(rows[24]?.slice(0, 3) ?? []), null, ...(rows[24]?.slice(4) ?? [])]
  for (const [cell, value] of planted) {
    const row = rows[Number(cell.slice(1)) - 2]
    if (row === undefined) throw new Error(`No row of ${cell}`)
    row[cell.charCodeAt(0) - 65] = value
  }
  return [headings, ...rows]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const write = async (rows: SheetData, file: string): Promise<void> =>
    await writeWorkbook(rows, { sheet: sheetName, columns: widths, stickyRowsCount: 1 }).toFile(
      file,
    )
  await write([headings], sheetFiles.template)
  await write(goodRows(40), sheetFiles.good)
  await write(badRows(), sheetFiles.bad)
}
