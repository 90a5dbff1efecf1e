import type { CriticalField } from '../domain/critical/information'
import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** What everybody must know about a patient. Dates come as text. */
const enGB = {
  title: 'What everyone must know',
  lead: 'Shown on the record, on cards and at every handover. “Not recorded” means that nobody has written it down.',
  offline: 'You are offline. What you write is saved on this device and sent when you reconnect.',
  allergies: 'Allergies',
  fields: {
    resuscitation: 'Resuscitation',
    escalation: 'Treatment escalation',
    nextOfKin: 'Next of kin',
    keySafe: 'Key-safe',
    interpreter: 'Interpreter',
    conditions: 'Conditions',
  } as Readonly<Record<CriticalField, string>>,
  states: {
    notRecorded: 'not recorded',
    /** It is part of a record that is not open to who looks. */
    closed: 'not open to you: ask the organisation where the patient is registered',
    noneKnown: {
      allergies: (asked: string): string => `No known allergies (asked ${asked})`,
      resuscitation: (asked: string): string => `No decision made (asked ${asked})`,
      escalation: (asked: string): string => `No plan made (asked ${asked})`,
      nextOfKin: (asked: string): string => `Nobody (asked ${asked})`,
      keySafe: (asked: string): string => `No key-safe (asked ${asked})`,
      interpreter: (asked: string): string => `Not needed (asked ${asked})`,
      conditions: (asked: string): string => `No known conditions (asked ${asked})`,
    } as Readonly<Record<CriticalField | 'allergies', (asked: string) => string>>,
  },
  /** A value in a list: what it is about, and what is known. */
  named: (name: string, value: string): string => `${name}: ${value}`,
  registered: 'As registered. Nobody has asked since.',
  by: (name: string, when: string): string => (name === '' ? when : `${name}, ${when}`),
  reviewBy: (date: string): string => `Review by ${date}`,
  reviewOver: (date: string): string => `Review was due ${date}`,
  masked: 'Recorded. Hidden until you ask.',
  show: 'Show',
  showNamed: (field: string): string => `Show: ${field}`,
  looked: 'Each look is in the action log.',
  severities: { severe: 'Severe', moderate: 'Moderate', mild: 'Mild' } as Readonly<
    Record<string, string>
  >,
  severityUnknown: 'Severity not known',
  allergy: {
    add: 'Add an allergy',
    none: 'None known',
    noneTitle: 'No known allergies?',
    noneText: 'You asked the patient or their carer, and no allergy is known.',
    noneConfirm: 'I asked: none known',
    substance: 'To what',
    reaction: 'What it does',
    reactionHint: 'For example: anaphylaxis, rash',
    severity: 'How bad',
    save: 'Save allergy',
    failed: 'The allergy was not saved',
    strike: 'Strike out',
    strikeNamed: (substance: string): string => `Strike out: ${substance}`,
    strikeTitle: (substance: string): string => `Strike out “${substance}”?`,
    strikeText: 'It stays to be read as struck out, with your name and the reason.',
    reason: 'Reason',
    struck: (name: string, when: string, reason: string): string =>
      `Struck out by ${name === '' ? 'somebody' : name}, ${when}: ${reason}`,
    history: (count: number): string => (count === 1 ? '1 struck out' : `${count} struck out`),
  },
  /** The name of the line in the banner. */
  openNamed: (allergies: string, resuscitation: string): string =>
    `${allergies}. Resuscitation: ${resuscitation}. Show what everyone must know`,
  notShown: 'Not shown.',
  record: 'Record',
  correct: 'Correct',
  recordNamed: (action: string, field: string): string => `${action}: ${field}`,
  failed: 'Not saved',
  noDecider: 'A clinician records this.',
  form: {
    known: 'What is known',
    /** The answers to that question. */
    answers: { recorded: 'There is something to record', noneKnown: 'I asked: there is none' },
    reviewBy: 'Review by',
    reviewByHint: 'The day on which this must be looked at again',
    reviewPast: 'Must be a day to come',
  },
  parts: {
    'resuscitation.status': 'Status',
    'resuscitation.form': 'Form',
    'resuscitation.formSeenBy': 'Form seen by',
    'resuscitation.formPlace': 'Where the form is',
    'escalation.plan': 'What to do if they get worse',
    'nextOfKin.name': 'Name',
    'nextOfKin.relation': 'Relation',
    'nextOfKin.telephone': 'Telephone',
    'keySafe.code': 'Code',
    'keySafe.place': 'Where it is',
    'interpreter.language': 'Language',
    'conditions.list': 'Conditions, one per line',
  } as Readonly<Record<string, string>>,
  /** Words for what a part is chosen from. */
  choices: {
    attempt: 'For resuscitation',
    doNotAttempt: 'Not for resuscitation (DNACPR)',
    respect: 'ReSPECT form',
    dnacpr: 'DNACPR form',
    polst: 'POLST form',
    dnrOrder: 'DNR order',
  } as Readonly<Record<string, string>>,
  /** The status where there is no room for more. */
  shortStatuses: { attempt: 'yes', doNotAttempt: 'no (DNACPR)' } as Readonly<
    Record<string, string>
  >,
  /** A value in one line: its parts with words between them. */
  short: {
    seenBy: (form: string, who: string): string => `${form}, seen by ${who}`,
    at: (place: string): string => `at: ${place}`,
  },
  saved: 'Saved. It is sent when there is a connection.',
}

const enUS: DeepPartial<typeof enGB> = {
  openNamed: (allergies: string, resuscitation: string): string =>
    `${allergies}. Code status: ${resuscitation}. Show what everyone must know`,
  fields: { resuscitation: 'Code status', keySafe: 'Lockbox', escalation: 'Treatment limits' },
  states: {
    closed: 'not open to you: ask the organization where the patient is registered',
    noneKnown: { keySafe: (asked: string): string => `No lockbox (asked ${asked})` },
  },
  choices: { attempt: 'Full code', doNotAttempt: 'DNR: do not resuscitate' },
  allergy: { noneText: 'You asked the patient or their caregiver, and no allergy is known.' },
  shortStatuses: { attempt: 'full code', doNotAttempt: 'DNR' },
}

export type CriticalInformationTexts = typeof enGB

export const criticalInformationTexts = inEditions(enGB, enUS)
