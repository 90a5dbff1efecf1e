import { strFromU8, strToU8 } from 'fflate'
import { readSheet as readCells } from 'read-excel-file/universal'
import { isPatientSheet, rowLimit } from '../../src/domain/patient-sheet/columns'
import { readGrid, type RawCell, type SheetAnswer } from '../../src/domain/patient-sheet/read-grid'
import {
  countsFrom1904,
  flawsOf,
  hasValue,
  repack,
  sheetFiles,
  unpack,
  UnpacksTooBig,
  withoutEmptyRows,
} from './unpack'

/** The file begins as an archive does; or as a file of Excel before 2007, or one with a password. */
const beginsWith = (bytes: Uint8Array, ...first: readonly number[]): boolean =>
  first.every((byte, at) => bytes[at] === byte)

const dayMs = 86_400_000
const offset1904 = 1_462

/** The serial number that the reader made a date of. */
const serialOf = (date: Date, is1904: boolean): number =>
  date.getTime() / dayMs + 25_569 - (is1904 ? offset1904 : 0)

const rawOf = (cell: unknown, is1904: boolean): RawCell => {
  if (typeof cell === 'string') return cell === '' ? null : { kind: 'text', text: cell }
  if (typeof cell === 'number') return { kind: 'number', value: cell }
  if (cell instanceof Date) return { kind: 'date', serial: serialOf(cell, is1904) }
  return typeof cell === 'boolean' ? { kind: 'text', text: cell ? 'TRUE' : 'FALSE' } : null
}

/** Reads the patients of an .xlsx file. Never throws: what cannot be read is said. */
export const readSheet = async (bytes: Uint8Array): Promise<SheetAnswer> => {
  const refused = (
    code: 'not-xlsx' | 'old-xls' | 'empty' | 'no-sheet' | 'unpacks-too-big' | 'unreadable',
  ): SheetAnswer => ({ kind: 'refused', fault: { code } })
  if (bytes.length === 0) return refused('empty')
  if (beginsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return refused('old-xls')
  if (!beginsWith(bytes, 0x50, 0x4b)) return refused('not-xlsx')
  try {
    const files = unpack(bytes)
    if (files['xl/workbook.xml'] === undefined) return refused('not-xlsx')
    const named = sheetFiles(files)
    if (named.size === 0) return refused('unreadable')
    const name = [...named.keys()].find(isPatientSheet)
    const file = named.get(name ?? '') ?? ''
    const found = files[file]
    if (name === undefined || found === undefined) {
      const isFilled = [...named.values()].some((one) =>
        hasValue(strFromU8(files[one] ?? new Uint8Array())),
      )
      return refused(isFilled ? 'no-sheet' : 'empty')
    }
    const { xml, rows } = withoutEmptyRows(strFromU8(found))
    if (rows === 0) return refused('empty')
    // The first is the headings'.
    if (rows > rowLimit + 1)
      return { kind: 'refused', fault: { code: 'too-many-rows', count: rows - 1 } }
    const is1904 = countsFrom1904(files)
    const cells = await readCells(repack({ ...files, [file]: strToU8(xml) }).buffer, name)
    return readGrid(
      {
        rows: cells.map((row) => Array.from(row, (cell: unknown) => rawOf(cell, is1904))),
        flaws: flawsOf(xml),
      },
      is1904,
    )
  } catch (thrown) {
    return refused(thrown instanceof UnpacksTooBig ? 'unpacks-too-big' : 'unreadable')
  }
}
