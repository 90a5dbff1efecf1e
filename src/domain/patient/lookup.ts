import { checkNationalIdentifier, type NationalIdentifierFault } from '../identity'

/** What somebody typed to look up a patient; '' where nothing. birthDate: `YYYY-MM-DD`. */
export interface TypedLookup {
  readonly nhsNumber: string
  readonly birthDate: string
  readonly firstName: string
  readonly lastName: string
}

/** What is sent: blank is null, the identifier ten digits, names without spaces around them. */
export interface LookupCriteria {
  readonly nhsNumber: string | null
  readonly birthDate: string | null
  readonly firstName: string | null
  readonly lastName: string | null
}

export type LookupField = keyof LookupCriteria

/** Look-ups that one user may make in a minute (K5). */
export const lookupsPerMinute = 20

const messages = {
  bothNames: 'Both first and last must be provided to search by name',
  nameNeedsBirthDate: 'Date of birth must be provided to search by name',
  notInPast: 'Date of birth must be in the past',
} as const

const orNull = (text: string): string | null => (text === '' ? null : text)

/**
 * Reads what was typed (O290 to O294).
 *
 * @param today the latest day that it may be where the person is, `YYYY-MM-DD`
 * @returns every fault by its field; an identifier's as its reason, whose words are the form kit's
 */
export const readLookup = (
  typed: TypedLookup,
  today: string,
): {
  readonly criteria: LookupCriteria
  readonly faults: Partial<Readonly<Record<Exclude<LookupField, 'nhsNumber'>, string>>>
  readonly identifierFault: NationalIdentifierFault | null
} => {
  const [number, firstName, lastName] = [typed.nhsNumber, typed.firstName, typed.lastName].map(
    (text) => text.trim(),
  ) as [string, string, string]
  const identifier = number === '' ? null : checkNationalIdentifier(number)
  const { birthDate } = typed
  const isNamed = firstName !== '' && lastName !== ''
  return {
    criteria: {
      nhsNumber: identifier?.ok === true ? identifier.value : null,
      birthDate: orNull(birthDate),
      firstName: orNull(firstName),
      lastName: orNull(lastName),
    },
    faults: {
      ...(firstName === '' && lastName !== '' ? { firstName: messages.bothNames } : {}),
      ...(lastName === '' && firstName !== '' ? { lastName: messages.bothNames } : {}),
      ...(birthDate > today
        ? { birthDate: messages.notInPast }
        : birthDate === '' && isNamed
          ? { birthDate: messages.nameNeedsBirthDate }
          : {}),
    },
    identifierFault: identifier === null || identifier.ok ? null : identifier.reason,
  }
}
