import type { Edition } from '../organization/organization'
import { dayOf, formatDate, type Zone } from '../time'
import { knownAllergies, type Allergy } from './allergies'
import {
  criticalParts,
  isReviewOver,
  knownConditions,
  knownField,
  type CriticalField,
  type CriticalInformation,
  type CriticalValue,
} from './information'

const enGB = {
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
  severities: { severe: 'Severe', moderate: 'Moderate', mild: 'Mild' } as Readonly<
    Record<string, string>
  >,
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
  seenBy: (form: string, who: string): string => `${form}, seen by ${who}`,
  at: (place: string): string => `at: ${place}`,
  reviewBy: (date: string): string => `Review by ${date}`,
  reviewOver: (date: string): string => `Review was due ${date}`,
}

const enUS: typeof enGB = {
  ...enGB,
  fields: {
    ...enGB.fields,
    resuscitation: 'Code status',
    keySafe: 'Lockbox',
    escalation: 'Treatment limits',
  },
  states: {
    ...enGB.states,
    closed: 'not open to you: ask the organization where the patient is registered',
    noneKnown: {
      ...enGB.states.noneKnown,
      keySafe: (asked) => `No lockbox (asked ${asked})`,
    },
  },
  choices: { ...enGB.choices, attempt: 'Full code', doNotAttempt: 'DNR: do not resuscitate' },
  shortStatuses: { attempt: 'full code', doNotAttempt: 'DNR' },
}

/** The words for what everybody must know, on the screen and on paper. */
export const criticalWords = (edition: Edition): typeof enGB => (edition === 'en-US' ? enUS : enGB)

/** Of a patient what everybody must know. */
export interface CriticalPatient {
  readonly allergies: readonly Allergy[]
  readonly criticalInformation: readonly CriticalInformation[]
  readonly othersFrom: string | null
  readonly preExistingConditions: readonly string[]
}

const named = (name: string, value: string): string => `${name}: ${value}`

/** An allergy in one line: to what, and what it does. */
export const allergyWords = (
  { substance, reaction, severity }: Pick<Allergy, 'substance' | 'reaction' | 'severity'>,
  edition: Edition,
): string => {
  const does =
    reaction ??
    (severity === null ? null : (criticalWords(edition).severities[severity] ?? severity))
  return does === null ? (substance ?? '') : named(substance ?? '', does)
}

/** What is known of a patient's allergies, under their name. */
export const allergiesValue = (
  patient: Pick<CriticalPatient, 'allergies' | 'othersFrom'>,
  edition: Edition,
  zone?: Zone,
): string => {
  const { states } = criticalWords(edition)
  const known = knownAllergies(patient)
  switch (known.kind) {
    case 'recorded':
      return known.entries.map((entry) => allergyWords(entry, edition)).join('; ')
    case 'noneKnown':
      return states.noneKnown.allergies(formatDate(known.entry.capturedAt, edition, zone))
    case 'notRecorded':
    case 'closed':
      return states[known.kind]
  }
}

/** The same where nothing else says what it is about; that nobody asked is said as such. */
export const allergiesWords = (
  patient: Pick<CriticalPatient, 'allergies' | 'othersFrom'>,
  edition: Edition,
): string => {
  const { kind } = knownAllergies(patient)
  const value = allergiesValue(patient, edition)
  return kind === 'notRecorded' || kind === 'closed'
    ? named(criticalWords(edition).allergies, value)
    : value
}

/** The parts of a value in one line. */
const valueWords = (field: CriticalField, value: CriticalValue, edition: Edition): string => {
  const t = criticalWords(edition)
  const word = (part: string): string | null => {
    const text = value[part]
    return text === undefined ? null : (t.choices[text] ?? text)
  }
  if (field === 'resuscitation') {
    const [form, seenBy] = [word('form'), word('formSeenBy')]
    const seen = form === null || seenBy === null ? (form ?? seenBy) : t.seenBy(form, seenBy)
    const place = word('formPlace')
    return [word('status'), seen, place === null ? null : t.at(place)]
      .filter((one) => one !== null)
      .join(', ')
  }
  return criticalParts[field]
    .flatMap(({ name }) => word(name) ?? [])
    .map((text) => text.split('\n').filter(Boolean).join(', '))
    .join(', ')
}

/** What is known of a field, in words without its name; that nobody asked is said as such. */
export const fieldWords = (
  patient: CriticalPatient,
  field: CriticalField,
  edition: Edition,
  zone?: Zone,
): string => {
  const { states } = criticalWords(edition)
  const known = knownField(patient, field)
  if (known.kind === 'value') return valueWords(field, known.value, edition)
  if (known.kind === 'noneKnown')
    return states.noneKnown[field](formatDate(known.entry.capturedAt, edition, zone))
  if (known.kind === 'closed' || field !== 'conditions') return states[known.kind]
  const registered = knownConditions(patient)
  return registered.kind === 'value' ? registered.list.join(', ') : states.notRecorded
}

/** The same, with a review that is over. */
export const reviewedWords = (
  patient: CriticalPatient,
  field: CriticalField,
  nowMs: number,
  edition: Edition,
  zone?: Zone,
): string => {
  const known = knownField(patient, field)
  const review = 'entry' in known ? reviewWords(known.entry, nowMs, edition, zone) : null
  const words = fieldWords(patient, field, edition, zone)
  return review?.isOver === true ? `${words}. ${review.words}` : words
}

/** The same by its name. */
export const namedFieldWords = (
  patient: CriticalPatient,
  field: CriticalField,
  nowMs: number,
  edition: Edition,
): string =>
  named(criticalWords(edition).fields[field], reviewedWords(patient, field, nowMs, edition))

/** The resuscitation status alone, as short as it is understood. */
export const statusWords = (patient: CriticalPatient, edition: Edition): string => {
  const known = knownField(patient, 'resuscitation')
  const status = known.kind === 'value' ? known.value['status'] : undefined
  return status === undefined
    ? fieldWords(patient, 'resuscitation', edition)
    : (criticalWords(edition).shortStatuses[status] ?? status)
}

/** Of an entry when it has to be looked at again, and whether that day is over; null: it is not said. */
export const reviewWords = (
  entry: Pick<CriticalInformation, 'reviewBy'>,
  nowMs: number,
  edition: Edition,
  zone?: Zone,
): { readonly words: string; readonly isOver: boolean } | null => {
  if (entry.reviewBy === null) return null
  const t = criticalWords(edition)
  const isOver = isReviewOver(entry, dayOf(nowMs, zone))
  const date = formatDate(entry.reviewBy, edition)
  return { words: isOver ? t.reviewOver(date) : t.reviewBy(date), isOver }
}
