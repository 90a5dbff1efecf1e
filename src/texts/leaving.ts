import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** The dialog before a sign-out, and the banner while internal staff act as somebody. */
const enGB = {
  signOut: {
    heading: (unsent: number): string =>
      unsent === 1 ? '1 record has not been sent yet' : `${unsent} records have not been sent yet`,
    body: (unsent: number): string =>
      unsent === 1
        ? 'It is safe on this device and will be sent under your name when the device is connected. If that is in more than 3 days, a supervisor has to enter it. The next person to sign in cannot read it.'
        : 'They are safe on this device and will be sent under your name when the device is connected. If that is in more than 3 days, a supervisor has to enter them. The next person to sign in cannot read them.',
    /** Of what waits: the server may say no when nobody can read the words any more. */
    later: (waiting: number): string =>
      waiting === 1
        ? 'If it is not accepted, the sync centre will show which record it was, but not its text. Copy the text before you sign out if you may need it.'
        : 'If one is not accepted, the sync centre will show which record it was, but not its text. Copy the text before you sign out if you may need it.',
    attentionAll: (count: number): string =>
      count === 1
        ? 'It needs your decision before it can be sent. After you sign out its text cannot be read on this device. Decide now, or hand it over on paper.'
        : 'They need your decision before they can be sent. After you sign out their text cannot be read on this device. Decide now, or hand them over on paper.',
    attention: (count: number): string =>
      count === 1
        ? '1 of them needs your decision before it can be sent. After you sign out its text cannot be read on this device. Decide now, or hand it over on paper.'
        : `${count} of them need your decision before they can be sent. After you sign out their text cannot be read on this device. Decide now, or hand them over on paper.`,
    look: 'Open the sync centre',
    offline: 'You are offline. Nothing is lost, and you do not need to enter anything again.',
    online: 'When you sign out, this device first tries for up to 10 seconds to send them.',
    /** Internal staff acted as somebody: nothing of it stays on the device. */
    acting:
      'When you exit, this device first tries for up to 10 seconds to send them. What is not sent by then is lost, because what was kept here while you acted as another user is deleted. Write it down first, or stay until it is sent.',
    /** Forms whose words exist on this device alone. */
    typed: {
      heading: 'What you typed has not been sent',
      deleted: 'Signing out deletes what you typed on this device and did not send:',
      kinds: {
        handover: (count: number) =>
          count === 1 ? 'your handover of 1 patient' : `your handover of ${count} patients`,
        note: (count: number) => (count === 1 ? '1 note' : `${count} notes`),
        chat: (count: number) => (count === 1 ? '1 message' : `${count} messages`),
        referral: (count: number) => (count === 1 ? '1 referral' : `${count} referrals`),
        admission: (count: number) => (count === 1 ? '1 admission' : `${count} admissions`),
        thresholds: (count: number) =>
          count === 1 ? 'thresholds of 1 patient' : `thresholds of ${count} patients`,
        correction: (count: number) => (count === 1 ? '1 correction' : `${count} corrections`),
        upload: () => 'a list of patients to add',
        other: (count: number) => (count === 1 ? '1 other form' : `${count} other forms`),
      },
      first: 'Send it or print it first. Nobody else can read it, and it cannot be brought back.',
    },
    confirm: 'Sign out',
    cancel: 'Stay signed in',
    goes: 'Signing out.',
    sending: (sent: number, of: number): string =>
      `Sending before you are signed out: ${sent} of ${of} sent`,
    leaving: 'Signing out. Unsent work is safe on this device.',
  },
  acting: {
    title: (name: string): string => `You act as ${name}`,
    body: 'What you do is logged under both names. Users, roles, keys and integrations cannot be changed. What is kept on this device meanwhile is deleted when you exit.',
    exit: 'Exit',
  },
}

const enUS: DeepPartial<typeof enGB> = {
  signOut: {
    look: 'Open the sync center',
    later: (waiting: number): string =>
      waiting === 1
        ? 'If it is not accepted, the sync center will show which record it was, but not its text. Copy the text before you sign out if you may need it.'
        : 'If one is not accepted, the sync center will show which record it was, but not its text. Copy the text before you sign out if you may need it.',
  },
}

export type LeavingTexts = typeof enGB

export const leavingTexts = inEditions(enGB, enUS)
