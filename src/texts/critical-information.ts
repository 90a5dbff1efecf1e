import { criticalWords } from '../domain/critical/words'
import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** What everybody must know about a patient. Dates come as text. */
const enGB = {
  ...criticalWords('en-GB'),
  title: 'What everyone must know',
  lead: 'Shown on the record, on cards and at every handover. “Not recorded” means that nobody has written it down.',
  offline: 'You are offline. What you write is saved on this device and sent when you reconnect.',
  /** A value in a list: what it is about, and what is known. */
  named: (name: string, value: string): string => `${name}: ${value}`,
  registered: 'As registered. Nobody has asked since.',
  by: (name: string, when: string): string => (name === '' ? when : `${name}, ${when}`),
  masked: 'Recorded. Hidden until you ask.',
  show: 'Show',
  showNamed: (field: string): string => `Show: ${field}`,
  looked: 'Each look is in the action log.',
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
      `Struck out by ${name === '' ? 'someone' : name}, ${when}: ${reason}`,
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
}

const enUS: DeepPartial<typeof enGB> = {
  ...criticalWords('en-US'),
  openNamed: (allergies: string, resuscitation: string): string =>
    `${allergies}. Code status: ${resuscitation}. Show what everyone must know`,
  allergy: { noneText: 'You asked the patient or their caregiver, and no allergy is known.' },
}

export type CriticalInformationTexts = typeof enGB

export const criticalInformationTexts = inEditions(enGB, enUS)
