import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** Navigation, menus, banners and error pages. P section 2 verbatim. */
const enGB = {
  product: 'Lamplight',
  syncCentre: 'Sync centre',
  opening: 'Opening the record…',
  accessLink: 'Access link',
  support: 'support@lamplight.example',
  userMenu: {
    open: (name: string): string => `User menu of ${name}`,
    account: 'Account',
    sync: (unsent: number): string => (unsent === 0 ? 'Sync centre' : `Sync centre (${unsent})`),
    actingAs: 'Acting organisation',
    switchFailed: 'An error occurred when switching organisation',
    invitation: (organization: string): string => `${organization} asks you to be one of its users`,
    language: 'Language',
    english: 'English (UK)',
    american: 'English (US)',
    release: (version: string): string => `Lamplight ${version}`,
    signOut: 'Sign out',
    signingOut: 'Signing out…',
  },
  inactivity: {
    heading: 'Your session is about to end',
    body: 'Lamplight has not been used here for a while.',
    left: (minutes: number, seconds: number): string =>
      `You will be signed out in ${minutes}:${String(seconds).padStart(2, '0')}.`,
    unsent: 'Unsent work stays on this device.',
    signOut: 'Sign out',
    stay: 'Stay signed in',
  },
  storage: {
    evicted: (count: number): string =>
      count === 0
        ? 'The browser deleted the data saved on this device. We know of no unsent work in it.'
        : count === 1
          ? 'The browser deleted 1 record before we knew that it was saved.'
          : `${count} records were deleted by the browser before we knew that they were saved.`,
    evictedText:
      'Check the records of the patients you wrote about, and enter again what is missing.',
    full: 'NOT SAVED: this device is full.',
    nothingKept: {
      refused: 'This browser refuses to save data for Lamplight.',
      silent: 'The storage of this device does not answer.',
      answers: 'The storage of this device answers now.',
    },
    nothingKeptText: {
      refused:
        'It may be a private window, site data may be blocked, or its storage may be damaged. You can work while there is a connection: nothing waits here to be sent later, and a reload asks you to sign in again.',
      silent:
        'Lamplight asks it again for some minutes. You can work while there is a connection: nothing waits here to be sent later, and a reload asks you to sign in again.',
      answers:
        'Reload this page, and sign in again if you are asked to, to save data on this device. Until then nothing waits here to be sent later.',
    },
    waitsUnreached: (waiting: number): string =>
      waiting === 0
        ? ''
        : waiting === 1
          ? '1 record that waits in this browser cannot be reached now; reload this page, or restart the browser, to send it.'
          : `${waiting} records that wait in this browser cannot be reached now; reload this page, or restart the browser, to send them.`,
    reload: 'Reload the page',
    unreadable: 'The unsent work on this device cannot be read.',
    unreadableText:
      'The browser does not give access to it. Lamplight keeps trying. If this message stays, reload the page: nothing is deleted.',
    crowded: 'This device is short of space.',
    crowdedText:
      'Fewer patients than usual are saved on it, and some load again when opened. Unsent work is safe.',
    fullText:
      'Everything saved before is safe. Nothing new can be saved until there is space on the device.',
  },
  readiness: {
    ready: 'Ready for offline',
    readyText:
      'Lamplight opens on this device without a connection, with every patient of the ward.',
    notYet: 'Not ready for offline',
    lacks: {
      storage: 'This device saves nothing: without a connection nothing can be read.',
      portal: 'Lamplight itself is not saved on this device yet.',
      noPortal:
        'This browser does not save Lamplight itself: without a connection it does not open.',
      roster: 'The list of patients is not wholly saved yet.',
      records: (count: number): string =>
        count === 1
          ? 'The record of 1 patient is not wholly saved yet.'
          : `The records of ${count} patients are not wholly saved yet.`,
    },
  },
  firstSync: {
    title: (done: string, total: string): string =>
      `Saving for offline use: ${done} of ${total} patients.`,
    short: (done: string, total: string): string => `Saving ${done} of ${total}`,
    body: 'You can keep working. When it is done, you can read the whole ward offline.',
  },
  clock: {
    title: 'The clock of this device is wrong.',
    ahead: (by: string): string => `It is ${by} ahead.`,
    behind: (by: string): string => `It is ${by} behind.`,
    body: (how: string): string =>
      `${how} Ages are shown by the server's clock. Correct the clock of this device.`,
  },
  maintenance: {
    label: 'Maintenance',
    startsAt: (when: string): string => `Starts ${when}.`,
    blocking: 'Lamplight is under maintenance. This page continues when it is available again.',
  },
  demonstration: {
    title: 'Demonstration.',
    text: 'All patients are invented. Do not enter real ones.',
  },
  version: {
    message: 'A new version of Lamplight is ready.',
    waiting: (count: number): string =>
      count === 1
        ? '1 change is saved on this device and will be sent after the update.'
        : `${count} changes are saved on this device and will be sent after the update.`,
    outdated:
      'This version of Lamplight is too old. Your work is saved on this device and will be sent after the update.',
    /** Where the update waits because a reload would lose words. */
    held: 'The update is waiting: the text you entered could not be saved on this device and would be lost. Send it, or copy it and clear the field.',
    here: {
      typing: 'The text you entered is kept. Passwords are not.',
      journey: 'Finish the open form first.',
      dialog: 'Close the open dialog first.',
      sending: 'A change is being sent. It will not be lost.',
    },
    elsewhere: {
      typing: (tab: string): string =>
        `Text is being entered in another tab (${tab}). It is kept. Passwords are not.`,
      journey: (tab: string): string => `Finish the open form in another tab (${tab}) first.`,
      dialog: (tab: string): string => `Close the open dialog in another tab (${tab}) first.`,
      sending: (tab: string): string =>
        `Another tab (${tab}) is sending a change. It will not be lost.`,
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
  /** A page whose code is not on the device. */
  notLoaded: {
    title: 'This page could not be loaded',
    offline:
      'It is not on this device yet, and the server cannot be reached. The page loads automatically when the connection is back.',
    online:
      'The connection was lost while it was loading. The page loads again automatically, as soon as nothing that you typed would be lost.',
    again: 'Try again now',
    home: 'Home',
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

const enUS: DeepPartial<typeof enGB> = {
  syncCentre: 'Sync center',
  userMenu: {
    actingAs: 'Acting organization',
    switchFailed: 'An error occurred when switching organization',
    sync: (unsent: number): string => (unsent === 0 ? 'Sync center' : `Sync center (${unsent})`),
  },
}

export const shellTexts = inEditions(enGB, enUS)
