import {
  checkNationalIdentifier,
  comparable,
  foldName,
  isUnseen,
  likenessOf,
  likest,
  swapDayAndMonth,
  type Comparable,
  type Likeness,
  type NationalIdentifierFault,
} from '../identity'
import { isTooOld } from '../patient/birth-date'
import { genders, type NationalIdentifier } from '../patient/patient'
import { longestName } from '../patient/patient-name'
import { hiddenFault, type HiddenFault } from '../text/hidden'
import { isStorableText } from '../text/storable'
import type { SheetColumn } from './columns'
import type { Flaw, SheetRow } from './read-grid'
import { readSheetDate } from './sheet-date'

/** What is wrong with a cell. */
export type CellFault =
  | {
      readonly code:
        | Flaw
        | NationalIdentifierFault
        | HiddenFault
        | 'required'
        | 'gender'
        | 'date-form'
        | 'date-year'
        | 'no-day'
        | 'future'
        | 'too-old'
        | 'no-scheme'
        | 'unstorable'
    }
  | { readonly code: 'too-long' | 'too-many'; readonly limit: number }
  /** Another row, by its number, has the same identifier, or the same names and birth date. */
  | { readonly code: 'number-twice' | 'patient-twice'; readonly of: number }

/** A patient as createPatient takes them. */
export interface SheetPatient {
  readonly type: 'elderly'
  readonly firstName: string
  readonly lastName: string
  /** As an ISO time (K18). */
  readonly birthDate: string
  readonly gender: (typeof genders)[number]
  readonly address: { readonly address: string; readonly postcode: string } | null
  readonly telephone: null
  readonly preExistingConditions: string[]
  readonly nationalIdentifierValue: string | null
}

/** A row that was checked. */
export interface CheckedRow {
  readonly row: number
  readonly faults: Readonly<Partial<Record<SheetColumn, CellFault>>>
  /** Null: a cell is wrong. */
  readonly patient: SheetPatient | null
  /** The row above it, by its number, that is most alike (T7); null: none is. */
  readonly resembles: { readonly row: number; readonly likeness: Likeness } | null
  /** Half an address stands there, and is not kept (O337). */
  readonly dropsAddress: boolean
}

export interface CheckedAgainst {
  /** The organisation's; null: it uses none. */
  readonly scheme: NationalIdentifier['type'] | null
  /** The latest day that it may be where the person is, `YYYY-MM-DD`. */
  readonly today: string
}

/** As the server limits them (decisions, Limits). */
const longestAddress = 500
const longestPostcode = 20
const mostConditions = 50
const longestCondition = 500

const spaced = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')

const conditionsOf = (text: string): string[] =>
  text
    .split(',')
    .map(spaced)
    .filter((one) => one !== '')

const genderOf = (text: string): SheetPatient['gender'] | null =>
  genders.find((one) => one === text.trim().toLowerCase()) ?? null

type Read = { readonly fault: CellFault } | { readonly value: unknown }
const wrong = (code: Extract<CellFault, { code: string }>['code'], limit = 0): Read => ({
  fault: (code === 'too-long' || code === 'too-many' ? { code, limit } : { code }) as CellFault,
})

const nameIn = (text: string): Read => {
  if (isUnseen(text)) return wrong('required')
  if (spaced(text).length > longestName) return wrong('too-long', longestName)
  const hidden = hiddenFault(text)
  return hidden === null ? { value: spaced(text) } : wrong(hidden)
}

const dateFaults = { form: 'date-form', year: 'date-year', 'no-day': 'no-day' } as const

const birthDateIn = (text: string, today: string): Read => {
  if (text.trim() === '') return wrong('required')
  const read = readSheetDate(text)
  if (!read.ok) return wrong(dateFaults[read.reason])
  if (read.day > today) return wrong('future')
  return isTooOld(read.day, today) ? wrong('too-old') : { value: read.day }
}

const identifierIn = (text: string, scheme: CheckedAgainst['scheme']): Read => {
  if (text.trim() === '') return { value: null }
  if (scheme === null) return wrong('no-scheme')
  const read = checkNationalIdentifier(text)
  return read.ok ? { value: read.value } : wrong(read.reason)
}

const within = (text: string, limit: number): Read =>
  spaced(text).length > limit ? wrong('too-long', limit) : { value: spaced(text) }

const conditionsIn = (text: string): Read => {
  const all = conditionsOf(text)
  if (all.length > mostConditions) return wrong('too-many', mostConditions)
  return all.some((one) => one.length > longestCondition)
    ? wrong('too-long', longestCondition)
    : { value: all }
}

const readCell = (column: SheetColumn, text: string, against: CheckedAgainst): Read => {
  if (!isStorableText(text)) return wrong('unstorable')
  switch (column) {
    case 'firstName':
    case 'lastName':
      return nameIn(text)
    case 'gender':
      return text.trim() === ''
        ? wrong('required')
        : genderOf(text) === null
          ? wrong('gender')
          : { value: genderOf(text) }
    case 'nhsNumber':
      return identifierIn(text, against.scheme)
    case 'birthDate':
      return birthDateIn(text, against.today)
    case 'address':
      return within(text, longestAddress)
    case 'postcode':
      return within(text, longestPostcode)
    case 'preExistingConditions':
      return conditionsIn(text)
  }
}

/** The first row of each key, by its number; rows without a key are of none. */
const firstOf = (keys: readonly (readonly [number, string | null])[]): Map<string, number> => {
  const first = new Map<string, number>()
  for (const [row, key] of keys) if (key !== null && !first.has(key)) first.set(key, row)
  return first
}

const numberOf = ({ cells }: Pick<SheetRow, 'cells'>): string | null => {
  const read = checkNationalIdentifier(cells.nhsNumber)
  return read.ok ? read.value : null
}

/** What a row says by itself. */
interface RowReading {
  readonly faults: CheckedRow['faults']
  readonly patient: SheetPatient | null
  readonly dropsAddress: boolean
  /** Whose row it is, by number and by name and birth date; null: it does not say. */
  readonly number: string | null
  readonly person: string | null
  /** As the register compares. */
  readonly compared: Comparable | null
}

const readRow = ({ cells, flaws }: SheetRow, against: CheckedAgainst): RowReading => {
  const read = (Object.keys(cells) as SheetColumn[]).map((column) => {
    const flaw = flaws[column]
    return [
      column,
      flaw === undefined ? readCell(column, cells[column], against) : wrong(flaw),
    ] as const
  })
  const faults: CheckedRow['faults'] = Object.fromEntries(
    read.flatMap(([column, found]) => ('fault' in found ? [[column, found.fault]] : [])),
  )
  const born = readSheetDate(cells.birthDate)
  const gender = genderOf(cells.gender)
  const [address, postcode] = [spaced(cells.address), spaced(cells.postcode)]
  const isWhole = address !== '' && postcode !== ''
  const number = numberOf({ cells })
  const name = foldName(`${cells.firstName} ${cells.lastName}`).trim()
  const isNamed = !isUnseen(cells.firstName) && !isUnseen(cells.lastName)
  return {
    faults,
    patient:
      Object.keys(faults).length > 0 || !born.ok || gender === null
        ? null
        : {
            type: 'elderly',
            firstName: spaced(cells.firstName),
            lastName: spaced(cells.lastName),
            birthDate: `${born.day}T00:00:00.000Z`,
            gender,
            address: isWhole ? { address, postcode } : null,
            telephone: null,
            preExistingConditions: conditionsOf(cells.preExistingConditions),
            nationalIdentifierValue: number,
          },
    dropsAddress: !isWhole && (address !== '' || postcode !== ''),
    number,
    person: born.ok && name !== '' ? `${name} ${born.day}` : null,
    compared:
      born.ok && isNamed
        ? comparable({
            firstName: cells.firstName,
            lastName: cells.lastName,
            birthDate: born.day,
          })
        : null,
  }
}

/** For each row the row above that is most alike, by their numbers. */
const alikeAbove = (
  all: readonly (readonly [row: number, reading: RowReading])[],
): ReadonlyMap<number, NonNullable<CheckedRow['resembles']>> => {
  const born = new Map<string, { readonly row: number; readonly compared: Comparable }[]>()
  const found = new Map<number, NonNullable<CheckedRow['resembles']>>()
  for (const [row, { compared }] of all) {
    if (compared === null) continue
    // A day and the day that it is swapped with are of one group.
    const [day = ''] = [compared.birthDate, swapDayAndMonth(compared.birthDate)].toSorted()
    const above = born.get(day) ?? []
    born.set(day, above)
    const alike = above.flatMap((one) => {
      const likeness = likenessOf(compared, one.compared)
      return likeness === null ? [] : [{ row: one.row, likeness }]
    })
    const [most] = likest(alike)
    if (most !== undefined) found.set(row, most)
    above.push({ row, compared })
  }
  return found
}

/** Finds who stands among the rows twice: each row but the first makes a second patient. */
const joined = (
  all: readonly (readonly [row: number, reading: RowReading])[],
): readonly CheckedRow[] => {
  const numberIn = new Map(all.map(([row, { number }]) => [row, number]))
  const numbers = firstOf(all.map(([row, { number }]) => [row, number]))
  const people = firstOf(all.map(([row, { person }]) => [row, person]))
  const alike = alikeAbove(all)
  return all.map(([row, { number, person, patient, ...own }]): CheckedRow => {
    const ofNumber = numbers.get(number ?? '') ?? row
    const namesake = people.get(person ?? '') ?? row
    // Two with different numbers are two people (T7): asked about, and not refused.
    const isOther = number !== null && (numberIn.get(namesake) ?? number) !== number
    const ofPerson = isOther ? row : namesake
    const isRepeated = ofNumber !== row || ofPerson !== row
    return {
      row,
      faults: {
        ...(ofNumber === row ? {} : { nhsNumber: { code: 'number-twice', of: ofNumber } }),
        ...(ofPerson === row ? {} : { firstName: { code: 'patient-twice', of: ofPerson } }),
        ...own.faults,
      },
      patient: isRepeated ? null : patient,
      resembles: alike.get(row) ?? null,
      dropsAddress: own.dropsAddress,
    }
  })
}

/** Checks sheets, and reads a row once: after a correction the corrected row alone. */
export interface RowChecker {
  readonly isRead: (row: SheetRow) => boolean
  readonly read: (row: SheetRow) => void
  /**
   * Checks every cell of a sheet, and that nobody stands in it twice. Nothing is guessed: what is
   * not clear is a fault of its cell.
   */
  readonly check: (rows: readonly SheetRow[]) => readonly CheckedRow[]
}

/** A corrected row has other cells: they are what it is known by. */
export const rowChecker = (against: CheckedAgainst): RowChecker => {
  const known = new WeakMap<SheetRow['cells'], RowReading>()
  const read = (row: SheetRow): RowReading => {
    const found = known.get(row.cells) ?? readRow(row, against)
    known.set(row.cells, found)
    return found
  }
  return {
    isRead: ({ cells }) => known.has(cells),
    read,
    check: (rows) => joined(rows.map((one) => [one.row, read(one)])),
  }
}

/** The same of rows that are checked once. */
export const checkRows = (
  rows: readonly SheetRow[],
  against: CheckedAgainst,
): readonly CheckedRow[] => rowChecker(against).check(rows)
