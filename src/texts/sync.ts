import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/**
 * The sync centre: what this device has not handed over yet, and why. Times are already formatted.
 */

const records = (count: number): string => (count === 1 ? '1 record' : `${count} records`)

interface Reason {
  /** What happened, in a sentence. */
  readonly what: string
  /** What the person can do about it. */
  readonly next: string
}

const damaged: Reason = {
  what: 'The server could not prove that this came from you unchanged, so it did not take it.',
  next: 'Check the words and send it again: it is then signed afresh.',
}

/**
 * Every code of docs/sync-protocol.md, and the device's own; a code that is not here is told by
 * `unknown`.
 */
const reasons: Readonly<Record<string, Reason>> = {
  SIGNATURE: damaged,
  SESSION_UNKNOWN: damaged,
  FOREIGN_SESSION: damaged,
  MALFORMED_ENVELOPE: damaged,
  UNSEALABLE: damaged,
  MALFORMED: {
    what: 'The server could not read this record.',
    next: 'Check it and send it again. If it is refused again, export it and tell support.',
  },
  SESSION_REVOKED: {
    what: 'Your session had been ended when you wrote this, so the server did not take it.',
    next: 'If it is still true, send it again: it then counts as written now.',
  },
  FORBIDDEN: {
    what: 'You were not allowed to do this when you wrote it.',
    next: 'Ask somebody who may to enter it, or discard it with a reason. If you may again, send it again: it then counts as written now.',
  },
  IDENTITY_CHANGED: {
    what: 'The patient is no longer who you saw: the name, date of birth or identifier was changed, or the record was removed.',
    next: 'Open the record and check that it is the right patient. Only then write it again there, and discard this one.',
  },
  INVALID: { what: 'The server did not accept what was entered.', next: 'Edit it and send it.' },
  NOT_FOUND: {
    what: 'This patient is not in your organisation, or was never yours to open.',
    next: 'Export it for whoever looks after the patient now, then discard it with a reason.',
  },
  TOO_OLD: {
    what: 'This was written more than 90 days ago, so the server did not take it.',
    next: 'Export it and hand it over on paper, or write it anew with its date.',
  },
  UNPROCESSABLE: {
    what: 'The server can never store this as it is.',
    next: 'Edit it, or export it and tell support.',
  },
  ID_REUSED: {
    what: 'The server already has another record under the number of this one.',
    next: 'Look whether it is on the record. If it is not, send it again.',
  },
  STUCK: {
    what: 'The server failed at this each time it was sent. Nobody knows yet whether it was saved.',
    next: 'Send it again: it can never be saved twice. If it fails again, export it and tell support.',
  },
  OUT_OF_ORDER: {
    what: 'Something written before it has to be sent first.',
    next: 'It is sent by itself.',
  },
  HELLO_FIRST: {
    what: 'The server has to greet this device first.',
    next: 'It is sent by itself.',
  },
  BUSY: { what: 'The server is busy.', next: 'It is tried again by itself.' },
  EPOCH: {
    what: 'The server was restored from a backup and is checked against this device.',
    next: 'It is sent by itself.',
  },
  UNKNOWN_OP: {
    what: 'The server does not know this kind of record.',
    next: 'It is kept until the server or this portal has been updated.',
  },
  CLIENT_TOO_OLD: {
    what: 'This portal is too old for the server.',
    next: 'It is sent by itself once the portal has been updated.',
  },
  UNKNOWN_OP_VERSION: {
    what: 'The server and this portal are of different versions.',
    next: 'It is kept until the portal has been updated.',
  },
}

const unknown: Reason = {
  what: 'The server did not take it and gave a reason that this version does not know.',
  next: 'Check it and send it again, or export it and tell support.',
}

const enGB = {
  /** Over every page, while somebody is signed in whose role was changed. */
  access: {
    title: 'What you may do here was changed.',
    body: (roles: string): string =>
      `${roles === '' ? 'You have no role here now.' : `Your role is now: ${roles}.`} What you wrote before is kept; where the server no longer takes it, it stands in the sync centre.`,
    seen: 'Understood',
  },
  title: 'Sync centre',
  records,
  standing: {
    live: 'This device is up to date with the server.',
    asOf: (time: string) => `Last heard from it at ${time}.`,
    never: 'It has not heard from the server yet.',
    checking: 'Looking for the server…',
    offline: 'This device is offline.',
    offlineSince: (time: string) => `This device has been offline since ${time}.`,
    sending: 'Connected. What waits is being sent.',
    waiting: 'Connected. What waits is sent in a moment.',
    connected: 'Connected to the server.',
    none: 'Nothing that you wrote here is unsent.',
    waits: (count: number) =>
      count === 1 ? '1 record waits to be sent.' : `${count} records wait to be sent.`,
    held: (count: number) => (count === 1 ? '1 record is held.' : `${count} records are held.`),
    attention: (count: number) =>
      count === 1 ? '1 record needs your attention.' : `${count} records need your attention.`,
    keptOffline: 'What waits is safe on this device and is sent by itself when the line is back.',
  },
  sections: {
    attention: 'Needs your attention',
    attentionText: 'These are not on the record. Nothing here goes away until you decide.',
    /** Where the outcome of one of them is not known. */
    attentionUnsureText:
      'Some of these may be on the record: it says so beside them. The others are not. Nothing here goes away until you decide, or the server knows.',
    held: 'On hold',
    heldText: 'Safe on this device. They go on by themselves once the reason is gone.',
    waiting: 'Waiting to be sent',
    waitingText: 'Safe on this device. You need do nothing.',
  },
  exportAll: 'Export all',
  patient: {
    born: (date: string, age: string) => `Born ${date} (${age})`,
    ending: (label: string, last4: string) => `${label} ending ${last4}`,
    noIdentifier: 'No identifier seen',
    open: 'Open record',
    none: 'Not about a patient',
    unreadable: 'Patient not readable on this device',
    unknownNow: 'A patient whom this device does not hold',
    asNow: 'As this device knows them now',
  },
  /** The state of an item, in a word or two. */
  states: {
    waiting: 'Not sent yet',
    sending: 'Sending…',
    checking: 'Checking whether this was saved…',
    'held-sign-in': 'Held until you sign in',
    'held-update': 'Held for an update',
    refused: 'Refused',
    conflict: 'Changed by somebody else',
    expired: 'Too late to send by itself',
    stuck: 'The server keeps failing',
  },
  written: (time: string) => `Written by you ${time},`,
  writtenFor: (organization: string) => `for ${organization}`,
  expires: (time: string) => `Asked about again after ${time}`,
  reasons,
  unknown,
  serverSays: (message: string) => `The server says: ${message}`,
  /** Of what the server puts off again and again. */
  putOff: {
    what: 'The server answers, but has not managed to take this for more than 15 minutes. What you wrote after it about this patient waits as well.',
    next: 'It is tried again by itself. Tell support, and hand it over on paper if it cannot wait.',
  },
  statePutOff: 'The server keeps putting it off',
  expiredUnsure: {
    what: 'This was sent, no answer came, and its time is over. Nobody knows whether it was saved.',
    next: 'Look at the record. Send it again if it is still true and not there: it can never be saved twice.',
  },
  stateReasons: {
    checking: {
      what: 'It was sent and no answer came. The server is being asked what became of it.',
      next: 'Please do not write it again.',
    },
    'held-sign-in': {
      what: 'The server wants to know who you are before it takes this.',
      next: 'Sign out and in again; it is then sent by itself.',
    },
    'held-update': {
      what: 'This portal is too old or too new for the server.',
      next: 'It is sent by itself once the update is done.',
    },
    expired: {
      what: 'This waited too long to be sent without asking you: things may have changed since.',
      next: 'Send it if it is still true, or discard it with a reason.',
    },
  },
  actions: {
    retry: 'Send again',
    sendNow: 'Still send it',
    edit: 'Edit',
    export: 'Export',
    discard: 'Discard',
    keepTheirs: 'Keep theirs',
    sendMine: 'Send mine after all',
    /** The button's name: what it does, to what. */
    named: (action: string, kind: string, patient: string) => `${action}: ${kind}, ${patient}`,
    failed: 'That did not work.',
    asked: 'It is being sent.',
  },
  kinds: {
    addPatientNote: 'Note',
    updateExpectedDischargeDate: 'Expected discharge date',
    setPatientAcuityScore: 'Acuity score',
    setAlertStatus: 'Alerts resolved',
    addToWatchList: 'Added to the watch list',
    removeFromWatchList: 'Removed from the watch list',
  } as Readonly<Record<string, string>>,
  otherKind: 'Record',
  elsewhere: (organization: string) =>
    `Written while you acted for ${organization}. Act for it again to read it and decide.`,
  unreadable: 'The words cannot be read on this device any more. They are sealed for the server.',
  unreadableRefused:
    'The words cannot be read any more: they went from this device when you signed out, and the server keeps them sealed. Write it again if it still has to be said.',
  /** Its author may not see the patient any more, and what was readable of it went with that. */
  lost: {
    patient: 'You may no longer see this patient',
    words:
      'What you wrote went from this device with your access to the patient. It is sealed for the server, which alone decides over it.',
    next: 'You can only discard it here, with a reason.',
    stuck: 'Send it again: it can never be saved twice. Or discard it with a reason.',
    discardUnsure:
      'It may be on the record of the patient already. If it is, discarding does not take it off the record, only off this device.',
  },
  fields: {
    text: 'Note',
    expectedDischargeDate: 'Expected discharge date',
    score: 'Acuity score',
    reason: 'Reason',
    onWatchList: 'On the watch list',
    alerts: 'Number of alerts',
    checkupEndedAt: 'About the check-up of',
    ward: 'Ward',
    carePathway: 'Care pathway',
  } as Readonly<Record<string, string>>,
  acuity: { 1: '1, emergency', 2: '2, high', 3: '3, medium', 4: '4, low' } as Readonly<
    Record<number, string>
  >,
  values: { none: 'None', yes: 'Yes', no: 'No' },
  edit: {
    title: (kind: string) => `Edit: ${kind}`,
    lead: 'It is saved as a new record in the place of the old one, with your name and the time of now.',
    about: 'About',
    save: 'Save and send',
    cancel: 'Cancel',
    failed: 'It was not saved. What you typed is still here.',
    counter: (used: string, most: string): string => `${used} of ${most} characters`,
    reasonOptional: 'Reason (optional)',
    name: 'Type the full name of the patient to confirm',
    nameHint: 'First name, then last name',
    nameMissing: 'Patient name must be confirmed',
    nameWrong: 'Patient name must match',
  },
  discard: {
    title: 'Discard this record?',
    titleTheirs: 'Keep theirs and discard yours?',
    lead: 'It is not on the record of the patient and never will be. This device does not keep it.',
    leadUnsure:
      'It may be on the record of the patient already: look there first. If it is, discarding does not take it off the record, only off this device.',
    legend: 'Why is it discarded?',
    reasons: {
      paper: 'Written down elsewhere',
      repeated: 'It is on the record already',
      outdated: 'No longer true',
      wrongPatient: 'Wrong patient',
      other: 'Another reason',
    },
    other: 'The reason',
    missing: 'Choose why it is discarded',
    otherMissing: 'Type the reason',
    kept: 'The reason is kept with your name, and told to the server.',
    confirm: 'Discard',
    cancel: 'Keep it',
    done: 'Discarded. The reason is kept.',
  },
  export: {
    title: 'Export',
    titleAll: (count: number) => `Export ${records(count)}`,
    lead: 'For paper, or for somebody who can enter it. It stays here until it is sent or discarded.',
    caution: 'What you copy or download is not protected any more: it names a patient.',
    copy: 'Copy',
    download: 'Download as text',
    print: 'Print',
    close: 'Close',
    file: (day: string) => `unsent-records-${day}.txt`,
    region: 'What was written',
    heading: (kind: string) => `${kind}: not on the record yet`,
    headingUnsure: (kind: string) => `${kind}: may be on the record already`,
    patient: (identity: string) => `Patient: ${identity}`,
    born: (date: string) => `born ${date}`,
    written: (author: string, time: string) => `Written by ${author}, ${time}`,
    theirs: (field: string, who: string | null, value: string) =>
      `${field} as it stands now${who === null ? '' : ` (${who})`}: ${value}`,
  },
  conflict: {
    changed: (who: string, time: string) =>
      `${who} changed this at ${time}, after you had seen it.`,
    changedBySomebody: 'Somebody changed this after you had seen it.',
    /** What a code of the operation adds. */
    codes: {
      ADMISSION_CHANGED:
        'The patient was moved or discharged meanwhile: look at the record before you decide.',
    } as Readonly<Record<string, string>>,
    nothing: 'Nothing was overwritten. Until you decide, theirs stands.',
    before: 'When you saw it',
    yours: 'Yours',
    theirs: 'Theirs',
    theirsBy: (who: string) => `Theirs: ${who}`,
    field: 'Field',
    differs: 'Differs',
    same: 'Same',
    keepReason: (who: string | null) =>
      who === null ? 'The change of somebody else stands' : `The change of ${who} stands`,
    confirmTitle: (patient: string) => `Change it for ${patient}?`,
    confirmText: 'This takes the place of what stands now:',
    becomes: 'becomes',
    isNow: (field: string, value: string) => `${field} is now: ${value}`,
    confirm: 'Yes, send mine',
    back: 'Go back',
    unseen: 'What stands now could not be read. Open the record and look before you send yours.',
  },
  others: (count: number) =>
    `${records(count)} of ${count === 1 ? 'a colleague is' : 'colleagues are'} safe on this device and will be sent.`,
  othersText: 'They are sealed: nobody can read them here.',
  empty: {
    title: 'Nothing waits on this device',
    text: 'Everything that you wrote here is with the server. When the line is gone, what you write stands here until it is sent.',
  },
  emptyOffline: {
    title: 'Nothing waits on this device',
    text: 'What you write while the line is gone is kept here, and is sent by itself when it is back.',
  },
  locked: {
    title: 'This device is locked',
    text: (count: number) =>
      `${records(count)} of yours are safe and will be sent. Unlock this device to read them.`,
  },
  device: {
    notPersisted: 'This browser may remove what it keeps when the disk runs full.',
    notPersistedText:
      'Install Lamplight or add a bookmark, so that the browser keeps its records. In a private window they go when the window closes.',
  },
}

/** What the US edition says differently. */
const enUS: DeepPartial<typeof enGB> = {
  access: {
    body: (roles) =>
      `${roles === '' ? 'You have no role here now.' : `Your role is now: ${roles}.`} What you wrote before is kept; where the server no longer takes it, it stands in the sync center.`,
  },
  title: 'Sync center',
  reasons: {
    NOT_FOUND: { what: 'This patient is not in your organization, or was never yours to open.' },
  },
  patient: { ending: (_label, last4) => `Patient number ending ${last4}` },
}

/**
 * Every text of the sync centre. They come with its screen and not with the first load, which has
 * no room for them.
 */
export type SyncTexts = typeof enGB

/** The texts of the sync centre in an edition; the same object each time. */
export const syncTexts = inEditions(enGB, enUS)
