import {
  columnLetters,
  columnOfHeading,
  neededColumns,
  rowLimit,
  sheetColumns,
  sheetHeadings,
  type SheetColumn,
} from './columns'
import { dayOfSerial, isYear, sheetDate } from './sheet-date'

/** A cell as a spreadsheet keeps it. `date`: its serial number, shown as a date. */
export type RawCell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'date'; readonly serial: number }
  | null

/** Cells whose content is not what somebody typed. */
export type Flaw = 'formula' | 'error'

export interface RawSheet {
  /** From row 1 on; empty rows in between are here too. */
  readonly rows: readonly (readonly RawCell[])[]
  /** By the name of the cell, such as `C5`. */
  readonly flaws: ReadonlyMap<string, Flaw>
}

/** Why a file is not read at all. */
export type FileFault =
  | {
      readonly code:
        | 'not-xlsx'
        | 'old-xls'
        | 'too-big'
        | 'unpacks-too-big'
        | 'unreadable'
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
}

/** What a file says. */
export interface PatientSheet {
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

const textOf = (cell: RawCell | undefined, column: SheetColumn | null, is1904: boolean): string => {
  if (cell == null) return ''
  if (cell.kind === 'text') return cell.text.trim()
  const number = cell.kind === 'date' ? cell.serial : cell.value
  if (column !== 'birthDate' && cell.kind === 'number') return String(number)
  const day = column === 'birthDate' && isYear(number) ? null : dayOfSerial(number, is1904)
  return day === null ? String(number) : sheetDate(day)
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
 *
 * @param is1904 the workbook counts its days from 1904
 */
export const readGrid = (sheet: RawSheet, is1904: boolean): SheetAnswer => {
  const filled = sheet.rows.flatMap((cells, at) =>
    cells.some((cell) => textOf(cell, null, is1904) !== '') ? [{ cells, row: at + 1 }] : [],
  )
  const [head, ...body] = filled
  if (head === undefined) return refused({ code: 'empty' })
  const headings = Array.from(head.cells, (cell) => textOf(cell, null, is1904))
  const columns = headings.map((heading) => (heading === '' ? null : columnOfHeading(heading)))
  const twice = sheetColumns.filter((column) => columns.filter((one) => one === column).length > 1)
  const named = (all: readonly SheetColumn[]) => all.map((column) => sheetHeadings[column][0])
  if (twice.length > 0) return refused({ code: 'column-twice', headings: named(twice) })
  const missing = neededColumns.filter((column) => !columns.includes(column))
  if (missing.length > 0) return refused({ code: 'columns-missing', headings: named(missing) })
  const indexOf = (column: SheetColumn): number => columns.indexOf(column)
  const rows = body.flatMap(({ cells, row }): readonly SheetRow[] => {
    const read = sheetColumns.map((column) => [
      column,
      indexOf(column) < 0 ? '' : textOf(cells[indexOf(column)], column, is1904),
    ])
    const flaws = sheetColumns.flatMap((column) => {
      const flaw = sheet.flaws.get(`${columnLetters(indexOf(column))}${row}`)
      return indexOf(column) < 0 || flaw === undefined ? [] : [[column, flaw]]
    })
    // Something may stand beside the columns that are read.
    return read.every(([, text]) => text === '') && flaws.length === 0
      ? []
      : [{ row, cells: Object.fromEntries(read), flaws: Object.fromEntries(flaws) }]
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
      rows,
      letters: Object.fromEntries(letters),
      ignored: headings.filter((heading, at) => heading !== '' && columns[at] === null),
    },
  }
}
