import { isDate } from '../time/calendar'

const dayMs = 86_400_000
const dayOfMs = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The last day that a spreadsheet knows, 31 December 9999. */
const lastSerial = 2_958_465

/** Days between the first days of the two systems of dates. */
const between = 1_462

/** A day that a cell says, and whether a time of day stands with it. */
export interface SheetMoment {
  /** `YYYY-MM-DD` */
  readonly day: string
  readonly hasTime: boolean
}

const secondsADay = 86_400

/**
 * What a spreadsheet's serial number says (O232), to the second: midnight is often kept a billionth
 * of a day too early.
 *
 * @param is1904 the workbook counts from 1 January 1904, not from 1900
 * @returns null: no day, such as the 29 February 1900 that spreadsheets invented (ECMA-376, part 1,
 *   18.17.4.1)
 */
export const momentOfSerial = (serial: number, is1904: boolean): SheetMoment | null => {
  const seconds = Math.round(serial * secondsADay)
  const days = Math.floor(seconds / secondsADay) + (is1904 ? between : 0)
  if (!(days >= 1 && days <= lastSerial) || days === 60) return null
  return {
    day: dayOfMs(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * dayMs),
    hasTime: seconds % secondsADay !== 0,
  }
}

/**
 * What a date of ISO 8601 says, by its text alone: no zone moves it to another day.
 *
 * @returns null: it has no day, such as a time alone
 */
export const momentOfIso = (text: string): SheetMoment | null => {
  const [, day, time = ''] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ]([\d:.,]+)(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(text.trim()) ?? []
  return day === undefined || !isDate(day) ? null : { day, hasTime: /[1-9]/.test(time) }
}

/**
 * Whether a number of the birth dates may be a year that somebody typed, such as 1950. Nobody is
 * alive who was born on the days that have these serial numbers from 1900, in 1904 and 1905.
 */
export const isYear = (value: number): boolean =>
  Number.isInteger(value) && value >= 1800 && value <= 2100

export type SheetDate =
  | { readonly ok: true; readonly day: string }
  /** `form`: not written as DD/MM/YYYY. `year`: a year alone. `no-day`: there is no such day. */
  | { readonly ok: false; readonly reason: 'form' | 'year' | 'no-day' }

/** Reads a birth date as the sheet has it, DD/MM/YYYY (O231), into `YYYY-MM-DD`. */
export const readSheetDate = (text: string): SheetDate => {
  const packed = text.replaceAll(/\s/g, '')
  if (/^\d{4}$/.test(packed) && isYear(Number(packed))) return { ok: false, reason: 'year' }
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(packed) ?? []
  if (day === undefined || month === undefined) return { ok: false, reason: 'form' }
  const read = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(read) ? { ok: true, day: read } : { ok: false, reason: 'no-day' }
}

/** A day (`YYYY-MM-DD`) as the sheet has it. */
export const sheetDate = (day: string): string => day.split('-').toReversed().join('/')
