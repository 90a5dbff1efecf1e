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

/** Whether a text has nothing that anybody would see. */
export const isUnseen = (text: string): boolean => foldName(text).trim() === ''

/**
 * What names have in common that are easily taken for each other: the last name without its spaces
 * and dots, and how the first begins. `similar_key` of the database is the same.
 */
export const similarKey = (firstName: string, lastName: string): string =>
  `${foldName(lastName).replaceAll(/[ .]/g, '')} ${Array.from(foldName(firstName).trim())[0] ?? ''}`
