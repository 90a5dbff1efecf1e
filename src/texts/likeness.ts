import type { Likeness } from '../domain/identity'

const names: Readonly<Record<Likeness['names'], string>> = {
  same: 'the names are the same',
  swapped: 'first and last name are swapped',
  lastNameLetter: 'the first name is the same, one letter of the last name differs',
  firstNameLetter: 'the last name is the same, one letter of the first name differs',
  firstNameBegins: 'the last name is the same, the first name begins with the same letter',
}
const birthDates: Readonly<Record<Likeness['birthDate'], string>> = {
  same: 'the date of birth is the same',
  swapped: 'day and month of the date of birth are swapped',
}

export const likenessTexts = {
  /** What of two people is alike, and what differs. */
  said: (likeness: Likeness): string =>
    `${names[likeness.names]}; ${birthDates[likeness.birthDate]}`,
}
