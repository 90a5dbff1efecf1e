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

/** Somebody of staff, as far as the reader may know them. */
export interface StaffName {
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
  /** Told where they have no name (Person in schema/shared.graphql). */
  readonly email?: string | null | undefined
}

/**
 * How somebody of staff is named: by their full name, else by their e-mail, as whoever was invited
 * and gave no name. Empty: neither is known to the reader, who says so in words of their own.
 */
export const formatStaffName = (person: StaffName | null | undefined): string =>
  person == null
    ? ''
    : formatFullName({ firstName: person.firstName ?? null, lastName: person.lastName ?? null }) ||
      (person.email ?? '')

/** The person that a device writes down as the author of what it holds. */
export const authorOf = ({
  id,
  firstName,
  lastName,
  email,
}: {
  readonly id: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string
}) => ({
  id,
  firstName,
  lastName,
  email: formatFullName({ firstName, lastName }) === '' ? email : null,
})

const initial = (part: string): string => ([...part.trim()][0] ?? '').toLocaleUpperCase('en')

/** First letters of first and last name: `JS`. */
export const initials = ({ firstName, lastName }: PersonName): string =>
  initial(firstName) + initial(lastName)
