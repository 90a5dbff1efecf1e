import { z } from 'zod'
import type { Action } from '../access/may'
import { othersClosed } from '../access/part-record'
import { personSchema, type Edition } from '../organization/organization'
import { allUnsentOf, needsPerson, withUnsent, type Waiting } from '../sync/unsent'
import { isStorableText } from '../text/storable'
import { dateSchema } from '../time/instant'

/** What everybody must know about a patient, beside allergies: one entry of each counts. */
export const criticalFields = [
  'resuscitation',
  'escalation',
  'nextOfKin',
  'keySafe',
  'interpreter',
  'conditions',
] as const
export type CriticalField = (typeof criticalFields)[number]
const criticalFieldSchema = z.enum(criticalFields)

/** Not told before somebody asks to see them, and each look is in the action log. */
export const maskedFields = ['nextOfKin', 'keySafe'] as const satisfies readonly CriticalField[]
export const isMasked = (field: string): field is (typeof maskedFields)[number] =>
  maskedFields.some((one) => one === field)

/** What an admission by identifier opens (T8); the others are open with the whole record. */
const openToAll: readonly CriticalField[] = ['resuscitation', 'escalation', 'conditions']

/** Of a record the part that is open; null: all of it (`Patient.othersFrom`). */
export interface OpenPart {
  readonly othersFrom: string | null
}

/** Whether a field is open to who may open the record. */
export const isOpenTo = ({ othersFrom }: OpenPart, field: CriticalField): boolean =>
  othersFrom === null || (othersFrom < othersClosed && openToAll.includes(field))

/** Who may record a field: what decides over treatment is a clinician's. */
export const recordingOf = (field: CriticalField): Action =>
  field === 'resuscitation' || field === 'escalation'
    ? 'critical-information.decide'
    : 'critical-information.record'

/** A part of a field's value. */
export interface CriticalPart {
  readonly name: string
  readonly kind: 'choice' | 'line' | 'lines'
  readonly isRequired?: true
  readonly choices?: readonly string[]
}

export const resuscitationStatuses = ['attempt', 'doNotAttempt'] as const
/** Of both editions; each offers its own. */
export const resuscitationForms = ['respect', 'dnacpr', 'polst', 'dnrOrder'] as const

/** What each field's value is made of. */
export const criticalParts: Readonly<Record<CriticalField, readonly CriticalPart[]>> = {
  resuscitation: [
    { name: 'status', kind: 'choice', isRequired: true, choices: resuscitationStatuses },
    { name: 'form', kind: 'choice', choices: resuscitationForms },
    { name: 'formSeenBy', kind: 'line' },
    { name: 'formPlace', kind: 'line' },
  ],
  escalation: [{ name: 'plan', kind: 'lines', isRequired: true }],
  nextOfKin: [
    { name: 'name', kind: 'line', isRequired: true },
    { name: 'relation', kind: 'line' },
    { name: 'telephone', kind: 'line' },
  ],
  keySafe: [
    { name: 'code', kind: 'line', isRequired: true },
    { name: 'place', kind: 'line' },
  ],
  interpreter: [{ name: 'language', kind: 'line', isRequired: true }],
  // One a line.
  conditions: [{ name: 'list', kind: 'lines', isRequired: true }],
}

/** Characters at most, of one line and of several. */
export const longestPart = { choice: 40, line: 200, lines: 2000 } as const

/** A value by its parts (criticalParts); a part that nobody knows is not in it. */
export const criticalValueSchema = z.record(z.string(), z.string())
export type CriticalValue = z.infer<typeof criticalValueSchema>

/** What is wrong with a value, by part; empty: nothing. */
export const criticalFaults = (
  field: CriticalField,
  value: CriticalValue,
): Readonly<Record<string, string>> => {
  const parts = criticalParts[field]
  const known = new Set(parts.map(({ name }) => name))
  const faults: Record<string, string> = {}
  for (const name of Object.keys(value)) if (!known.has(name)) faults[name] = 'Is not known'
  for (const { name, kind, isRequired, choices } of parts) {
    const text = value[name]
    if (text === undefined || text.trim() === '') {
      // What nobody knows is left out.
      if (isRequired === true || text !== undefined) faults[name] = 'Cannot be blank'
    } else if ([...text].length > longestPart[kind])
      faults[name] = `Must be ${longestPart[kind]} characters or fewer`
    else if (!isStorableText(text)) faults[name] = 'Contains a character that cannot be stored'
    else if (choices !== undefined && !choices.includes(text)) faults[name] = 'Is not a choice'
  }
  return faults
}

/** One thing that everybody must know, as it was last recorded. */
export const criticalInformationSchema = z.object({
  id: z.string(),
  revision: z.number(),
  field: criticalFieldSchema,
  /** Null: there is none, as somebody asked. */
  value: criticalValueSchema.nullable(),
  /** When it has to be looked at again; null: not said. */
  reviewBy: dateSchema.nullable(),
  /** When it was written, by the author's device. */
  capturedAt: z.string(),
  /** When the server received it. */
  createdAt: z.string(),
  recordedBy: personSchema.nullable(),
})
export type CriticalInformation = z.infer<typeof criticalInformationSchema>

interface WithInformation {
  readonly criticalInformation: readonly CriticalInformation[]
}

/** What is known of one field. That nobody asked is never the same as that there is none. */
export type KnownField =
  | { readonly kind: 'value'; readonly value: CriticalValue; readonly entry: CriticalInformation }
  /** Somebody asked, and there was none. */
  | { readonly kind: 'noneKnown'; readonly entry: CriticalInformation }
  | { readonly kind: 'notRecorded' }
  /** It is not open to who looks (T8). */
  | { readonly kind: 'closed' }

/** What is known of a field of a patient. */
export const knownField = (
  patient: WithInformation & OpenPart,
  field: CriticalField,
): KnownField => {
  if (!isOpenTo(patient, field)) return { kind: 'closed' }
  const entry = patient.criticalInformation.find((one) => one.field === field)
  if (entry === undefined) return { kind: 'notRecorded' }
  return entry.value === null
    ? { kind: 'noneKnown', entry }
    : { kind: 'value', value: entry.value, entry }
}

/** Conditions, each by itself: as recorded, or as the patient was registered with. */
export type KnownConditions =
  | { readonly kind: 'value'; readonly list: readonly string[] }
  | Exclude<KnownField, { readonly kind: 'value' }>

/** What is known of a patient's conditions. Where nobody recorded any since, those of the registration count. */
export const knownConditions = (
  patient: WithInformation & OpenPart & { readonly preExistingConditions: readonly string[] },
): KnownConditions => {
  const known = knownField(patient, 'conditions')
  if (known.kind === 'noneKnown' || known.kind === 'closed') return known
  const list =
    known.kind === 'value'
      ? (known.value['list'] ?? '')
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== '')
      : patient.preExistingConditions
  return list.length === 0 ? { kind: 'notRecorded' } : { kind: 'value', list }
}

/** Whether an entry's day of review is over. @param today `YYYY-MM-DD` */
export const isReviewOver = (
  { reviewBy }: Pick<CriticalInformation, 'reviewBy'>,
  today: string,
): boolean => reviewBy !== null && reviewBy < today

/** What somebody wants a field to be, and the entry that they saw; null: there was none. */
export const wantedInformationSchema = z
  .object({
    field: criticalFieldSchema,
    value: criticalValueSchema.nullable(),
    reviewBy: dateSchema.nullable(),
    seen: z.object({ id: z.string().nullable() }),
  })
  .superRefine(({ field, value }, context) => {
    for (const [part, message] of Object.entries(
      value === null ? {} : criticalFaults(field, value),
    ))
      context.addIssue({ code: 'custom', path: [part], message })
  })
export type WantedInformation = z.infer<typeof wantedInformationSchema>

const contentOf = ({ value, reviewBy }: Pick<CriticalInformation, 'value' | 'reviewBy'>): string =>
  JSON.stringify([value === null ? null : Object.entries(value).toSorted(), reviewBy])

/**
 * Whether what is wanted may take the place of what is there. `conflict`: somebody recorded it since
 * the author looked.
 */
export const judgeInformation = (
  wanted: WantedInformation,
  now: CriticalInformation | null,
): 'apply' | 'same' | 'conflict' => {
  if (now?.id === (wanted.seen.id ?? undefined)) return 'apply'
  return now !== null && contentOf(now) === contentOf(wanted) ? 'same' : 'conflict'
}

/** A version of a field as it is told in a conflict, by name: of the field whether there is one, and each part. */
export const versionOf = (
  field: CriticalField,
  version: Pick<CriticalInformation, 'value' | 'reviewBy'> | null,
): Readonly<Record<string, string | null>> => ({
  [field]: version === null ? 'notRecorded' : version.value === null ? 'noneKnown' : 'recorded',
  ...Object.fromEntries(
    criticalParts[field].map(({ name }) => [`${field}.${name}`, version?.value?.[name] ?? null]),
  ),
  reviewBy: version?.reviewBy ?? null,
})

/** The part of a record that changes, as `unsent` names it. */
export const criticalPart = (field: CriticalField): string => `criticalInformation.${field}`

/**
 * An entry of the user's own over a row of the server: shown where the server would take it.
 * @param waiting null: the server has it
 */
export const layInformation = <Row extends WithInformation>(
  row: Row,
  wanted: WantedInformation,
  entry: CriticalInformation,
  waiting: Waiting | null,
): Row => {
  const now = row.criticalInformation.find(({ field }) => field === wanted.field) ?? null
  const verdict = now?.id === entry.id ? 'same' : judgeInformation(wanted, now)
  const isShown = verdict === 'apply' && (waiting === null || !needsPerson(waiting.state))
  const laid = isShown
    ? {
        ...row,
        criticalInformation: [
          ...row.criticalInformation.filter(({ field }) => field !== wanted.field),
          entry,
        ],
      }
    : row
  if (waiting === null) return laid
  const part = criticalPart(wanted.field)
  const [first] = allUnsentOf(row, part)
  return withUnsent(laid, {
    ...waiting,
    part,
    wanted: entry,
    theirs: first === undefined ? now : first.theirs,
    isShown,
  })
}

/** The forms about resuscitation that an edition offers. */
export const formsOf = (edition: Edition): readonly (typeof resuscitationForms)[number][] =>
  edition === 'en-US' ? ['polst', 'dnrOrder'] : ['respect', 'dnacpr']
