import { formatFullName, type PersonName } from './names'

/** Without what keyboards change: spaces, capitals, curly apostrophes, composed accents. */
const asTyped = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLocaleLowerCase('en')

/** True when the text is this person's full name (C425). */
export const isFullNameOf = (typed: string, person: PersonName): boolean =>
  asTyped(typed) === asTyped(formatFullName(person))
