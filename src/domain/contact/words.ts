import type { Edition } from '../organization/organization'
import type { ContactKind, ContactPerson, PatientContact } from './contact'

/** How a contact ended, in words. */
export const contactOutcomeWords: Readonly<Record<PatientContact['outcome'], string>> = {
  spokenTo: 'Spoke to them',
  noAnswer: 'No answer',
  leftMessage: 'No answer, left a message',
  seen: 'Seen',
  notAtHome: 'Not at home',
  alertResolved: 'Alert resolved',
}

/** Who was called or visited, in words. */
export const contactPersonWords = (edition: Edition): Readonly<Record<ContactPerson, string>> => ({
  patient: 'Patient',
  carer: edition === 'en-US' ? 'Caregiver or relative' : 'Carer or relative',
  other: 'Someone else',
})

/** What kind of contact it was, in words. */
export const contactKindWords: Readonly<Record<ContactKind, string>> = {
  call: 'Call',
  visit: 'Visit',
}

/** A contact in one line, without its note: 'Call, patient: no answer'. */
export const contactSaid = (
  { kind, withWhom, outcome }: Pick<PatientContact, 'kind' | 'withWhom' | 'outcome'>,
  edition: Edition,
): string =>
  `${contactKindWords[kind]}, ${contactPersonWords(edition)[withWhom].toLowerCase()}: ${contactOutcomeWords[outcome].toLowerCase()}`
