import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** The chat tab of the patient record. */
const enGB = {
  heading: 'Chat',
  about: (patient: string, organization: string): string =>
    `${patient} and the staff of ${organization} read this. Another organisation does not.`,
  urgent: 'A chat is not watched all the time. In an emergency, telephone.',
  log: 'Messages, newest last',
  newest: 'Go to the newest message',
  older: 'Show older messages',
  failed: 'An error occurred when fetching the chat',
  empty: {
    title: 'No messages yet',
    text: 'What the patient writes in their app appears here.',
  },
  emptyOffline:
    'The chat with this patient is not saved on this device. It loads when you are online.',
  row: {
    patient: (name: string): string => `${name} (patient)`,
    staff: (author: string, organization: string): string => `${author}, ${organization}`,
    unknownAuthor: 'Author not known',
    written: (when: string): string => `written ${when}`,
    stuck: (reason: string): string => `Could not be sent after several tries. Error: ${reason}`,
    inCentre: 'See it in the sync centre',
    decide: 'Decide in the sync centre',
  },
  unread: {
    one: 'Unread',
    count: (shown: number, total: number): string =>
      shown >= total
        ? `${total} unread ${total === 1 ? 'message' : 'messages'}`
        : `${total} unread ${total === 1 ? 'message' : 'messages'}, ${shown} of them shown here`,
    notKnown: 'Which messages are unread is not known now.',
    mark: 'Mark as read',
    failed: 'Not marked as read.',
  },
  send: {
    label: 'Message to the patient',
    button: 'Send',
    counter: (used: string, most: string): string => `${used} of ${most} characters`,
    saved:
      'Saved on this device. It is sent when you are online; after 15 minutes you are asked first.',
    sent: 'Message sent',
    failed: 'The message was not sent. Your text is still here.',
    draft: 'Draft saved on this device until you send it or sign out. Only you can see it.',
    offline:
      'You are offline. The message waits on this device for 15 minutes, then you are asked.',
  },
  closed:
    'This chat is closed: the patient is not admitted to a ward of your organisation. You can read the messages.',
}

const enUS: DeepPartial<typeof enGB> = {
  about: (patient, organization) =>
    `${patient} and the staff of ${organization} read this. Another organization does not.`,
  urgent: 'A chat is not watched all the time. In an emergency, call 911.',
  row: { inCentre: 'See it in the sync center', decide: 'Decide in the sync center' },
  closed:
    'This chat is closed: the patient is not admitted to a ward of your organization. You can read the messages.',
}

export type ChatTexts = typeof enGB

export const chatTexts = inEditions(enGB, enUS)
