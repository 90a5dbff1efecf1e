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
const read = (bytes: Uint8Array): PatientSheet => {
  const answer = readSheet(bytes)
  if (answer.kind === 'refused') throw new Error(answer.fault.code)
  return answer.sheet
}
const faultOf = (bytes: Uint8Array) => {
  const answer = readSheet(bytes)
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
    const sheet = read(file(sheetFiles.good))
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
    const sheet = read(file(sheetFiles.bad))
    expect(faultsOf(sheet)).toEqual(planted.map(([cell, , code]) => [cell, code]))
    expect(planted).toHaveLength(30)
    expect(read(await workbookOf(badRows()))).toEqual(sheet)
  })

  test('O111 O230 the template has the sheet Patients with its headings, and nobody in it', async () => {
    const bytes = file(sheetFiles.template)
    expect(faultOf(bytes)).toBe('empty')
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
    const sheet = read(bytes)
    expect(sheet.rows[3]?.cells.birthDate).toBe('04/04/1929')
    // A day that the workbook shows as one.
    const dated = read(
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
    expect(faultsOf(read(bytes))).toEqual([
      ['C2', 'formula'],
      ['E2', 'error'],
    ])
  })
})

/** A workbook as one producer or another writes it, of the parts that are given. */
const packageOf = (parts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])))
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = (...all: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(
      ([type, target], at) =>
        `<Relationship Id="r${at}" Type="${office}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`
const workbookXml = (properties = '', state = ''): string =>
  `<workbook xmlns="${main}" xmlns:r="${office}">${properties}<sheets><sheet name="Patients" sheetId="1" ${state} r:id="r0"/></sheets></workbook>`
const inline = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const headingRow = `<row>${['First Name', 'Last Name', 'Sex', 'Birth Date', 'Address']
  .map(inline)
  .join('')}</row>`
/** Somebody with a cell of a birth date, and an address. Rows and cells have no numbers. */
const person = (born: string, first = inline('Ada'), address = ''): string =>
  `<row>${first}${inline('Ash')}${inline('female')}${born}${address}</row>`
const sheetXml = (...rows: readonly string[]): string =>
  `<worksheet xmlns="${main}"><sheetData>${headingRow}${rows.join('')}</sheetData></worksheet>`
/** The parts of a workbook where most producers put them. */
const partsOf = (sheet: string, workbook = workbookXml()) => ({
  '_rels/.rels': relationships(['officeDocument', 'xl/workbook.xml']),
  'xl/workbook.xml': workbook,
  'xl/_rels/workbook.xml.rels': relationships(
    ['worksheet', 'worksheets/sheet1.xml'],
    ['sharedStrings', 'sharedStrings.xml'],
    ['styles', 'styles.xml'],
  ),
  'xl/worksheets/sheet1.xml': sheet,
})
const bornIn = (bytes: Uint8Array) => read(bytes).rows.map(({ cells }) => cells.birthDate)

describe('workbooks of other producers', () => {
  const styles = `<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="[$-809]dd\\/mm\\/yyyy"/><numFmt numFmtId="165" formatCode="&quot;Day&quot; 0"/><numFmt numFmtId="166" formatCode="00000"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`

  test.each(['1', 'true'])(
    'O232 a workbook that counts from 1904, written as %j, says the same day with a date format and without',
    (is) => {
      const bytes = packageOf({
        ...partsOf(
          sheetXml(
            person('<c s="1"><v>16537</v></c>'),
            person('<c s="2"><v>16537</v></c>'),
            person('<c><v>16537</v></c>'),
          ),
          workbookXml(`<workbookPr date1904="${is}"/>`),
        ),
        'xl/styles.xml': styles,
      })
      expect(bornIn(bytes)).toEqual(['11/04/1949', '11/04/1949', '11/04/1949'])
    },
  )

  // The tests run in Europe/London, where all of January 1970 was summer time.
  test('O231 dates of ISO 8601 say the day that is written, in every zone; a time alone is a fault of its cell', () => {
    const iso = (text: string): string => person(`<c t="d"><v>${text}</v></c>`)
    const sheet = read(
      packageOf(
        partsOf(
          sheetXml(
            iso('1950-07-04T00:00:00'),
            iso('1970-01-04T00:00:00'),
            iso('1950-07-04'),
            iso('10:10:10'),
            person('<c><v>1,5</v></c>'),
          ),
        ),
      ),
    )
    expect(sheet.rows.map(({ cells }) => cells.birthDate)).toEqual([
      '04/07/1950',
      '04/01/1970',
      '04/07/1950',
      '10:10:10',
      '1,5',
    ])
    expect(faultsOf(sheet).filter(([cell]) => cell?.startsWith('D'))).toEqual([
      ['D5', 'date-form'],
      ['D6', 'date-form'],
    ])
  })

  test('a format says whether a number is a date, and how many digits it has', () => {
    const sheet = read(
      packageOf({
        ...partsOf(
          sheetXml(
            person(inline('05/11/1938'), '<c s="1"><v>46143</v></c>'),
            person(inline('05/11/1938'), '<c s="3"><v>7</v></c>'),
            person(inline('05/11/1938'), inline('Bo'), '<c s="4"><v>12</v></c>'),
          ),
        ),
        'xl/styles.xml': styles,
      }),
    )
    expect(sheet.rows.map(({ flaws }) => flaws)).toEqual([
      { firstName: 'date' },
      { firstName: 'number' },
      {},
    ])
    expect(sheet.rows[2]?.cells.address).toBe('00012')
  })

  test('text in CDATA, in runs, escaped, and with how it is pronounced', () => {
    const bytes = packageOf({
      ...partsOf(
        sheetXml(
          person(inline('05/11/1938'), inline('<![CDATA[Ada & ]]>Bo'), '<c t="s"><v>0</v></c>'),
          person(
            inline('05/11/1938'),
            '<c t="str"><v>D_x0027_Arcy</v></c>',
            '<c t="s"><v>1</v></c>',
          ),
        ),
      ),
      'xl/sharedStrings.xml': `<sst xmlns="${main}"><si><r><t>1 Sea </t></r><r><t xml:space="preserve">Road</t></r><rPh sb="0" eb="1"><t>spoken</t></rPh></si><si><t><![CDATA[<2> Mill Lane]]></t></si></sst>`,
    })
    expect(read(bytes).rows.map(({ cells }) => [cells.firstName, cells.address])).toEqual([
      ['Ada & Bo', '1 Sea Road'],
      ["D'Arcy", '<2> Mill Lane'],
    ])
  })

  const plain = partsOf(sheetXml(person(inline('05/11/1938'))))
  const renamed = (name: (part: string) => string): Uint8Array =>
    packageOf(Object.fromEntries(Object.entries(plain).map(([part, xml]) => [name(part), xml])))
  const prefixed = (xml: string): string =>
    xml.replaceAll(/<(\/?)(?=[a-zA-Z])/g, '<$1x:').replaceAll('xmlns="', 'xmlns:x="')
  test.each([
    ['as most write it', packageOf(plain)],
    ['with backslashes in the archive', renamed((part) => part.replaceAll('/', '\\'))],
    ['with parts in another case', renamed((part) => part.toUpperCase())],
    [
      'with prefixes',
      packageOf(
        Object.fromEntries(Object.entries(plain).map(([part, xml]) => [part, prefixed(xml)])),
      ),
    ],
    [
      'in the strict form of the standard',
      packageOf(
        Object.fromEntries(
          Object.entries(plain).map(([part, xml]) => [
            part,
            xml
              .replaceAll(office, 'http://purl.oclc.org/ooxml/officeDocument/relationships')
              .replaceAll(main, 'http://purl.oclc.org/ooxml/spreadsheetml/main'),
          ]),
        ),
      ),
    ],
    [
      'with its parts in the root, and absolute targets',
      packageOf({
        '_rels/.rels': relationships(['officeDocument', '/workbook.xml']),
        'workbook.xml': workbookXml(),
        '_rels/workbook.xml.rels': relationships(['worksheet', '/a/../one.xml']),
        'one.xml': plain['xl/worksheets/sheet1.xml'],
      }),
    ],
    [
      'in UTF-16',
      zipSync({
        ...unzipSync(packageOf(plain)),
        'xl/worksheets/sheet1.xml': new Uint8Array(
          Buffer.from(`\uFEFF${plain['xl/worksheets/sheet1.xml']}`, 'utf16le'),
        ),
      }),
    ],
  ])('a workbook %s is read', (_how, bytes) => {
    expect(read(bytes).rows.map(({ cells }) => [cells.firstName, cells.birthDate])).toEqual([
      ['Ada', '05/11/1938'],
    ])
  })

  test('hidden sheets and rows are told of', () => {
    const hidden = read(
      packageOf(
        partsOf(
          sheetXml(
            person(inline('05/11/1938')),
            person(inline('06/11/1938'), inline('Bo')).replace('<row>', '<row hidden="true">'),
          ),
          workbookXml('', 'state="veryHidden"'),
        ),
      ),
    )
    expect(hidden.isHidden).toBe(true)
    expect(hidden.rows.map(({ doubts }) => doubts)).toEqual([[], ['hidden']])
    expect(read(packageOf(plain)).isHidden).toBe(false)
  })

  test('another document of the same kind of archive is no workbook', () => {
    expect(
      faultOf(packageOf({ ...plain, 'xl/workbook.xml': '<w:document xmlns:w="http://w"/>' })),
    ).toBe('not-xlsx')
  })
})

describe('files that are not read', () => {
  test('O334 an empty file, an empty workbook and one with headings alone', async () => {
    expect(faultOf(new Uint8Array())).toBe('empty')
    expect(faultOf(await workbookOf([]))).toBe('empty')
    expect(faultOf(await workbookOf(goodRows(0)))).toBe('empty')
  })

  test('a workbook without a sheet Patients', async () => {
    expect(faultOf(await workbookOf(goodRows(2), 'Sheet1'))).toBe('no-sheet')
    expect(faultOf(await workbookOf(goodRows(2), 'PATIENTS'))).toBe('read')
  })

  test('O333 a .csv that was renamed, another archive, and a workbook of Excel before 2007', async () => {
    expect(faultOf(strToU8('First Name,Last Name\nAda,Ash\n'))).toBe('not-xlsx')
    expect(faultOf(zipSync({ 'readme.txt': strToU8('no workbook') }))).toBe('not-xlsx')
    expect(faultOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))).toBe(
      'old-xls',
    )
  })

  test('O429 what is broken in the middle', async () => {
    const bytes = file(sheetFiles.good)
    expect(faultOf(bytes.slice(0, bytes.length / 2))).toBe('unreadable')
    expect(
      faultOf(changed(bytes, 'xl/worksheets/sheet1.xml', () => '<worksheet><sheetData><row')),
    ).not.toBe('read')
    expect(faultOf(changed(bytes, 'xl/workbook.xml', () => 'no xml'))).toBe('unreadable')
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
    expect(faultOf(declaring(whole, whole.length))).toBe('read')
    expect(faultOf(declaring(whole, 65 * 1024 * 1024))).toBe('unpacks-too-big')
    expect(faultOf(declaring(new Uint8Array(8 * 1024 * 1024), 1_000))).toBe('unreadable')
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
    expect(readSheet(filled)).toMatchObject({
      fault: { code: 'too-many-rows', count: 100_000 },
    })
    const formatted = more(20_000, (at) => `<row r="${at}" s="1"><c r="A${at}" s="0"/></row>`)
    expect(read(formatted).rows.map(({ row }) => row)).toEqual([2])
  })
})
