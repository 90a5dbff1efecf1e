/**
 * Marks that some write and others leave out: accents of Latin, Greek and Cyrillic, Hebrew points,
 * Arabic harakat and the tatweel. Vowel signs of Indic and other scripts are letters, and stay.
 */
const marks =
  '\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f' +
  '\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7' +
  '\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed'
/** One apostrophe, however it is written. */
const apostrophes =
  "'\u0060\u00b4\u02b9\u02bb\u02bc\u02c8\u2018\u2019\u201b\u2032\ua78b\ua78c\uff07"
/** What nobody sees: joiners, hyphens that only break a line, controls of direction, variants. */
const unseen =
  '\u00ad\u034f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff\u{e0100}-\u{e01ef}'
/** A double name is written with a hyphen or a space; the hyphen stands last. */
const blanks =
  '\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u2010-\u2015\u2212-'

/**
 * Letters that Unicode takes apart into no other ones, and what people type for them; for Arabic,
 * those of the Persian and Urdu keyboards.
 */
const typedAs: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i', ĸ: 'k', ŋ: 'n', ŀ: 'l' },
  ...{ ƀ: 'b', ɓ: 'b', ɖ: 'd', ɗ: 'd', ƒ: 'f', ɣ: 'g', ƙ: 'k', ɲ: 'n', ɔ: 'o', ɛ: 'e' },
  ...{ ə: 'e', ǝ: 'e', ʋ: 'v', ƴ: 'y', ς: 'σ' },
  ...{ ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه', ہ: 'ه', ھ: 'ه' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ĳ: 'ij', ǆ: 'dz', ǉ: 'lj', ǌ: 'nj' },
}

const leftOut = new RegExp(`[${marks}${apostrophes}${unseen}]`, 'gu')
const between = new RegExp(`[${blanks}]+`, 'gu')
const others = new RegExp(`[${Object.keys(typedAs).join('')}]`, 'gu')

/**
 * Lower case without accents and apostrophes, hyphens as spaces, letters as people type them: how
 * names are compared and found. `fold_text` of the database (server/db/migrations/0000-baseline/01-text.sql)
 * is the same: tests/server/name-folding.test.ts compares them over all of Unicode.
 */
export const foldName = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(leftOut, '')
    .replaceAll(between, ' ')
    .toLowerCase()
    .replaceAll(others, (letter) => typedAs[letter] ?? letter)

/** Characters that take no place, or one that stays blank: formatting, fillers, empty braille. */
const blank = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** What somebody reads of a name, as names are compared. */
const seenOf = (text: string): string =>
  foldName(text).replaceAll(blank, '').replaceAll(/ +/g, ' ').trim()

/** Whether a text has nothing that anybody would see. */
export const isUnseen = (text: string): boolean => seenOf(text) === ''

/** Whether two names of things are read as the same. */
const isSameName = (one: string, other: string): boolean => seenOf(one) === seenOf(other)

/** Whether another one of these has a name. @param id the own; null: it is a new one */
export const isTakenName = (
  name: string,
  known: readonly { readonly id: string; readonly name: string }[],
  id: string | null,
): boolean => !isUnseen(name) && known.some((one) => one.id !== id && isSameName(one.name, name))

/**
 * What names have in common that are easily taken for each other: the last name without its spaces
 * and dots, and how the first begins. `similar_key` of the database is the same.
 */
export const similarKey = (firstName: string, lastName: string): string =>
  `${foldName(lastName).replaceAll(/[ .]/g, '')} ${Array.from(foldName(firstName).trim())[0] ?? ''}`
