/** The sheet that is read (O230). */
export const sheetName = 'Patients'

/** Whether a sheet of a workbook is that one, whatever its case. */
export const isPatientSheet = (name: string): boolean =>
  name.trim().toLowerCase() === sheetName.toLowerCase()

/** What a row of the sheet says of a patient, in the template's order. */
export const sheetColumns = [
  'firstName',
  'lastName',
  'gender',
  'nhsNumber',
  'birthDate',
  'address',
  'postcode',
  'preExistingConditions',
] as const
export type SheetColumn = (typeof sheetColumns)[number]

/** The headings by which a column is known; the first is the template's (O230). */
export const sheetHeadings: Readonly<Record<SheetColumn, readonly [string, ...string[]]>> = {
  firstName: ['First Name'],
  lastName: ['Last Name'],
  gender: ['Sex', 'Gender', 'Sex or Gender', 'Sex/Gender'],
  nhsNumber: ['NHS Number'],
  birthDate: ['Birth Date'],
  address: ['Address'],
  postcode: ['Postcode', 'ZIP Code', 'ZIP'],
  preExistingConditions: ['Pre-Existing Conditions'],
}

/** Columns without which a sheet is none of patients. The others may be left out. */
export const neededColumns: readonly SheetColumn[] = [
  'firstName',
  'lastName',
  'gender',
  'birthDate',
]

/** Rows of patients in one sheet, at most. */
export const rowLimit = 2_000

/** Bytes of a file, at most, and of what is packed in it. */
export const fileLimit = 5 * 1024 * 1024
export const unpackedLimit = 64 * 1024 * 1024

const plain = (heading: string): string => heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

const known = new Map(
  sheetColumns.flatMap((column) => sheetHeadings[column].map((name) => [plain(name), column])),
)

/** The column of a heading, whatever its case, spaces and dashes; null: of none. */
export const columnOfHeading = (heading: string): SheetColumn | null =>
  known.get(plain(heading)) ?? null

/** The letters of a column, as a spreadsheet writes them. @param index from 0 */
export const columnLetters = (index: number): string => {
  const last = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? last : `${columnLetters(Math.floor(index / 26) - 1)}${last}`
}
