import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** Texts of the form kit: loaded with the first form, not with the first load. */
const enGB = {
  cancel: 'Cancel',
  save: 'Save',
  choose: 'Choose…',
  missing: (label: string) => `Fill in “${label}”`,
  notChosen: (label: string) => `Choose “${label}”`,
  notSaved: 'Not saved',
  date: {
    /** How a date is typed in the edition. */
    pattern: 'DD/MM/YYYY',
    wrong: 'Enter a date such as 31/01/2026',
    calendar: (label: string) => `Calendar for “${label}”`,
    previous: 'Previous month',
    next: 'Next month',
    day: 'Date',
    time: 'Time',
    timePattern: 'HH:MM',
    timeWrong: 'Enter a time such as 14:30',
    skipped: 'The clocks go forward over this time: it does not exist on that day',
    twice: 'The clocks go back, so this time comes twice that day. Choose which one',
    earlier: (zone: string) => `The first one${zone}`,
    later: (zone: string) => `The second one${zone}`,
  },
  identifier: {
    letters: 'It has digits only',
    length: 'It has 10 digits',
    'check-digit': 'One of the digits is wrong: compare it with the patient’s papers',
    placeholder: 'This is no patient’s number: enter theirs, or leave the field empty',
    test: 'Numbers that begin with 999 are for tests: no patient has one',
  },
  telephone: {
    hint: 'Enter the number starting with 0, without the country code (+44)',
    letters: 'Enter digits only',
    length: 'It has 5 to 20 digits',
    'country-code': 'Enter a UK number, without a country code',
    'leading-zero': 'Start the number with 0',
  },
  name: {
    hint: 'Enter the full name to confirm that you mean this patient',
    mismatch: 'This is not the full name of the patient',
  },
  picker: {
    placeholder: 'Search by name',
    searching: 'Searching…',
    failed: 'The search failed',
    retry: 'Try again',
    clear: (label: string) => `Clear “${label}”`,
    found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
    cannot: (label: string, reason: string) => `${label}: ${reason}`,
  },
  email: 'Enter an email address such as name@example.org',
  kept: 'What you typed is kept on this device until you save or cancel.',
  unknown: {
    title: 'It is not known whether this was saved',
    checking: 'Checking whether this was saved…',
    text: 'The connection was lost before the answer came. Lamplight keeps checking, and nothing is saved twice.',
    offline: 'The connection was lost. Lamplight checks when you are online.',
    check: 'Check now',
  },
  /** Asked before work that is not saved is given up. */
  leave: {
    typed: {
      title: 'Discard what you typed?',
      text: 'It is not saved.',
      yes: 'Discard',
      no: 'Keep editing',
    },
    unknown: {
      title: 'Close without knowing whether this was saved?',
      text: 'It may be saved already. Look for it before you enter it again.',
      yes: 'Close anyway',
      no: 'Keep checking',
    },
    secret: {
      title: 'Leave without the secret?',
      text: 'It is shown only this once. Nobody can show it again.',
      yes: 'Leave anyway',
      no: 'Go back to it',
    },
  },
  secret: {
    warning: 'Copy it now. For safety it is shown only this once.',
    copy: (label: string) => `Copy ${label}`,
    done: 'I have copied it',
  },
}

const enUS: DeepPartial<typeof enGB> = {
  date: {
    pattern: 'MM/DD/YYYY',
    wrong: 'Enter a date such as 01/31/2026',
    timePattern: 'H:MM AM',
    timeWrong: 'Enter a time such as 2:30 PM',
  },
  telephone: {
    hint: 'Enter the number without the country code (+1)',
    'country-code': 'Enter a US number, without a country code',
  },
}

export type FormTexts = typeof enGB

export const formTexts = inEditions(enGB, enUS)
