import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { badRows, goodRows, planted, sheetFiles, workbookOf } from '../../scripts/patient-sheets'
import { demonstrationPatients } from '../../server/demonstration/people'
import { checkRows } from '../../src/domain/patient-sheet/check-rows'
import { sheetColumns, sheetHeadings } from '../../src/domain/patient-sheet/columns'
import { cellName, type PatientSheet } from '../../src/domain/patient-sheet/read-grid'
import { readSheet } from '../../workers/sheet/read-sheet'

const file = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(resolve(import.meta.dirname, '../..', name)))
const read = async (bytes: Uint8Array): Promise<PatientSheet> => {
  const answer = await readSheet(bytes)
  if (answer.kind === 'refused') throw new Error(answer.fault.code)
  return answer.sheet
}
const faultOf = async (bytes: Uint8Array) => {
  const answer = await readSheet(bytes)
  return answer.kind === 'refused' ? answer.fault.code : 'read'
}
const against = { scheme: 'NhsNumber', today: '2026-11-24' } as const
const faultsOf = (sheet: PatientSheet) =>
  checkRows(sheet.rows, against).flatMap(({ row, faults }) =>
    sheetColumns.flatMap((column) => {
      const fault = faults[column]
      return fault === undefined ? [] : [[cellName(sheet, column, row), fault.code]]
    }),
  )
/** The workbook with one of its files changed. */
const changed = (bytes: Uint8Array, name: string, change: (xml: string) => string): Uint8Array => {
  const files = unzipSync(bytes)
  return zipSync({ ...files, [name]: strToU8(change(strFromU8(files[name] ?? new Uint8Array()))) })
}

describe('a workbook', () => {
  test('O230 O231 O232 O233 the good sheet of 40: text, dates, serial numbers and numbers, no fault', async () => {
    const sheet = await read(file(sheetFiles.good))
    expect(sheet.rows).toHaveLength(40)
    const checked = checkRows(sheet.rows, against)
    expect(checked.every(({ patient }) => patient !== null)).toBe(true)
    expect(checked.slice(0, 4).map(({ patient }) => patient?.birthDate.slice(0, 10))).toEqual([
      '1926-01-01',
      '1927-02-02',
      '1928-03-03',
      '1929-04-04',
    ])
    expect(checked[1]?.patient?.preExistingConditions).toEqual(['Type 2 diabetes', 'Asthma'])
    const numbers = new Set(demonstrationPatients.map(({ nhsNumber }) => nhsNumber))
    expect(
      checked.filter(({ patient }) => numbers.has(patient?.nationalIdentifierValue ?? '')),
    ).toEqual([])
  })

  test('the bad sheet: all 30 faults, each by its cell, and no other', async () => {
    const sheet = await read(file(sheetFiles.bad))
    expect(faultsOf(sheet)).toEqual(planted.map(([cell, , code]) => [cell, code]))
    expect(planted).toHaveLength(30)
    expect(await read(await workbookOf(badRows()))).toEqual(sheet)
  })

  test('O111 O230 the template has the sheet Patients with its headings, and nobody in it', async () => {
    const bytes = file(sheetFiles.template)
    expect(await faultOf(bytes)).toBe('empty')
    const filled = await workbookOf([
      sheetColumns.map((one) => sheetHeadings[one][0]),
      ...goodRows(1).slice(1),
    ])
    expect(unzipSync(bytes)['xl/workbook.xml']).toEqual(unzipSync(filled)['xl/workbook.xml'])
    expect(
      strFromU8(unzipSync(bytes)['xl/sharedStrings.xml'] ?? new Uint8Array()).match(
        /(?<=<t[^>]*>)[^<]+/g,
      ),
    ).toEqual(sheetColumns.map((one) => sheetHeadings[one][0]))
  })

  test('O232 a workbook that counts from 1904 says the same birth dates', async () => {
    const rows = goodRows(4)
    const shifted = rows.map((row, at) =>
      at === 4
        ? row.map((cell, column) => (column === 4 ? { value: 10_687 - 1_462, type: Number } : cell))
        : row,
    )
    const bytes = changed(await workbookOf(shifted), 'xl/workbook.xml', (xml) =>
      xml.replace(/<workbookPr\b[^>]*\/>|(?=<sheets>)/, '<workbookPr date1904="1"/>'),
    )
    const sheet = await read(bytes)
    expect(sheet.rows[3]?.cells.birthDate).toBe('04/04/1929')
    // A day that the workbook shows as one.
    const dated = await read(
      changed(await workbookOf(rows), 'xl/workbook.xml', (xml) =>
        xml.replace(/<workbookPr\b[^>]*\/>|(?=<sheets>)/, '<workbookPr date1904="1"/>'),
      ),
    )
    expect(dated.rows[1]?.cells.birthDate).toBe('03/02/1931')
  })

  test('a formula is named by its cell, with its result or without', async () => {
    const bytes = changed(await workbookOf(goodRows(2)), 'xl/worksheets/sheet1.xml', (xml) =>
      xml
        .replace(
          /<c r="C2"([^>]*)>.*?<\/c>/,
          '<c r="C2" t="str"><f>LOWER("MALE")</f><v>male</v></c>',
        )
        .replace(/<c r="E2"([^>]*)>.*?<\/c>/, '<c r="E2" t="e"><v>#N/A</v></c>'),
    )
    expect(faultsOf(await read(bytes))).toEqual([
      ['C2', 'formula'],
      ['E2', 'error'],
    ])
  })
})

describe('files that are not read', () => {
  test('O334 an empty file, an empty workbook and one with headings alone', async () => {
    expect(await faultOf(new Uint8Array())).toBe('empty')
    expect(await faultOf(await workbookOf([]))).toBe('empty')
    expect(await faultOf(await workbookOf(goodRows(0)))).toBe('empty')
  })

  test('a workbook without a sheet Patients', async () => {
    expect(await faultOf(await workbookOf(goodRows(2), 'Sheet1'))).toBe('no-sheet')
    expect(await faultOf(await workbookOf(goodRows(2), 'PATIENTS'))).toBe('read')
  })

  test('O333 a .csv that was renamed, another archive, and a workbook of Excel before 2007', async () => {
    expect(await faultOf(strToU8('First Name,Last Name\nAda,Ash\n'))).toBe('not-xlsx')
    expect(await faultOf(zipSync({ 'readme.txt': strToU8('no workbook') }))).toBe('not-xlsx')
    expect(await faultOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))).toBe(
      'old-xls',
    )
  })

  test('O429 what is broken in the middle', async () => {
    const bytes = file(sheetFiles.good)
    expect(await faultOf(bytes.slice(0, bytes.length / 2))).toBe('unreadable')
    expect(
      await faultOf(changed(bytes, 'xl/worksheets/sheet1.xml', () => '<worksheet><sheetData><row')),
    ).not.toBe('read')
    expect(await faultOf(changed(bytes, 'xl/workbook.xml', () => 'no xml'))).toBe('unreadable')
  })

  test('a zip bomb is refused by what it declares, and unpacks to no more than that', async () => {
    const sheet = 'xl/worksheets/sheet1.xml'
    const files = unzipSync(file(sheetFiles.good))
    /** The archive, which says that the sheet unpacks to so many bytes. */
    const declaring = (content: Uint8Array, bytes: number): Uint8Array => {
      const archive = zipSync({ ...files, [sheet]: content })
      const at = Buffer.from(archive).lastIndexOf(sheet)
      // The name stands 46 bytes behind the beginning of its entry, the size 24 (APPNOTE 4.3.12).
      new DataView(archive.buffer).setUint32(at - 46 + 24, bytes, true)
      return archive
    }
    const whole = files[sheet] ?? new Uint8Array()
    expect(await faultOf(declaring(whole, whole.length))).toBe('read')
    expect(await faultOf(declaring(whole, 65 * 1024 * 1024))).toBe('unpacks-too-big')
    expect(await faultOf(declaring(new Uint8Array(8 * 1024 * 1024), 1_000))).toBe('empty')
  })

  test('100,000 rows are counted and refused; rows that a format alone made are none', async () => {
    const sheet = 'xl/worksheets/sheet1.xml'
    const bytes = await workbookOf(goodRows(1))
    const more = (count: number, row: (at: number) => string): Uint8Array =>
      changed(bytes, sheet, (xml) =>
        xml.replace(
          '</sheetData>',
          `${Array.from({ length: count }, (_none, at) => row(at + 3)).join('')}</sheetData>`,
        ),
      )
    const filled = more(99_999, (at) => `<row r="${at}"><c r="A${at}"><v>1</v></c></row>`)
    expect(await readSheet(filled)).toMatchObject({
      fault: { code: 'too-many-rows', count: 100_000 },
    })
    const formatted = more(20_000, (at) => `<row r="${at}" s="1"><c r="A${at}" s="0"/></row>`)
    expect((await read(formatted)).rows.map(({ row }) => row)).toEqual([2])
  })
})
