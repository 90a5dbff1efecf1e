import { columnLetters } from '../../src/domain/patient-sheet/columns'
import type { Flaw, RawCell, RawRow, RawSheet } from '../../src/domain/patient-sheet/read-grid'
import { showsDate, shownDigits } from './number-format'
import type { Parts } from './parts'

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string
  readonly part: string
  readonly isHidden: boolean
}

/** A workbook of the SpreadsheetML kind (ECMA-376, part 1, 18). */
export interface Workbook {
  readonly sheets: readonly Sheet[]
  /**
   * The cells of a sheet, row by row; rows that hold nothing are left out: a format alone makes
   * hundred thousands of them.
   *
   * @param most rows that are kept; those behind them are counted alone
   */
  readonly read: (sheet: Sheet, most: number) => { readonly sheet: RawSheet; readonly rows: number }
}

const isTrue = (text: string | null): boolean => text === '1' || text === 'true'

/** Characters that XML cannot hold stand in text as `_x000D_` (ECMA-376, part 1, 22.4.2.4). */
const unescaped = (text: string): string =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )

/**
 * Hears strings: those of the table that all sheets share, and those that stand in a cell. A string
 * may be written in runs; how it is pronounced (`rPh`) is none of it.
 */
class StringListener {
  #text = ''
  #isText = false
  #spoken = 0

  open(name: string): void {
    if (name === 'si' || name === 'is') this.#text = ''
    else if (name === 'rPh') this.#spoken += 1
    else if (name === 't') this.#isText = this.#spoken === 0
  }

  hear(text: string): void {
    if (this.#isText) this.#text += text
  }

  /** @returns the whole string where it ends; null: it goes on */
  close(name: string): string | null {
    if (name === 't') this.#isText = false
    else if (name === 'rPh') this.#spoken -= 1
    return name === 'si' || name === 'is' ? unescaped(this.#text) : null
  }
}

const sharedStrings = (parts: Parts, part: string): readonly string[] => {
  const strings: string[] = []
  const one = new StringListener()
  parts.hear(part, {
    open: (name) => one.open(name),
    text: (text) => one.hear(text),
    close: (name) => {
      const whole = one.close(name)
      if (whole !== null) strings.push(whole)
    },
  })
  return strings
}

/** How the numbers of a cell are shown, by the number of its style. */
interface Style {
  readonly isDate: boolean
  readonly digits: number
}
const plainStyle: Style = { isDate: false, digits: 0 }

const stylesOf = (parts: Parts, part: string): readonly Style[] => {
  const codes = new Map<number, string>()
  const styles: Style[] = []
  let isOfCells = false
  parts.hear(part, {
    open: (name, attribute) => {
      if (name === 'numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '')
      else if (name === 'cellXfs') isOfCells = true
      else if (name === 'xf' && isOfCells) {
        const id = Number(attribute('numFmtId') ?? 0)
        const code = codes.get(id) ?? null
        styles.push({ isDate: showsDate(id, code), digits: shownDigits(code) })
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return styles
}

/** The index of a column from 0, of a cell's name such as `C5`; null: it has none. */
const columnOf = (cell: string | null): number | null => {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(cell ?? '')?.[0]
  return letters === undefined
    ? null
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** A cell while it is heard. */
interface OpenCell {
  readonly column: number
  readonly type: string
  readonly style: Style
  value: string
  flaw: Flaw | null
}

const rawOf = ({ type, style, value }: OpenCell, strings: readonly string[]): RawCell => {
  if (value === '') return null
  switch (type) {
    case 's': {
      const text = strings[Number(value)] ?? ''
      return text === '' ? null : { kind: 'text', text }
    }
    case 'inlineStr':
      return { kind: 'text', text: value }
    case 'str':
      return { kind: 'text', text: unescaped(value) }
    case 'b':
      return { kind: 'truth', value: isTrue(value) }
    case 'd':
      return { kind: 'iso', text: value }
    case 'e':
      return null
    default: {
      const number = Number(value)
      // What is no number is a fault of its cell, not of the file.
      if (!Number.isFinite(number)) return { kind: 'text', text: value }
      return style.isDate
        ? { kind: 'date', serial: number }
        : { kind: 'number', value: number, digits: style.digits }
    }
  }
}

/**
 * Opens the workbook of an archive, whose parts are found by their relationships alone.
 *
 * @returns null: the archive holds none
 * @throws what a part holds that is no XML
 */
export const openWorkbook = (parts: Parts): Workbook | null => {
  const main = parts.relationships('').find(({ type }) => type === 'officeDocument')?.part
  if (main === undefined || !parts.has(main)) return null
  const related = parts.relationships(main)
  const sheets: Sheet[] = []
  let isWorkbook = false
  let is1904 = false
  parts.hear(main, {
    open: (name, attribute) => {
      if (name === 'workbook') isWorkbook = true
      else if (name === 'workbookPr') is1904 = isTrue(attribute('date1904'))
      else if (name === 'sheet') {
        const part = related.find(({ id }) => id === attribute('id'))?.part
        if (part !== undefined)
          sheets.push({
            name: attribute('name') ?? '',
            part,
            isHidden: (attribute('state') ?? 'visible') !== 'visible',
          })
      }
    },
  })
  if (!isWorkbook) return null
  const partOf = (type: string): string => related.find((one) => one.type === type)?.part ?? ''
  const strings = sharedStrings(parts, partOf('sharedStrings'))
  const styles = stylesOf(parts, partOf('styles'))

  const read: Workbook['read'] = (sheet, most) => {
    const kept: RawRow[] = []
    const flaws = new Map<string, Flaw>()
    const inline = new StringListener()
    let filled = 0
    let row = { number: 0, isHidden: false, isFilled: false, cells: new Array<RawCell>() }
    let cell: OpenCell | null = null
    let isValue = false
    const closeCell = ({ column, flaw }: OpenCell, raw: RawCell): void => {
      if (raw !== null || flaw !== null) row.isFilled = true
      if (filled >= most) return
      row.cells[column] = raw
      if (flaw !== null) flaws.set(`${columnLetters(column)}${row.number}`, flaw)
    }
    parts.hear(sheet.part, {
      open: (name, attribute) => {
        inline.open(name)
        if (name === 'row') {
          // Numbers of rows and names of cells may be left out: each follows the one before then.
          const number = Number(attribute('r') ?? row.number + 1)
          row = { number, isHidden: isTrue(attribute('hidden')), isFilled: false, cells: [] }
        } else if (name === 'c') {
          const type = attribute('t') ?? 'n'
          cell = {
            column: columnOf(attribute('r')) ?? row.cells.length,
            type,
            style: styles[Number(attribute('s') ?? 0)] ?? plainStyle,
            value: '',
            flaw: type === 'e' ? 'error' : null,
          }
        } else if (name === 'f' && cell !== null) cell.flaw = 'formula'
        else if (name === 'v') isValue = true
      },
      text: (text) => {
        inline.hear(text)
        if (isValue && cell !== null) cell.value += text
      },
      close: (name) => {
        const whole = inline.close(name)
        if (whole !== null && cell !== null) cell.value = whole
        if (name === 'v') isValue = false
        else if (name === 'c' && cell !== null) {
          closeCell(cell, rawOf(cell, strings))
          cell = null
        } else if (name === 'row' && row.isFilled) {
          filled += 1
          const { number, isHidden, cells } = row
          if (filled <= most) kept.push({ row: number, isHidden, cells })
        }
      },
    })
    return { sheet: { rows: kept, flaws, is1904, isHidden: sheet.isHidden }, rows: filled }
  }
  return { sheets, read }
}
