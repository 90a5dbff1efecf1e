/** Why a typed identifier is none. Each reason has its own message (NHS service manual). */
export type NationalIdentifierFault = 'letters' | 'length' | 'check-digit' | 'placeholder'

export type NationalIdentifierCheck =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly reason: NationalIdentifierFault }

/** Digits of an NHS number or an H&C number (O462). */
const nationalIdentifierLength = 10

/** The check digit of nine digits, modulus 11 with weights 10 to 2; null: none is valid. */
const checkDigitOf = (nine: string): number | null => {
  const sum = [...nine].reduce((total, digit, index) => total + Number(digit) * (10 - index), 0)
  const digit = 11 - (sum % 11)
  if (digit === 11) return 0
  return digit === 10 ? null : digit
}

/** One digit repeated, or digits up or down the row: what is typed where there is no number. */
const isPlaceholder = (ten: string): boolean => {
  const steps = [...ten.slice(1)].map((digit, at) => (Number(digit) - Number(ten[at]) + 10) % 10)
  return [0, 1, 9].some((step) => steps.every((one) => one === step))
}

/** Whether ten typed digits are of the range that NHS systems are tested with, which no patient has. */
export const isTestIdentifier = (text: string): boolean =>
  /^999\d{7}$/.test(text.replaceAll(/[\s-]/g, ''))

/**
 * Reads a typed NHS or H&C number into ten digits; separators are allowed. Source: NHS Data
 * Dictionary, NHS NUMBER (modulus 11); the H&C number has the same check.
 */
export const checkNationalIdentifier = (text: string): NationalIdentifierCheck => {
  const marks = text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')
  if (/[^0-9]/.test(marks)) return { ok: false, reason: 'letters' }
  if (marks.length !== nationalIdentifierLength) return { ok: false, reason: 'length' }
  if (isPlaceholder(marks)) return { ok: false, reason: 'placeholder' }
  const expected = checkDigitOf(marks.slice(0, -1))
  return expected === Number(marks.at(-1))
    ? { ok: true, value: marks }
    : { ok: false, reason: 'check-digit' }
}

/** Ten characters in groups of 3, 3 and 4 (P373, O211); anything else unchanged. */
export const formatNationalIdentifier = (value: string): string => {
  const bare = value.replace(/\s/g, '')
  return bare.length === nationalIdentifierLength
    ? `${bare.slice(0, 3)} ${bare.slice(3, 6)} ${bare.slice(6)}`
    : value
}
