/** Marks of one apostrophe, and characters that nobody sees: they tell no name from another. */
const leftOut =
  /[\p{M}'\u0060\u00b4\u02b9\u02bb\u02bc\u02c8\u2018\u2019\u201b\u2032\uff07\u00ad\u200b-\u200d\u2060\ufeff]/gu
/** A double name is written with a hyphen or a space. */
const between = /[\s\u2010-\u2015\u2212-]+/g

/**
 * Lower case without accents and apostrophes, hyphens as spaces: how names are compared and found.
 * `fold_text` of the database does the same.
 */
export const foldName = (text: string): string =>
  text.normalize('NFD').replaceAll(leftOut, '').replaceAll(between, ' ').toLowerCase()

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
