import { inEditions } from './overlay'

/** The notifications: button in the bar, and drawer. */
const enGB = {
  title: 'Notifications',
  /** The button's name. */
  button: (unread: number | null): string =>
    unread === null
      ? 'Notifications, not known'
      : unread === 0
        ? 'Notifications, none unread'
        : `Notifications, ${unread} unread`,
  /** On the button, where nothing is known. */
  notKnown: '?',
  /** On the button, where a count would be too wide. */
  many: '99+',
  lead: (shown: number, total: number): string =>
    shown === total ? `${total} unread` : `${shown} of ${total} unread, of each patient the newest`,
  message: (patient: string): string => `${patient} sent a message`,
  open: 'Open chat',
  openOf: (patient: string, when: string): string => `Open chat: ${patient}, ${when}`,
  mark: 'Mark as read',
  markOf: (patient: string, when: string): string => `Mark as read: ${patient}, ${when}`,
  markAll: 'Mark these as read',
  failed: 'The notifications could not be loaded',
  notMarked: 'Not marked as read.',
  empty: {
    title: 'Nothing unread',
    text: 'Messages of patients appear here for 30 days, or until you mark them as read.',
  },
}

export type NotificationTexts = typeof enGB

export const notificationTexts = inEditions(enGB, {})
