import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/**
 * What stands around every page: navigation, menus, banners, and the pages for what cannot be
 * shown. P section 2 verbatim.
 */
const enGB = {
  product: 'Lamplight',
  syncCentre: 'Sync centre',
  support: 'support@lamplight.example',
  userMenu: {
    open: (name: string): string => `User menu of ${name}`,
    account: 'Account',
    sync: (unsent: number): string => (unsent === 0 ? 'Sync centre' : `Sync centre (${unsent})`),
    actingAs: 'Acting organisation',
    switchFailed: 'An error occurred when switching organisation',
    language: 'Language',
    english: 'English (UK)',
    american: 'English (US)',
    release: (version: string): string => `Lamplight ${version}`,
    signOut: 'Sign out',
    signingOut: 'Signing out…',
  },
  signOut: {
    heading: (unsent: number): string =>
      unsent === 1
        ? '1 record is not with the server yet'
        : `${unsent} records are not with the server yet`,
    body: (unsent: number): string =>
      unsent === 1
        ? 'It is safe on this device and will be sent later under your name. Whoever signs in after you cannot read it.'
        : 'They are safe on this device and will be sent later under your name. Whoever signs in after you cannot read them.',
    /** Of what waits: the server may say no when nobody can read the words any more. */
    later: (waiting: number): string =>
      waiting === 1
        ? 'If the server does not take it then, the sync centre tells you which record it was, but not its words: after you sign out they cannot be read here.'
        : 'If the server does not take one of them then, the sync centre tells you which record it was, but not its words: after you sign out they cannot be read here.',
    attentionAll: (count: number): string =>
      count === 1
        ? 'It needs your decision and cannot be sent without it. After you sign out its words cannot be read here any more: decide now, or hand it over on paper.'
        : 'They need your decision and cannot be sent without it. After you sign out their words cannot be read here any more: decide now, or hand them over on paper.',
    attention: (count: number): string =>
      count === 1
        ? '1 of them needs your decision and cannot be sent without it. After you sign out its words cannot be read here any more: decide now, or hand it over on paper.'
        : `${count} of them need your decision and cannot be sent without it. After you sign out their words cannot be read here any more: decide now, or hand them over on paper.`,
    look: 'Open the sync centre',
    offline: 'There is no connection now: nothing is lost, and nothing has to be typed again.',
    online: 'When you sign out, this device first tries for up to 10 seconds to send what waits.',
    confirm: 'Sign out',
    cancel: 'Stay signed in',
    sending: (sent: number, of: number): string =>
      `Sending before you are signed out: ${sent} of ${of} sent`,
    leaving: 'Signing out. What is not sent stays safe on this device.',
  },
  inactivity: {
    heading: 'Your session is about to end',
    body: 'Nobody has used Lamplight here for a while.',
    left: (minutes: number, seconds: number): string =>
      `You are signed out in ${minutes}:${String(seconds).padStart(2, '0')}.`,
    unsent: 'Work that has not been sent stays on this device.',
    signOut: 'Sign out',
    stay: 'Stay signed in',
  },
  storage: {
    evicted: (count: number): string =>
      count === 0
        ? 'The browser removed what this device kept. Nothing unsent was known to be in it.'
        : count === 1
          ? '1 record was removed by the browser before it was known to be on the record.'
          : `${count} records were removed by the browser before they were known to be on the record.`,
    evictedText: 'Look at the patients you wrote about, and enter again what is missing.',
    full: 'NOT SAVED: this device is full.',
    nothingKept: 'This browser lets the portal keep nothing.',
    nothingKeptText: (waiting: number): string =>
      `${waiting === 0 ? '' : `${waiting === 1 ? '1 record that waits' : `${waiting} records that wait`} in this browser cannot be reached now; reload this page, or restart the browser, to send ${waiting === 1 ? 'it' : 'them'}. `}` +
      'It is a private window, site data is blocked, or its storage is damaged. You can work while there is a connection: nothing waits here to be sent later, and a reload asks you to sign in again.',
    unreadable: 'What waits on this device cannot be read now.',
    unreadableText:
      'The browser does not give it out. It is tried again by itself; if this stays, reload the page. Nothing is deleted by that.',
    crowded: 'This device is short of space.',
    crowdedText:
      'It keeps fewer patients than usual: some have to be fetched again when they are opened. What was written is safe.',
    fullText:
      'What was said to be kept is safe. Nothing new can be kept until there is space on the device.',
  },
  firstSync: {
    title: (done: string, total: string): string =>
      `Getting your ward ready: ${done} of ${total} patients.`,
    body: 'You can work meanwhile. When it is done, the whole ward can be read without a connection.',
  },
  clock: {
    title: 'The clock of this device is wrong.',
    ahead: (by: string): string => `It is ${by} ahead.`,
    behind: (by: string): string => `It is ${by} behind.`,
    body: (how: string): string =>
      `${how} Ages are counted by the server's clock. Set this device's clock right.`,
  },
  maintenance: {
    label: 'Maintenance',
    startsAt: (when: string): string => `Starts ${when}.`,
    blocking: 'Lamplight is being worked on. This page goes on by itself when it is back.',
  },
  version: {
    message: 'A new version of Lamplight is ready.',
    waiting: (count: number): string =>
      count === 1
        ? '1 change is kept on this device and is sent after the update.'
        : `${count} changes are kept on this device and are sent after the update.`,
    outdated:
      'This version of Lamplight is too old for the server. Your work is kept on this device and is sent after the update.',
    /** Where the update waits because a reload would lose words. */
    held: 'It waits: what is typed here could not be kept on this device, and would be lost. Send it, or copy it and clear the field.',
    here: {
      typing: 'What is typed here is kept, passwords are not.',
      journey: 'You are in the middle of something here: finish it first.',
      dialog: 'A question is open here: answer it first.',
      sending: 'Something is on its way to the server: it is not lost.',
    },
    elsewhere: {
      typing: (tab: string): string =>
        `Something is being typed in another tab (${tab}). It is kept, passwords are not.`,
      journey: (tab: string): string =>
        `Somebody is in the middle of something in another tab (${tab}): finish it first.`,
      dialog: (tab: string): string =>
        `A question is open in another tab (${tab}): answer it first.`,
      sending: (tab: string): string =>
        `Another tab (${tab}) is sending something: it is not lost.`,
    },
    update: 'Update',
    updating: 'Updating…',
  },
  errorPage: {
    title: 'Something went wrong',
    body: 'Something went wrong. Please refresh the page or click below to go to the Home page.',
    home: 'Home',
    contact: 'Contact support',
  },
  notFound: {
    title: 'Not found',
    body: "Sorry, we're not able to find what you're looking for.",
    home: 'Home',
  },
  quicksilvaError: {
    title: 'Patient not registered',
    body: 'The patient you are trying to access is not registered',
    home: 'Home',
  },
}

/** What the US edition says differently. */
const enUS: DeepPartial<typeof enGB> = {
  syncCentre: 'Sync center',
  userMenu: {
    actingAs: 'Acting organization',
    switchFailed: 'An error occurred when switching organization',
    sync: (unsent: number): string => (unsent === 0 ? 'Sync center' : `Sync center (${unsent})`),
  },
  signOut: {
    look: 'Open the sync center',
    later: (waiting: number): string =>
      waiting === 1
        ? 'If the server does not take it then, the sync center tells you which record it was, but not its words: after you sign out they cannot be read here.'
        : 'If the server does not take one of them then, the sync center tells you which record it was, but not its words: after you sign out they cannot be read here.',
  },
}

export type ShellTexts = typeof enGB

/** The texts in an edition; the same object each time. */
export const shellTexts = inEditions(enGB, enUS)
