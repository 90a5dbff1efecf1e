import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** The notes tab of the patient record. */
const enGB = {
  heading: 'Notes',
  add: {
    heading: 'Add a note',
    label: 'Note',
    button: 'Add note',
    counter: (used: string, most: string): string => `${used} of ${most} characters`,
    saved: 'Saved on this device. It is sent when you are online.',
    sent: 'Note saved',
    failed: 'The note was not saved. Your text is still here.',
    checkup: (when: string): string => `About the latest check-up (${when})`,
    generate: {
      button: 'Generate from the last 24 hours',
      failed: 'The text was not generated.',
      done: {
        complete:
          'Generated from the record. Read it, and change what is wrong, before you add it.',
        partial:
          'Generated from the record; not every vital sign was measured. Read it, and change what is wrong, before you add it.',
        noData:
          'The last 24 hours have no check-up, no alert and no continuous monitoring. The text says so.',
      },
      sources: 'Sources',
      checkup: (when: string): string => `check-up ${when}`,
      alert: (when: string): string => `alert ${when}`,
      more: (count: number): string => `and ${count} more`,
      none: 'no source',
    },
    draft: 'Draft saved on this device until you add it or sign out. Only you can see it.',
  },
  row: {
    by: (author: string, organization: string): string => `${author}, ${organization}`,
    unknownAuthor: 'Author not known',
    late: (received: string): string => `received ${received}`,
    clock: {
      ahead: (by: string): string => `Device clock ${by} ahead`,
      behind: (by: string): string => `Device clock ${by} behind`,
      why: (told: string): string =>
        `The clock of the device it was written on showed ${told}. The time shown here is the server's, as that device knew it.`,
    },
    stuck: (reason: string): string => `Could not be saved after several tries. Error: ${reason}`,
    inCentre: 'See it in the sync centre',
    decide: 'Decide in the sync centre',
    checkup: (when: string): string => `Check-up of ${when}`,
  },
  failed: 'An error occurred when fetching the notes',
  retry: 'Retry',
  more: 'Show older notes',
  empty: {
    title: 'No notes yet',
    text: 'Everyone who can open this record sees the notes.',
  },
  emptyOffline:
    'The notes of this patient are not saved on this device. They load when you are online.',
}

const enUS: DeepPartial<typeof enGB> = {
  row: { inCentre: 'See it in the sync center', decide: 'Decide in the sync center' },
}

export type NoteTexts = typeof enGB

export const noteTexts = inEditions(enGB, enUS)
