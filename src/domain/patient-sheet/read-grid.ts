import {
  columnLetters,
  columnOfHeading,
  neededColumns,
  rowLimit,
  sheetColumns,
  sheetHeadings,
  type SheetColumn,
} from './columns'
import { isYear, momentOfIso, momentOfSerial, readSheetDate, sheetDate } from './sheet-date'

/** A cell as a spreadsheet keeps it; null: nothing stands in it. */
export type RawCell =
  | { readonly kind: 'text'; readonly text: string }
  /** `digits`: what its format shows at least, such as 5 of `00000`; 0: the format does not say. */
  | { readonly kind: 'number'; readonly value: number; readonly digits: number }
  /** A serial number that is shown as a date or a time. */
  | { readonly kind: 'date'; readonly serial: number }
  /** A date or a time as ISO 8601 writes it. */
  | { readonly kind: 'iso'; readonly text: string }
  | { readonly kind: 'truth'; readonly value: boolean }
  | null

/**
 * Cells whose content is not what somebody typed, or is of a kind that their column cannot have.
 * `date`, `number`, `truth`: that stands where a text belongs; spreadsheets make dates of names such
 * as May. `time`: a birth date with a time of day. `zeros`: a ZIP Code that lost its first digits.
 */
export const flaws = ['formula', 'error', 'date', 'number', 'truth', 'time', 'zeros'] as const
export type Flaw = (typeof flaws)[number]

/**
 * What is right in itself and may be meant otherwise. `hidden`: the workbook hides the row, such as by
 * a filter. `swapped`: the spreadsheet may have taken the day for the month.
 */
export const rowDoubts = ['hidden', 'swapped'] as const
export type RowDoubt = (typeof rowDoubts)[number]

export interface RawRow {
  /** Its number in the sheet. */
  readonly row: number
  readonly isHidden: boolean
  /** From column A on; there may be holes. */
  readonly cells: readonly (RawCell | undefined)[]
}

export interface RawSheet {
  readonly rows: readonly RawRow[]
  /** Formulas and errors by the name of their cell, such as `C5`. */
  readonly flaws: ReadonlyMap<string, Flaw>
  /** The workbook counts its days from 1904. */
  readonly is1904: boolean
  /** The workbook hides the sheet. */
  readonly isHidden: boolean
}

/** Why a file is not read at all. */
export type FileFault =
  | {
      readonly code:
        | 'not-xlsx'
        | 'old-xls'
        | 'too-big'
        | 'unpacks-too-big'
        /** What stands in it is not understood. */
        | 'unreadable'
        /** It was not reached: it was moved or changed, or its reader ended. */
        | 'unread'
        | 'too-slow'
        | 'empty'
        | 'no-sheet'
    }
  | { readonly code: 'columns-missing' | 'column-twice'; readonly headings: readonly string[] }
  | { readonly code: 'too-many-rows'; readonly count: number }

/** A row of the sheet as text, column by column; '' where there is nothing. */
export interface SheetRow {
  /** Its number in the sheet. */
  readonly row: number
  readonly cells: Readonly<Record<SheetColumn, string>>
  readonly flaws: Readonly<Partial<Record<SheetColumn, Flaw>>>
  readonly doubts: readonly RowDoubt[]
}

/** What a file says. */
export interface PatientSheet {
  /** The workbook hides the sheet. */
  readonly isHidden: boolean
  readonly rows: readonly SheetRow[]
  /** The letters of each column; null: the sheet has none. */
  readonly letters: Readonly<Record<SheetColumn, string | null>>
  /** Headings of columns that are left out. */
  readonly ignored: readonly string[]
}

export type SheetAnswer =
  | { readonly kind: 'read'; readonly sheet: PatientSheet }
  | { readonly kind: 'refused'; readonly fault: FileFault }

const refused = (fault: FileFault): SheetAnswer => ({ kind: 'refused', fault })

/** A cell as text. @param column null: of a heading */
const textOf = (cell: RawCell | undefined, column: SheetColumn | null, is1904: boolean): string => {
  if (cell == null) return ''
  switch (cell.kind) {
    case 'text':
      return cell.text.trim()
    case 'truth':
      return cell.value ? 'TRUE' : 'FALSE'
    case 'iso': {
      const moment = momentOfIso(cell.text)
      return moment === null ? cell.text.trim() : sheetDate(moment.day)
    }
    case 'number':
      if (column !== 'birthDate') return String(cell.value).padStart(cell.digits, '0')
      break
    case 'date':
      break
  }
  const number = cell.kind === 'date' ? cell.serial : cell.value
  const moment = column === 'birthDate' && isYear(number) ? null : momentOfSerial(number, is1904)
  return moment === null ? String(number) : sheetDate(moment.day)
}

/** Digits of a ZIP Code. A number in that column is none of the United Kingdom's postcodes. */
const zipDigits = 5

/** What is wrong with a cell by its kind, whatever it says; null: nothing. */
const kindFlaw = (
  cell: RawCell | undefined,
  column: SheetColumn,
  is1904: boolean,
): Exclude<Flaw, 'formula' | 'error'> | null => {
  if (cell == null || cell.kind === 'text') return null
  if (cell.kind === 'truth') return 'truth'
  if (column === 'birthDate') {
    const moment =
      cell.kind === 'iso'
        ? momentOfIso(cell.text)
        : momentOfSerial(cell.kind === 'date' ? cell.serial : cell.value, is1904)
    return moment?.hasTime === true ? 'time' : null
  }
  if (cell.kind !== 'number') return 'date'
  if (column === 'firstName' || column === 'lastName' || column === 'gender') return 'number'
  return column === 'postcode' && textOf(cell, column, is1904).length < zipDigits ? 'zeros' : null
}

/**
 * Rows whose day and month a spreadsheet may have swapped. Where DD/MM/YYYY is typed into one with
 * the settings of the United States, every date with a day up to 12 becomes a date with the day as
 * its month, and every other one stays text: then no cell that is a date has a day over 12, and no
 * text one below it.
 */
const swappedRows = (
  all: readonly {
    readonly row: number
    readonly cell: RawCell | undefined
    readonly text: string
  }[],
): ReadonlySet<number> => {
  const dates = all.flatMap(({ row, cell, text }) => {
    const read = readSheetDate(text)
    return read.ok ? [{ row, isText: cell?.kind === 'text', day: Number(read.day.slice(-2)) }] : []
  })
  const made = dates.filter(({ isText }) => !isText)
  const typed = dates.filter(({ isText }) => isText)
  const isMixed =
    typed.length > 0 && typed.every(({ day }) => day > 12) && made.every(({ day }) => day <= 12)
  return new Set(isMixed ? made.map(({ row }) => row) : [])
}

/** The name of a cell, such as `C5`; of a column that the sheet has not, its heading. */
export const cellName = (
  { letters }: Pick<PatientSheet, 'letters'>,
  column: SheetColumn,
  row: number,
): string => {
  const letter = letters[column]
  return letter === null ? `${sheetHeadings[column][0]} ${row}` : `${letter}${row}`
}

/**
 * Reads the patients of a sheet: the columns by their headings, wherever they stand; serial
 * numbers of birth dates as days, but for those that may be years; empty rows left out.
 */
export const readGrid = ({ rows: all, flaws: made, is1904, isHidden }: RawSheet): SheetAnswer => {
  const filled = all.filter(({ cells }) => cells.some((cell) => textOf(cell, null, is1904) !== ''))
  const [head, ...body] = filled
  if (head === undefined) return refused({ code: 'empty' })
  const headings = Array.from(head.cells, (cell) => textOf(cell, null, is1904))
  const columns = headings.map((heading) => (heading === '' ? null : columnOfHeading(heading)))
  const twice = sheetColumns.filter((column) => columns.filter((one) => one === column).length > 1)
  const named = (some: readonly SheetColumn[]) => some.map((column) => sheetHeadings[column][0])
  if (twice.length > 0) return refused({ code: 'column-twice', headings: named(twice) })
  const missing = neededColumns.filter((column) => !columns.includes(column))
  if (missing.length > 0) return refused({ code: 'columns-missing', headings: named(missing) })
  const indexOf = (column: SheetColumn): number => columns.indexOf(column)
  const swapped = swappedRows(
    body.map(({ row, cells }) => {
      const cell = cells[indexOf('birthDate')]
      return { row, cell, text: textOf(cell, 'birthDate', is1904) }
    }),
  )
  const rows = body.flatMap(({ cells, row, isHidden: isRowHidden }): readonly SheetRow[] => {
    const read = sheetColumns.map((column) => [
      column,
      textOf(cells[indexOf(column)], column, is1904),
    ])
    const flaws = sheetColumns.flatMap((column) => {
      if (indexOf(column) < 0) return []
      const flaw =
        made.get(`${columnLetters(indexOf(column))}${row}`) ??
        kindFlaw(cells[indexOf(column)], column, is1904)
      return flaw === null ? [] : [[column, flaw]]
    })
    const doubts: readonly RowDoubt[] = [
      ...(isRowHidden ? (['hidden'] as const) : []),
      ...(swapped.has(row) ? (['swapped'] as const) : []),
    ]
    // Something may stand beside the columns that are read.
    return read.every(([, text]) => text === '') && flaws.length === 0
      ? []
      : [{ row, cells: Object.fromEntries(read), flaws: Object.fromEntries(flaws), doubts }]
  })
  if (rows.length === 0) return refused({ code: 'empty' })
  if (rows.length > rowLimit) return refused({ code: 'too-many-rows', count: rows.length })
  const letters = sheetColumns.map((column) => [
    column,
    indexOf(column) < 0 ? null : columnLetters(indexOf(column)),
  ])
  return {
    kind: 'read',
    sheet: {
      isHidden,
      rows,
      letters: Object.fromEntries(letters),
      ignored: headings.filter((heading, at) => heading !== '' && columns[at] === null),
    },
  }
}
