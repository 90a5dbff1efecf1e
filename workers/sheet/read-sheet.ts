import { isPatientSheet, rowLimit } from '../../src/domain/patient-sheet/columns'
import {
  readGrid,
  type FileFault,
  type SheetAnswer,
} from '../../src/domain/patient-sheet/read-grid'
import { openParts, UnpacksTooBig } from './parts'
import { openWorkbook } from './workbook'

/** The file begins as an archive does; or as a file of Excel before 2007, or one with a password. */
const beginsWith = (bytes: Uint8Array, ...first: readonly number[]): boolean =>
  first.every((byte, at) => bytes[at] === byte)

/** Reads the patients of an .xlsx file. Never throws: what cannot be read is said. */
export const readSheet = (bytes: Uint8Array): SheetAnswer => {
  const refused = (fault: FileFault): SheetAnswer => ({ kind: 'refused', fault })
  if (bytes.length === 0) return refused({ code: 'empty' })
  if (beginsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return refused({ code: 'old-xls' })
  if (!beginsWith(bytes, 0x50, 0x4b)) return refused({ code: 'not-xlsx' })
  try {
    const workbook = openWorkbook(openParts(bytes))
    if (workbook === null) return refused({ code: 'not-xlsx' })
    const { sheets, read } = workbook
    if (sheets.length === 0) return refused({ code: 'unreadable' })
    const found = sheets.find(({ name }) => isPatientSheet(name))
    if (found === undefined)
      return refused({ code: sheets.some((one) => read(one, 0).rows > 0) ? 'no-sheet' : 'empty' })
    // The first row is the headings'.
    const { sheet, rows } = read(found, rowLimit + 1)
    return rows > rowLimit + 1
      ? refused({ code: 'too-many-rows', count: rows - 1 })
      : readGrid(sheet)
  } catch (thrown) {
    return refused({ code: thrown instanceof UnpacksTooBig ? 'unpacks-too-big' : 'unreadable' })
  }
}
