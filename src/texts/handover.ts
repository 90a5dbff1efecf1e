import { inEditions } from './overlay'

const sentence = (parts: readonly string[]): string =>
  parts
    .filter((part) => part !== '')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(' ')

/** The handover of a ward. */
const enGB = {
  title: 'Shift handover',
  back: 'Virtual ward',
  all: 'All wards',
  ward: 'Ward',
  since: 'Changes since',
  choice: { other: 'Another time' },
  from: 'Date and time',
  print: 'Print handover',
  text: 'Filled from the record on this device. Check it and correct what is wrong. What you write is on this device alone until you give it to the next shift. Signing out removes what you did not give.',
  changes: (when: string): string => `Since ${when}`,
  none: 'None',
  /** How many, where there may be more than are known. */
  atLeast: (count: number): string => (count === 0 ? 'not known' : `at least ${count}`),
  knownAt: (when: string): string => `As known at ${when}.`,
  notRead: 'Not read from the server: there may be others.',
  notAllHere: 'Not all patients are on this device: there may be others.',
  unreadable: 'Records on this device could not be read: there may be others.',
  someUnreadable: 'Some patients on this device could not be read. They are missing here.',
  groups: {
    alerts: 'Alerts raised, still open',
    resolved: 'Alerts resolved',
    rises: 'Score up',
    arrived: 'Admitted',
    left: 'Moved to another ward',
    discharged: 'Discharged',
    overdue: 'Overdue now',
  },
  raised: (name: string, when: string): string => `${name}, ${when}`,
  /** `outcome`: null where it is not known. */
  resolved: (name: string, when: string, who: string, outcome: string | null): string =>
    `${name}, ${when} by ${who}${outcome === null ? '' : `: ${outcome}`}`,
  raisedAgain: (name: string, when: string, first: string): string =>
    `${name}, again ${when}, open since ${first}`,
  withoutEarlier: (count: number, names: readonly string[]): string =>
    `${count} not compared, no earlier full score on this device: ${[
      ...names,
      ...(count > names.length ? [`${count - names.length} more`] : []),
    ].join('; ')}.`,
  moved: (when: string, ward: string | null): string =>
    ward === null ? when : `${when}, to ${ward}`,
  wardUnknown: 'Ward not on this device',
  notHeld: (from: string, to: string): string =>
    `Choose a time from ${from} to ${to}: what happened before is not on this device.`,
  rise: (from: number, when: string, to: number): string =>
    `${from} (${when}) to ${to}, up ${to - from}`,
  comparing: 'Older scores are being read on this device.',
  transferred: (when: string): string => `transferred in ${when}`,
  patients: (count: number): string => (count === 1 ? '1 patient' : `${count} patients`),
  failed: 'The ward could not be read',
  empty: {
    title: 'No patients to hand over',
    text: 'Nobody on this ward is on this device.',
  },
  called: 'Who was called in the last day',
  calledUnknown: 'Not known now: the server did not answer.',
  duty: {
    title: 'On duty',
    now: (who: string, since: string): string => `On duty: ${who} since ${since}`,
    nobody: 'Nobody is on duty.',
    somebody: 'an account that was removed',
    own: (who: string): string => `${who} (you)`,
    failed: 'Who is on duty could not be read',
    offline:
      'Who is on duty is not known without a connection. Accept and Leave need a connection.',
    chooseWard: 'Choose a ward to see who is on duty there.',
    accept: {
      action: 'Accept handover',
      title: 'Accept the handover of this ward?',
      from: (who: string): string =>
        `${who} leaves duty with it, and their open tasks on this ward are yours.`,
      fromNobody: 'Nobody is on duty: you take the ward over without a handover.',
      asOf: (when: string): string => `You accept on data as of ${when}.`,
      asOfUnknown: 'Of when the data is, is not known.',
      failed: 'The handover was not accepted',
      changed: 'The duty on this ward has changed. Check who is on duty now.',
    },
    leave: {
      action: 'Leave duty',
      title: 'Leave duty without handing over?',
      text: 'Nobody is on duty on this ward then, and the open tasks that you took on here are for anyone on the ward.',
      failed: 'You are still on duty',
    },
    /** The open alerts of the ward by the person who acknowledged or snoozed them. */
    held: {
      title: 'Who is dealing with which alerts',
      none: 'No open alerts.',
      nobody: 'Nobody',
      who: (name: string, born: string): string => `${name}, born ${born}`,
      of: (patient: string, alerts: readonly string[]): string =>
        `${patient} (${alerts.join(', ')})`,
      ends: (who: string, count: number): string =>
        count === 1
          ? `${who} is dealing with 1 alert. Nobody is dealing with it once ${who} is off duty.`
          : `${who} is dealing with ${count} alerts. Nobody is dealing with them once ${who} is off duty.`,
    },
    history: 'Last acceptances',
    columns: {
      who: 'Accepted by',
      when: 'When',
      from: 'Handed over by',
      asOf: 'Data as of',
      left: 'Left',
    },
    none: 'Nobody has accepted a handover of this ward yet.',
    still: 'on duty',
    unknown: 'not known',
    nobodyBefore: 'nobody',
    signed: {
      from: 'Handed over by (name, signature, time)',
      by: 'Accepted by (name, signature, time)',
    },
  },
  refill: 'Fill from the record again',
  /** What somebody wrote of a patient and gave to the next shift. */
  given: {
    give: 'Give to the next shift',
    giveNamed: (patient: string): string => `Give to the next shift: ${patient}`,
    by: (who: string, when: string): string => `Written by ${who}, ${when}`,
    emptied: 'nothing',
    notHere: 'What colleagues gave to the next shift is not on this device.',
    unsent: 'Handover',
    failed: 'Your text was not given to the next shift. It is still on this device.',
  },
  edited: (when: string): string => `Changed by hand ${when}.`,
  editedBefore: 'Written before this shift: check it.',
  fields: {
    situation: 'Situation',
    background: 'Background',
    assessment: 'Assessment',
    recommendation: 'Recommendation',
    decision: 'Decision',
  },
  sentence,
  facts: {
    score: (total: string, when: string): string =>
      when === '' ? `NEWS2 ${total}` : `NEWS2 ${total} from ${when}`,
    atLeast: (total: number): string => `at least ${total}`,
    outOfDate: 'out of date',
    measureAgain: 'out of date, measure again',
    values: {
      checkup: (when: string, values: readonly string[]): string =>
        `Check-up ${when}: ${values.join(', ')}`,
      monitoring: (when: string, values: readonly string[]): string =>
        `Monitoring ${when}: ${values.join(', ')}`,
    },
    noScore: 'No score: not measured',
    alerts: (names: readonly string[]): string => `Alerts: ${names.join(', ')}`,
    admitted: (when: string, pathway: string): string => `Admitted ${when}, ${pathway}`,
    notAdmitted: 'Not admitted',
    conditions: (names: readonly string[]): string => names.join(', '),
    noConditions: 'No conditions recorded',
    noRecord: 'The rest of the record is not on this device',
    flags: (titles: readonly string[]): string => `Flags: ${titles.join(', ')}`,
    scale2: 'SpO2 Scale 2',
    thresholds: 'Personal thresholds',
    totals: (totals: readonly number[]): string => `Full scores: ${totals.join(', ')}`,
    oneTotal: (total: number): string => `One full score: ${total}`,
    noTotals: 'No full score in the last day',
    note: (who: string, when: string, text: string): string => `Note ${when}, ${who}: ${text}`,
    unknownAuthor: 'author not known',
    noNote: 'No notes on this device',
    responses: {
      emergency: 'Emergency assessment needed (NEWS2 7 or more)',
      urgent: 'Urgent review needed (NEWS2 5 or 6)',
      review: 'Review needed: one observation scores 3',
    },
    tasks: (tasks: readonly string[]): string => `To do: ${tasks.join('; ')}`,
    /** `who`: null: nobody has taken it on. */
    task: (text: string, when: string, who: string | null): string =>
      who === null ? `${text}, ${when}` : `${text}, ${when} (${who})`,
    next: (said: string): string => `Check-up: ${said}`,
    noNext: 'No check-up time known',
    expected: (day: string): string => `Expected discharge ${day}`,
  },
}

export const handoverTexts = inEditions(enGB, {})
