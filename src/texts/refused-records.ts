import { inEditions } from './overlay'

const enGB = {
  title: 'Refused records',
  text: 'Records that were refused: their author’s account is disabled, they left the organisation, or their sign-in on the device had ended before the record arrived. Look at the patient’s record before you enter one: its author may have sent it again. A record stays encrypted until you read it.',
  headings: {
    kind: 'Record',
    author: 'Written by',
    writtenAt: 'Written',
    refusedAt: 'Refused',
    purgedAt: 'Deleted after',
    state: 'Done about it',
  },
  notKnown: 'Not known',
  notOpened: 'Not opened',
  opened: 'Opened',
  empty: { title: 'There are no refused records' },
  failed: 'The refused records could not be loaded',
  patient: 'Open patient record',
  open: {
    action: 'Read',
    title: 'Read this record?',
    why: 'Why do you read it?',
    hint: 'Kept with your name. That you read it is written into the action log.',
    confirm: 'Read it',
    failed: 'It was not opened',
    written: 'What was written',
    about: (name: string, born: string): string => `About ${name}, born ${born}`,
    close: 'Close',
  },
  settle: {
    action: 'Say what was done',
    title: 'What was done about it?',
    label: 'Done about it',
    confirm: 'Save',
    failed: 'It was not saved',
  },
  outcomes: {
    ENTERED: 'Entered on the record',
    PASSED_ON: 'Passed to a colleague',
    NOT_NEEDED: 'Nothing is missing',
  },
}

/** The texts of /settings/refused-records in an edition; the same object each time. */
export const refusedRecordsTexts = inEditions(enGB, {
  text: 'Records that were refused: their author’s account is disabled, they left the organization, or their sign-in on the device had ended before the record arrived. Look at the patient’s record before you enter one: its author may have sent it again. A record stays encrypted until you read it.',
})
