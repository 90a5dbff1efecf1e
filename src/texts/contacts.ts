import { inEditions } from './overlay'

/** Calls and visits of a patient. Times come as text. */
const enGB = {
  title: 'Calls and visits',
  none: 'No call and no visit is recorded.',
  latest: 'Latest calls and visits',
  record: {
    action: 'Record a call or visit',
    kind: 'What it was',
    withWhom: 'Who was called or visited',
    outcome: 'What came of it',
    note: 'Note',
    noteHint: 'May be left empty',
    save: 'Save',
    saved: 'Saved. It is in the list below.',
    close: 'Close',
    failed: 'The call or visit was not saved.',
  },
  /** Nobody answered twice in a row or more. */
  notReached: {
    title: (times: number): string => `Nobody answered the last ${times} calls or visits.`,
    of: (ward: string): string => `What ${ward} does:`,
    none: 'This ward has written no procedure for patients who do not answer.',
    write: 'Write it under Wards, Edit',
    noWard: 'The patient is on no ward.',
  },
  by: (name: string, at: string): string => (name === '' ? at : `${name}, ${at}`),
  alerts: (count: number): string => (count === 1 ? 'about an alert' : `about ${count} alerts`),
  unsent: 'Call or visit',
  offline: 'You are offline. What you record is saved on this device and sent when you reconnect.',
}

/** The texts of an edition. */
export const contactsTexts = inEditions(enGB, {})
