import type { NobodyReason } from '../domain/calling/next'
import { inEditions } from './overlay'

const enGB = {
  tab: 'On call',
  list: 'When who is on call',
  text: (zone: string): string =>
    `Who is called about an alert of severity 3 or 4 that nobody deals with: by email, and on the devices on which they turned on calls. Times are those of ${zone}.`,
  minutes: (severity4: number, severity3: number): string =>
    `Severity 4: the first in line is called at once, the next after ${severity4} minutes. Severity 3: the first after ${severity3} minutes, the next after ${severity3} more.`,
  none: 'This ward has no on-call plan',
  noneText:
    'Nobody is called. An alert of severity 3 or 4 that nobody deals with is mailed to the administrators.',
  failed: 'Failed to load the on-call plan',
  headings: { days: 'Days', time: 'Time', line: 'Called one after the other' },
  everyDay: 'Every day',
  days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  time: (from: string, until: string, isNextDay: boolean): string =>
    isNextDay ? `${from} to ${until} the next day` : `${from} to ${until}`,
  passedBy: (name: string): string => `${name} (no longer on this ward: passed by)`,
  byMailOnly: (name: string): string => `${name} (calls by email only)`,
  removedUser: 'a removed account (passed by)',
  slot: {
    add: 'Add a time',
    edit: 'Edit',
    addTitle: 'Add a time on call',
    editTitle: 'Edit a time on call',
    save: 'Save',
    days: 'Days on which it begins',
    from: 'From',
    until: 'Until',
    timeHint: 'As 20:00. An end that is no later than the beginning is on the next day.',
    places: ['Called first', 'Called second', 'Called third', 'Called fourth'],
    nobody: 'Nobody',
    placesHint: 'Staff of this ward.',
    providerName: 'Out-of-hours provider (optional)',
    providerEmail: 'Email of the provider',
    providerHint: 'Called last.',
    failed: 'The on-call plan was not changed',
  },
  remove: {
    action: 'Remove',
    title: 'Remove a time on call',
    sure: (when: string): string => `Nobody in this line is on call any more: ${when}.`,
    last: 'It is the last one: the ward then has no on-call plan.',
    failed: 'The on-call plan was not changed',
  },
  minutesForm: {
    action: 'Change minutes',
    title: 'Minutes between calls',
    severity4: 'Severity 4: minutes to the next call',
    severity3: 'Severity 3: minutes to the first and to each next call',
    failed: 'The on-call plan was not changed',
  },
  /** On every board of the organisation, and for internal staff. */
  nobody: {
    title: (ward: string): string => `${ward}: nobody can be reached`,
    since: (at: string, patients: number): string =>
      patients === 1
        ? `about 1 patient since ${at}.`
        : `about ${patients} patients, since ${at} at the earliest.`,
    why: {
      noPlan: 'The ward has no on-call plan.',
      nobodyOnCall: 'Nobody is on call.',
      notAnswered: 'Nobody who was called has answered.',
    } satisfies Readonly<Record<NobodyReason, string>>,
  },
  /** Where a pressed call leads. */
  opened: {
    ofAnother: (organization: string): string => `You are called by ${organization}`,
    ofAnotherText: 'You are working in another organisation now. Change to it to see the patient.',
    change: (organization: string): string => `Change to ${organization}`,
    notChanged: 'You could not change to it. Try again.',
    failed: 'What you are called about cannot be opened now',
    offline: 'What you are called about is opened with a connection',
  },
  called: {
    heading: 'Called',
    call: (who: string, at: string): string => `${who} ${at}`,
    /** A device of theirs showed it. */
    received: (call: string, at: string): string => `${call}, received ${at}`,
    unanswered: (call: string): string => `${call}, not answered`,
    waiting: (call: string): string => `${call}, not answered yet`,
    answered: (call: string, answeredAt: string): string => `${call}, answered ${answeredAt}`,
    answeredBy: (who: string, at: string): string => `${who} deals with it since ${at}`,
    nobody: {
      noPlan: (at: string): string =>
        `nobody can be called since ${at}: the ward has no on-call plan`,
      nobodyOnCall: (at: string): string => `nobody can be called since ${at}: nobody is on call`,
      notAnswered: (at: string): string => `nobody who was called has answered by ${at}`,
    } satisfies Readonly<Record<NobodyReason, (at: string) => string>>,
    somebody: 'a removed account',
  },
}

/** The texts of the on-call plan and of calls in an edition; the same object each time. */
export const onCallTexts = inEditions(enGB, {
  opened: {
    ofAnotherText: 'You are working in another organization now. Change to it to see the patient.',
  },
  slot: { providerName: 'After-hours provider (optional)' },
})
