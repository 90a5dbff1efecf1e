/** What a name is made of; the names as registered. */
export interface PersonName {
  readonly firstName: string
  readonly lastName: string
}

/** A patient's name as clinical lists show it: `SMITH, John` (NHS CUI, patient name display). */
export const formatPatientName = ({ firstName, lastName }: PersonName): string =>
  [lastName.trim().toLocaleUpperCase('en'), firstName.trim()]
    .filter((part) => part !== '')
    .join(', ')

/** A name in spoken order: `John Smith`; a missing part leaves no gap. */
export const formatFullName = (name: {
  readonly firstName: string | null
  readonly lastName: string | null
}): string =>
  [name.firstName, name.lastName]
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join(' ')

const initial = (part: string): string => ([...part.trim()][0] ?? '').toLocaleUpperCase('en')

/** First letters of first and last name: `JS`. */
export const initials = ({ firstName, lastName }: PersonName): string =>
  initial(firstName) + initial(lastName)
