import { foldName, similarKey } from './fold-name'
import type { PersonName } from './names'

/** Whom a likeness is of. */
export interface NamedPerson extends PersonName {
  /** YYYY-MM-DD */
  readonly birthDate: string
}

/** How names are alike, the likest first. */
export const nameLikenesses = [
  'same',
  'swapped',
  'lastNameLetter',
  'firstNameLetter',
  'firstNameBegins',
] as const
type NameLikeness = (typeof nameLikenesses)[number]

/** How birth dates are alike; swapped: the day of one is the month of the other. */
export const birthDateLikenesses = ['same', 'swapped'] as const

/** What of two people is alike. */
export interface Likeness {
  /**
   * swapped: the first name is the last name of the other one; …Letter: that name differs by one
   * letter, and the other name is the same; firstNameBegins: the same last name, apart from spaces
   * and dots, and the first name begins with the same letter.
   */
  readonly names: NameLikeness
  readonly birthDate: (typeof birthDateLikenesses)[number]
}

/** The day with day and month swapped; itself where there is no such day. @param date YYYY-MM-DD */
export const swapDayAndMonth = (date: string): string => {
  const [year = '', month = '', day = ''] = date.split('-')
  return day > '12' ? date : `${year}-${day}-${month}`
}

/** Whether one letter is another, is left out, or changes place with its neighbour. */
const isOneLetterApart = (one: string, other: string): boolean => {
  const [short, long] = [Array.from(one), Array.from(other)].toSorted((a, b) => a.length - b.length)
  if (short === undefined || long === undefined) return false
  const more = long.length - short.length
  if (short.length === 0 || more > 1) return false
  const begin = short.findIndex((letter, at) => letter !== long[at])
  const at = begin < 0 ? short.length : begin
  const isSameFrom = (from: number, fromLong: number): boolean =>
    short.slice(from).join('') === long.slice(fromLong).join('')
  if (more === 1) return isSameFrom(at, at + 1)
  if (at === short.length) return false
  const isTurned = short[at] === long[at + 1] && short[at + 1] === long[at]
  return isSameFrom(at + 1, at + 1) || (isTurned && isSameFrom(at + 2, at + 2))
}

/** A person as they are compared, folded once. */
export interface Comparable {
  readonly first: string
  readonly last: string
  readonly key: string
  readonly birthDate: string
}

/** Folds what is compared of a person, for `likenessOf`. */
export const comparable = ({ firstName, lastName, birthDate }: NamedPerson): Comparable => ({
  first: foldName(firstName).trim(),
  last: foldName(lastName).trim(),
  key: similarKey(firstName, lastName),
  birthDate,
})

const namesOf = (one: Comparable, other: Comparable): NameLikeness | null => {
  if (`${one.first} ${one.last}` === `${other.first} ${other.last}`) return 'same'
  if (`${one.first} ${one.last}` === `${other.last} ${other.first}`) return 'swapped'
  if (one.first === other.first && isOneLetterApart(one.last, other.last)) return 'lastNameLetter'
  if (one.last === other.last && isOneLetterApart(one.first, other.first)) return 'firstNameLetter'
  return one.key === other.key ? 'firstNameBegins' : null
}

/**
 * What of two people is so much alike that one may be the other, mistyped (decision T7). Names are
 * compared as `foldName` folds them.
 * @returns null: nothing that is warned of
 */
export const likenessOf = (one: Comparable, other: Comparable): Likeness | null => {
  const birthDate =
    one.birthDate === other.birthDate
      ? 'same'
      : swapDayAndMonth(one.birthDate) === other.birthDate
        ? 'swapped'
        : null
  if (birthDate === null) return null
  const names = namesOf(one, other)
  return names === null ? null : { names, birthDate }
}

/**
 * Whether one is registered beside the other for a reason alone (T7). Two identifiers are those of
 * two people, since one identifier names one patient.
 */
export const isDouble = ({ names, birthDate }: Likeness, haveIdentifiers: boolean): boolean =>
  names === 'same' && birthDate === 'same' && !haveIdentifiers

/** Those who are alike, the likest first, a same birth date before a swapped one. */
export const likest = <Alike extends { readonly likeness: Likeness }>(
  alike: readonly Alike[],
): readonly Alike[] => {
  const rank = ({ likeness: { names, birthDate } }: Alike): number =>
    nameLikenesses.indexOf(names) + (birthDate === 'same' ? 0 : nameLikenesses.length)
  return alike.toSorted((one, other) => rank(one) - rank(other))
}
