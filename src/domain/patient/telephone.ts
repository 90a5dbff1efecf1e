import type { Edition } from '../organization/organization'

export type TelephoneCheck =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly reason: 'letters' | 'length' | 'country-code' | 'leading-zero' }

/**
 * Reads a typed telephone number: 5 to 20 digits. The edition's country code is taken off (P272,
 * P273); a UK number then starts with 0.
 */
export const checkTelephone = (text: string, edition: Edition): TelephoneCheck => {
  const marks = text.normalize('NFKC').replace(/[\s().\-\u2010-\u2015/]/g, '')
  if (!/^\+?\d*$/.test(marks)) return { ok: false, reason: 'letters' }
  const international = marks.replace(/^00/, '+')
  const own = edition === 'en-US' ? '+1' : '+44'
  if (international.startsWith('+') && !international.startsWith(own))
    return { ok: false, reason: 'country-code' }
  const national = international.startsWith(own) ? international.slice(own.length) : marks
  const value =
    edition === 'en-US'
      ? national.replace(/^1(?=\d{10}$)/, '')
      : international.startsWith(own)
        ? `0${national.replace(/^0/, '')}`
        : national
  if (value.length < 5 || value.length > 20) return { ok: false, reason: 'length' }
  return edition === 'en-GB' && !value.startsWith('0')
    ? { ok: false, reason: 'leading-zero' }
    : { ok: true, value }
}
