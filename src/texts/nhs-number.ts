import { inEditions } from './overlay'

const otherwise = (fields: readonly string[]): string =>
  `The national directory has otherwise: ${fields.join(', ')}.`

/** The NHS number details. O section 2.4 and 8 verbatim. */
const enGB = {
  show: 'Show details',
  title: 'NHS Number Details',
  labels: {
    nhsNumber: 'NHS Number',
    retrieved: 'Latest Retrieval Time',
    status: 'Latest Status',
    details: 'Details',
  },
  close: 'Close',
  failedToast: 'An error occurred when trying to fetch NHS number details for this patient',
  failed: 'Failed to find NHS number details',
  never: 'Never',
  statuses: {
    Found: 'Found',
    NotFound: 'Not Found',
    Superseded: 'Superseded',
    Mismatch: 'Mismatch',
    Died: 'Died, by the directory',
    Incomplete: 'Known, not compared',
    Pending: 'Pending',
    NotTraced: 'Not traced',
  },
  details: {
    Found: 'The national directory knows this number, with the same name, date of birth and sex.',
    NotFound: 'The national directory does not know this number.',
    Superseded: 'The national directory has replaced this number by another one.',
    Mismatch: otherwise,
    Died: (fields: readonly string[]): string =>
      ['The national directory says that the person with this number has died.']
        .concat(fields.length === 0 ? [] : otherwise(fields))
        .join(' '),
    Incomplete: (fields: readonly string[]): string =>
      `The national directory knows this number. It does not say, so that nothing was compared: ${fields.join(', ')}.`,
    Pending: 'The national directory was asked and has not answered yet.',
    NotTraced: 'The national directory was not asked about this number.',
  },
  fields: {
    firstName: 'first name',
    lastName: 'last name',
    birthDate: 'date of birth',
    gender: 'sex',
  },
  hint: 'If something here is incorrect, report the discrepancy to support.',
  hintNotFound:
    'Check first name, last name, date of birth and sex. If they are right, report the discrepancy to support.',
}

export const nhsNumberTexts = inEditions(enGB, {})
