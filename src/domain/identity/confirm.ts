import { formatFullName, type PersonName } from './names'

/**
 * Without what a keyboard changes on its own: spaces at the ends or doubled, capitals, curly
 * apostrophes, composed accents.
 */
const asTyped = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLocaleLowerCase('en')

/**
 * True when somebody typed the full name of this person, to show that they mean nobody else (C425).
 */
export const isFullNameOf = (typed: string, person: PersonName): boolean =>
  asTyped(typed) === asTyped(formatFullName(person))
