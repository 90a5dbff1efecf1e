import { knownAllergies, type Allergy } from '../../domain/critical/allergies'
import {
  criticalParts,
  isReviewOver,
  knownConditions,
  knownField,
  type CriticalField,
  type CriticalInformation,
  type CriticalValue,
} from '../../domain/critical/information'
import type { Edition } from '../../domain/organization/organization'
import type { Patient } from '../../domain/patient/patient'
import { dayOf, formatDate } from '../../domain/time'
import { criticalInformationTexts } from '../../texts/critical-information'

/** Of a patient what everybody must know. */
export type CriticalPatient = Pick<
  Patient,
  'allergies' | 'criticalInformation' | 'othersFrom' | 'preExistingConditions'
>

/** An allergy in one line: to what, and what it does. */
export const allergyWords = (
  { substance, reaction, severity }: Pick<Allergy, 'substance' | 'reaction' | 'severity'>,
  edition: Edition,
): string => {
  const t = criticalInformationTexts(edition)
  const does = reaction ?? (severity === null ? null : (t.severities[severity] ?? severity))
  return does === null ? (substance ?? '') : t.named(substance ?? '', does)
}

/** What is known of a patient's allergies, in one line; that nobody asked is said as such. */
export const allergiesWords = (patient: CriticalPatient, edition: Edition): string => {
  const t = criticalInformationTexts(edition)
  const known = knownAllergies(patient)
  switch (known.kind) {
    case 'recorded':
      return known.entries.map((entry) => allergyWords(entry, edition)).join('; ')
    case 'noneKnown':
      return t.states.noneKnown.allergies(formatDate(known.entry.capturedAt, edition))
    case 'notRecorded':
    case 'closed':
      return t.named(t.allergies, t.states[known.kind])
  }
}

/** The parts of a value in one line. */
const valueWords = (field: CriticalField, value: CriticalValue, edition: Edition): string => {
  const { choices, short } = criticalInformationTexts(edition)
  const word = (part: string): string | null => {
    const text = value[part]
    return text === undefined ? null : (choices[text] ?? text)
  }
  if (field === 'resuscitation') {
    const [form, seenBy] = [word('form'), word('formSeenBy')]
    const seen = form === null || seenBy === null ? (form ?? seenBy) : short.seenBy(form, seenBy)
    const place = word('formPlace')
    return [word('status'), seen, place === null ? null : short.at(place)]
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
): string => {
  const { states } = criticalInformationTexts(edition)
  const known = knownField(patient, field)
  if (known.kind === 'value') return valueWords(field, known.value, edition)
  if (known.kind === 'noneKnown')
    return states.noneKnown[field](formatDate(known.entry.capturedAt, edition))
  if (known.kind === 'closed' || field !== 'conditions') return states[known.kind]
  const registered = knownConditions(patient)
  return registered.kind === 'value' ? registered.list.join(', ') : states.notRecorded
}

/** The resuscitation status alone, as short as it is understood. */
export const statusWords = (patient: CriticalPatient, edition: Edition): string => {
  const known = knownField(patient, 'resuscitation')
  const status = known.kind === 'value' ? known.value['status'] : undefined
  return status === undefined
    ? fieldWords(patient, 'resuscitation', edition)
    : (criticalInformationTexts(edition).shortStatuses[status] ?? status)
}

/** Of an entry when it has to be looked at again, and whether that day is over; null: it is not said. */
export const reviewWords = (
  entry: Pick<CriticalInformation, 'reviewBy'>,
  nowMs: number,
  edition: Edition,
): { readonly words: string; readonly isOver: boolean } | null => {
  if (entry.reviewBy === null) return null
  const t = criticalInformationTexts(edition)
  const isOver = isReviewOver(entry, dayOf(nowMs))
  const date = formatDate(entry.reviewBy, edition)
  return { words: isOver ? t.reviewOver(date) : t.reviewBy(date), isOver }
}
