/**
 * Why a typed identifier is not one: each reason has its own message at the field (NHS service
 * manual, decisions).
 */
export type NationalIdentifierFault = 'letters' | 'length' | 'check-digit'

export type NationalIdentifierCheck =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly reason: NationalIdentifierFault }

/** Digits of an NHS number or an H&C number (O462). */
const nationalIdentifierLength = 10

/**
 * The check digit of nine digits, modulus 11 with weights 10 to 2; null where the remainder allows
 * none.
 */
const checkDigitOf = (nine: string): number | null => {
  const sum = [...nine].reduce((total, digit, index) => total + Number(digit) * (10 - index), 0)
  const digit = 11 - (sum % 11)
  if (digit === 11) return 0
  return digit === 10 ? null : digit
}

/**
 * Reads a typed NHS or H&C number: spaces, dashes and other separators are taken, the answer is the
 * ten digits. Source: NHS Data Dictionary, NHS NUMBER (modulus 11); the H&C number uses the same
 * check (decisions).
 */
export const checkNationalIdentifier = (text: string): NationalIdentifierCheck => {
  const marks = text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')
  if (/[^0-9]/.test(marks)) return { ok: false, reason: 'letters' }
  if (marks.length !== nationalIdentifierLength) return { ok: false, reason: 'length' }
  const expected = checkDigitOf(marks.slice(0, -1))
  return expected === Number(marks.at(-1))
    ? { ok: true, value: marks }
    : { ok: false, reason: 'check-digit' }
}

/**
 * An identifier as people read it: ten characters in groups of 3, 3 and 4 (P373, O211); anything
 * else as it is.
 */
export const formatNationalIdentifier = (value: string): string => {
  const bare = value.replace(/\s/g, '')
  return bare.length === nationalIdentifierLength
    ? `${bare.slice(0, 3)} ${bare.slice(3, 6)} ${bare.slice(6)}`
    : value
}
