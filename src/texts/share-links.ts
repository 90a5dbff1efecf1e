import { inEditions } from './overlay'

const hoursLong = (hours: number): string =>
  hours === 1
    ? '1 hour'
    : hours < 24
      ? `${hours} hours`
      : hours === 24
        ? '1 day'
        : `${hours / 24} days`

/** Links to one record: the page that lists them, the dialog that makes one, and what a reader by one is told. */
const enGB = {
  title: 'Patient Record Sharing',
  text: 'A person who has a link reads the record of one patient, without signing in, until the link ends. A link stops early when the person who made it may no longer share records, and when the patient leaves this organisation.',
  headings: { user: 'User', patient: 'Patient', expiresAt: 'Expires At' },
  hidden: 'A patient whose record you cannot open',
  gone: 'A patient who is no longer with this organisation',
  stopped: {
    EXPIRED: 'Expired',
    PATIENT_GONE: 'Stopped: the patient is no longer with this organisation',
    MAKER_GONE: 'Stopped: the user may no longer share records',
  },
  empty: 'Organization has no patient records shared outside the product',
  emptyText: 'A link is made on the record of a patient, with “Share record”.',
  loadFailed: 'An error occurred while loading data',
  noRows: 'Failed to load patient sharing data. Press retry to try again.',
  end: {
    action: 'Delete link',
    title: 'Delete the link',
    sure: 'Nobody can open the record with this link any more. A page that is open with it closes at its next request.',
    failed: 'The link was not deleted',
  },
  share: {
    title: 'Share record',
    text: 'A link opens this record for reading: vitals, care pathway, notes and action log. A person who has the link needs no account. Each time the record is read is in its log.',
    hours: 'The link works for',
    option: hoursLong,
    submit: 'Make link',
    failed: 'No link was made',
    made: 'The link was made',
    link: 'Link',
    warning:
      'Send it only to the person who is to read the record, in a way that nobody else sees.',
    lost: 'A link was made, but it did not arrive, and nobody can show it again. Delete it under Settings, Patient Sharing, and make another.',
    close: 'Close',
  },
  expired: {
    title: 'Your access link has expired',
    text: 'Open the link that you were given once more: reloading a page gives it up. If it still does not open, it has ended. Ask for a new one.',
    login: 'Log in',
  },
  reader: {
    name: 'Access link',
    title: (organization: string): string =>
      `You read this record by an access link of ${organization}`,
    text: (until: string): string =>
      `The link ends at ${until}. Nothing is kept on this device: close the page when you have finished.`,
    account: 'You have no account here. The link opens one record, for reading.',
  },
}

export const shareLinksTexts = inEditions(enGB, {
  text: 'A person who has a link reads the record of one patient, without signing in, until the link ends. A link stops early when the person who made it may no longer share records, and when the patient leaves this organization.',
  gone: 'A patient who is no longer with this organization',
  stopped: { PATIENT_GONE: 'Stopped: the patient is no longer with this organization' },
})
