import { strFromU8, unzipSync, zipSync, type Unzipped } from 'fflate'
import { unpackedLimit } from '../../src/domain/patient-sheet/columns'
import type { Flaw } from '../../src/domain/patient-sheet/read-grid'

/** What is packed unpacks to more than is read. */
export class UnpacksTooBig extends Error {}

const isRead = (name: string): boolean => name.endsWith('.xml') || name.endsWith('.rels')

/**
 * The XML of a workbook. What the archive declares is counted before any of it is unpacked, and no
 * more than that is unpacked.
 *
 * @throws UnpacksTooBig; what fflate throws of a broken archive
 */
export const unpack = (bytes: Uint8Array): Unzipped => {
  let declared = 0
  const filter = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
    if (!isRead(name)) return false
    declared += originalSize
    if (declared > unpackedLimit) throw new UnpacksTooBig(name)
    return true
  }
  return unzipSync(bytes, { filter })
}

/**
 * The same as an archive in which nothing is packed: the reader would start workers from `blob:`
 * addresses for large files, which the page's policy refuses.
 */
export const repack = (files: Unzipped): Uint8Array<ArrayBuffer> =>
  new Uint8Array(zipSync(files, { level: 0 }))

/** The workbook counts its days from 1904. */
export const countsFrom1904 = (files: Unzipped): boolean => {
  const workbook = files['xl/workbook.xml']
  return (
    workbook !== undefined && /<workbookPr\b[^>]*\bdate1904="(?:1|true)"/.test(strFromU8(workbook))
  )
}

const attribute = (tag: string, name: string): string | null =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? null

/** The file of each sheet, by the sheet's name. */
export const sheetFiles = (files: Unzipped): ReadonlyMap<string, string> => {
  const [workbook, rels] = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels'].map((name) =>
    strFromU8(files[name] ?? new Uint8Array()),
  )
  const targets = new Map(
    (rels?.match(/<Relationship\b[^>]*>/g) ?? []).map((tag) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target')?.replace(/^\/?(?:xl\/)?/, 'xl/') ?? '',
    ]),
  )
  return new Map(
    (workbook?.match(/<sheet\b[^>]*>/g) ?? []).map((tag) => [
      attribute(tag, 'name') ?? '',
      targets.get(attribute(tag, 'r:id')) ?? '',
    ]),
  )
}

/** Something stands in it. */
export const hasValue = (xml: string): boolean => /<(?:v|is)[\s>]/.test(xml)

/**
 * The sheet without rows that hold nothing, and how many are left: the reader's stack does not bear
 * the hundred thousands of rows that a format alone makes.
 */
export const withoutEmptyRows = (xml: string): { readonly xml: string; readonly rows: number } => {
  let rows = 0
  const kept = xml.replaceAll(
    /<row\b([^>]*?)(?:\/>|>(.*?)<\/row>)/gs,
    (row: string, tag: string, cells: string | undefined) => {
      const isFilled = cells !== undefined && hasValue(cells)
      if (isFilled) rows += 1
      // Without its number a row would stand where another one was.
      return isFilled || attribute(tag, 'r') === null ? row : ''
    },
  )
  return { xml: kept, rows }
}

/**
 * Cells of a sheet that hold a formula or its error: the reader answers their last result, or
 * nothing, as if somebody had typed it.
 */
export const flawsOf = (xml: string): ReadonlyMap<string, Flaw> => {
  const flaws = new Map<string, Flaw>()
  for (const [, tag = '', body = ''] of xml.matchAll(/<c\b([^>]*[^/>])>(.*?)<\/c>/gs)) {
    const name = attribute(tag, 'r')
    if (name === null) continue
    if (/<f[\s/>]/.test(body)) flaws.set(name, 'formula')
    else if (attribute(tag, 't') === 'e') flaws.set(name, 'error')
  }
  return flaws
}
