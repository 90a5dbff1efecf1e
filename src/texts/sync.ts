import { criticalInformationTexts } from './critical-information'
import { inEditions } from './overlay'
import { refusalTexts } from './refusals'
import type { DeepPartial } from './types'

/** The sync centre. Times come as text. */

const records = (count: number): string => (count === 1 ? '1 record' : `${count} records`)

const critical = criticalInformationTexts('en-GB')

const enGB = {
  /** Over every page, while somebody is signed in whose role was changed. */
  access: {
    title: 'Your access has changed.',
    body: (roles: string): string =>
      `${roles === '' ? 'You have no role here now.' : `Your role is now: ${roles}.`} Your earlier work is kept. If some of it is not accepted, the sync centre shows it.`,
    seen: 'Understood',
  },
  signInAgain: {
    title: 'The server can be reached again. Sign in to see what is new.',
    body: 'This page was opened without a connection and shows the data saved on this device. What you write is saved here and sent when it can be. This page is shown again after you sign in.',
    button: 'Sign in',
  },
  title: 'Sync centre',
  records,
  standing: {
    live: 'This device is up to date with the server.',
    asOf: (time: string) => `Last contact at ${time}.`,
    never: 'This device has not connected to the server yet.',
    checking: 'Reconnecting…',
    offline: 'This device is offline.',
    offlineSince: (time: string) => `This device has been offline since ${time}.`,
    sending: 'Connected. Sending your unsent work.',
    waiting: 'Connected. Your unsent work will be sent in a moment.',
    connected: 'Connected to the server.',
    none: 'All your work on this device is sent.',
    waits: (count: number) =>
      count === 1 ? '1 record is waiting to be sent.' : `${count} records are waiting to be sent.`,
    held: (count: number) => (count === 1 ? '1 record is held.' : `${count} records are held.`),
    attention: (count: number) =>
      count === 1 ? '1 record needs your attention.' : `${count} records need your attention.`,
    keptOffline: 'Unsent work is safe on this device and is sent when you reconnect.',
  },
  sections: {
    attention: 'Needs your attention',
    attentionText: 'These are not on the record. They stay here until you decide.',
    /** Where the outcome of one of them is not known. */
    attentionUnsureText:
      'Some of these may be on the record, as marked. The others are not. They stay here until you decide, or until the server confirms them.',
    held: 'On hold',
    heldText: 'Safe on this device. They are sent when the reason for the hold has ended.',
    waiting: 'Waiting to be sent',
    waitingText: 'Safe on this device. You do not need to do anything.',
  },
  exportAll: 'Export all',
  patient: {
    born: (date: string, age: string) => `Born ${date} (${age})`,
    ending: (label: string, last4: string) => `${label} ending ${last4}`,
    noIdentifier: 'No identifier seen',
    open: 'Open record',
    none: 'Not about a patient',
    unreadable: 'Patient not readable on this device',
    unknownNow: 'A patient who is not saved on this device',
    asNow: 'As saved on this device now',
  },
  /** The state of an item, in a word or two. */
  states: {
    waiting: 'Not sent yet',
    sending: 'Sending…',
    checking: 'Checking whether this was saved…',
    'held-sign-in': 'Held until you sign in',
    'held-update': 'Held for an update',
    refused: 'Not accepted',
    conflict: 'Changed by someone else',
    expired: 'Too late to send without asking you',
    stuck: 'Could not be saved',
  },
  written: (time: string) => `Written by you ${time},`,
  writtenFor: (organization: string) => `for ${organization}`,
  expires: (time: string) => `We ask you again after ${time}`,
  ...refusalTexts('en-GB'),
  serverSays: (message: string) => `The server says: ${message}`,
  /** Of what the server puts off again and again. */
  putOff: {
    what: 'The server has not been able to save this for more than 15 minutes. Your later work about this patient is waiting too.',
    next: 'Lamplight keeps trying. Tell support, and hand it over on paper if it cannot wait.',
  },
  statePutOff: 'The server is delaying this',
  expiredUnsure: {
    what: 'This was sent, but no answer came in time. It is not known whether it was saved.',
    next: 'Check the record. If it is still true and not there, send it again: it cannot be saved twice.',
  },
  stateReasons: {
    checking: {
      what: 'It was sent, but no answer came. Lamplight is checking with the server.',
      next: 'Do not write it again.',
    },
    'held-sign-in': {
      what: 'The server needs you to sign in before it accepts this.',
      next: 'Sign out and sign in again. It is then sent automatically.',
    },
    'held-update': {
      what: 'This version of Lamplight does not match the server.',
      next: 'It is sent automatically after the update.',
    },
    expired: {
      what: 'This has waited so long that things may have changed.',
      next: 'Send it if it is still true, or discard it with a reason.',
    },
  },
  actions: {
    retry: 'Send again',
    sendNow: 'Send anyway',
    edit: 'Edit',
    export: 'Export',
    discard: 'Discard',
    takeBack: 'Take back',
    keepTheirs: 'Keep the other version',
    sendMine: 'Send mine',
    /** The button's name: what it does, to what. */
    named: (action: string, kind: string, patient: string) => `${action}: ${kind}, ${patient}`,
    failed: 'Not done.',
    asked: 'Sending…',
  },
  kinds: {
    addPatientNote: 'Note',
    recordObservations: 'Observations',
    strikeOutCheckup: 'Check-up struck out',
    requestRepeat: 'Request to measure again',
    cancelRepeat: 'Request to measure again taken back',
    recordAllergy: 'Allergy',
    strikeOutAllergy: 'Allergy struck out',
    recordCriticalInformation: 'What everyone must know',
    lookAtCriticalInformation: 'That you looked',
    addTask: 'Task',
    writeHandover: 'Handover',
    recordContact: 'Call or visit',
    changeTask: 'Task changed',
    endTask: 'Task ended',
    sendChatMessage: 'Chat message',
    markNotificationsRead: 'Notifications marked as read',
    updateExpectedDischargeDate: 'Expected discharge date',
    updatePatientContactDetails: 'Contact details',
    setPatientAcuityScore: 'Acuity score',
    setAlertStatus: 'Alerts resolved',
    acknowledgeAlert: 'Dealing with an alert',
    addToWatchList: 'Added to the watch list',
    removeFromWatchList: 'Removed from the watch list',
  } as Readonly<Record<string, string>>,
  otherKind: 'Record',
  elsewhere: (organization: string) =>
    `Written while you acted for ${organization}. Act for it again to read it and decide.`,
  unreadable: 'The text can no longer be read on this device. It is encrypted for the server.',
  unreadableRefused:
    'The text can no longer be read: it was removed from this device when you signed out, and the server keeps it encrypted. Write it again if it is still needed.',
  /** Its author may not see the patient any more, and what was readable of it went with that. */
  lost: {
    patient: 'You no longer have access to this patient',
    words:
      'Your text was removed from this device with your access to the patient. It is encrypted for the server, which decides whether to accept it.',
    next: 'You can only discard it here, with a reason.',
    stuck: 'Send it again: it cannot be saved twice. Or discard it with a reason.',
    discardUnsure:
      'It may already be on the patient’s record. If it is, discarding removes it from this device, not from the record.',
  },
  fields: {
    text: 'Note',
    message: 'Message',
    expectedDischargeDate: 'Expected discharge date',
    telephone: 'Telephone',
    address: 'Address',
    score: 'Acuity score',
    reason: 'Reason',
    onWatchList: 'On the watch list',
    alerts: 'Number of alerts',
    alertNames: 'Alert',
    isAcknowledged: 'Dealing with it',
    outcome: 'What was done',
    observed: 'Measured',
    minutesAgo: 'Minutes before it was written',
    remarks: 'Notes',
    contact: 'Call or visit',
    inMinutes: 'Due after (minutes)',
    everyMinutes: 'Then every (minutes)',
    forMinutes: 'Ends after (minutes)',
    allergy: 'Allergy',
    looked: 'Looked at',
    dueAt: 'Due',
    situation: 'Situation',
    background: 'Background',
    assessment: 'Assessment',
    recommendation: 'Recommendation',
    decision: 'Decision',
    isMine: 'Yours',
    as: 'Ended as',
    reviewBy: 'Review by',
    ...critical.fields,
    ...critical.parts,
    checkupEndedAt: 'About the check-up of',
    ward: 'Ward',
    carePathway: 'Care pathway',
  } as Readonly<Record<string, string>>,
  acuity: { 1: '1, emergency', 2: '2, high', 3: '3, medium', 4: '4, low' } as Readonly<
    Record<number, string>
  >,
  /** Of what everybody must know, whether there is any. */
  critical: {
    recorded: 'recorded',
    noneKnown: 'none known',
    notRecorded: 'not recorded',
  } as Readonly<Record<string, string>>,
  values: { none: 'None', yes: 'Yes', no: 'No' },
  edit: {
    title: (kind: string) => `Edit: ${kind}`,
    lead: 'It is saved as a new record in place of the old one, with your name and the current time.',
    about: 'About',
    save: 'Save and send',
    cancel: 'Cancel',
    failed: 'Not saved. Your text is still here.',
    counter: (used: string, most: string): string => `${used} of ${most} characters`,
    reasonOptional: 'Reason (optional)',
    name: 'Enter the full name of the patient to confirm',
    nameHint: 'First name, then last name',
    nameMissing: 'Patient name must be confirmed',
    nameWrong: 'Patient name must match',
  },
  discard: {
    title: 'Discard this record?',
    titleTheirs: 'Keep the other version and discard yours?',
    lead: 'It is not on the patient’s record and will not be. It is removed from this device.',
    leadUnsure:
      'It may already be on the patient’s record: check there first. If it is, discarding removes it from this device, not from the record.',
    legend: 'Why are you discarding it?',
    reasons: {
      paper: 'Written down elsewhere',
      repeated: 'Already on the record',
      outdated: 'No longer true',
      wrongPatient: 'Wrong patient',
      other: 'Another reason',
    },
    other: 'The reason',
    missing: 'Choose a reason',
    otherMissing: 'Enter the reason',
    kept: 'The reason is saved with your name and sent to the server.',
    confirm: 'Discard',
    cancel: 'Keep it',
    done: 'Discarded. The reason is saved.',
  },
  takeBack: {
    title: 'Take this back?',
    lead: 'It is not sent yet and will not be. The server’s value stays.',
    reason: 'Taken back before it was sent',
    confirm: 'Take back',
    cancel: 'Keep it',
    done: 'Taken back. It was not sent.',
  },
  export: {
    title: 'Export',
    titleAll: (count: number) => `Export ${records(count)}`,
    lead: 'For paper, or for a colleague who can enter it. It stays here until it is sent or discarded.',
    caution: 'Copied or downloaded text is not protected, and it names a patient.',
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
      `Current ${field}${who === null ? '' : ` (${who})`}: ${value}`,
  },
  conflict: {
    changed: (who: string, time: string) => `${who} changed this at ${time}, after you saw it.`,
    changedBySomebody: 'Someone changed this after you saw it.',
    /** What a code of the operation adds. */
    codes: {
      ADMISSION_CHANGED:
        'The patient has since been moved or discharged: check the record before you decide.',
    } as Readonly<Record<string, string>>,
    nothing: 'Nothing was overwritten. Until you decide, the other version stays.',
    /** Of what was written with it and is in no conflict. */
    restDone: 'The rest of what you wrote is saved.',
    /** Where it is not told what is in conflict. */
    restUnknown:
      'Part of what you wrote may already be saved. Where someone else changed the same, their version stays until you decide.',
    before: 'When you saw it',
    yours: 'Yours',
    theirs: 'Other version',
    theirsBy: (who: string) => `Other version: ${who}`,
    field: 'Field',
    differs: 'Differs',
    same: 'Same',
    keepReason: (who: string | null) =>
      who === null ? 'The other person’s change was kept' : `The change by ${who} was kept`,
    confirmTitle: (patient: string) => `Change it for ${patient}?`,
    confirmText: 'This replaces the current value:',
    becomes: 'becomes',
    isNow: (field: string, value: string) => `${field} is now: ${value}`,
    confirm: 'Yes, send mine',
    back: 'Go back',
    unseen: 'The current value could not be read. Open the record and check before you send yours.',
  },
  others: (count: number) =>
    `${records(count)} of ${count === 1 ? 'a colleague is' : 'colleagues are'} safe on this device and will be sent.`,
  kept: (count: number) =>
    count === 1
      ? "One patient's record is kept on this device, encrypted, for use offline."
      : `The records of ${count} patients are kept on this device, encrypted, for use offline.`,
  missing: (count: number | null): string =>
    count === null
      ? 'The list of patients is not wholly saved yet.'
      : count === 0
        ? ''
        : count === 1
          ? 'The record of 1 patient on the list is not wholly saved yet.'
          : `The records of ${count} patients on the list are not wholly saved yet.`,
  othersText: 'They are encrypted and cannot be read here.',
  empty: {
    title: 'All your work on this device is sent',
    text: 'If you lose connection, unsent work shows here.',
  },
  emptyOffline: {
    title: 'All your work on this device is sent',
    text: 'If you lose connection, your work is saved here and sent when you reconnect.',
  },
  locked: {
    title: 'This device is locked',
    text: (count: number) =>
      `${records(count)} of yours are safe and will be sent. Unlock this device to read them.`,
  },
  device: {
    notPersisted: 'This browser may delete saved data when the disk is full.',
    notPersistedText:
      'Install Lamplight or bookmark it, so that the browser keeps its data. In a private window it is deleted when the window closes.',
  },
}

const enUS: DeepPartial<typeof enGB> = {
  access: {
    body: (roles) =>
      `${roles === '' ? 'You have no role here now.' : `Your role is now: ${roles}.`} Your earlier work is kept. If some of it is not accepted, the sync center shows it.`,
  },
  title: 'Sync center',
  ...refusalTexts('en-US'),
  patient: { ending: (_label, last4) => `Patient number ending ${last4}` },
  fields: criticalInformationTexts('en-US').fields,
}

export type SyncTexts = typeof enGB

export const syncTexts = inEditions(enGB, enUS)
