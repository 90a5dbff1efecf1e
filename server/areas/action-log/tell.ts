import type { ActionLogEntity } from '../../../schema/generated/resolvers'
import type { Edition } from '../../../src/domain/organization/organization'
import { formatDate } from '../../../src/domain/time'
import { patientFlagTypes } from '../../../src/domain/patient/flag-types'
import { nameOf, type Names, type Ref } from './names'
import { actionLogWords, entityTypes, type ActionLogWords, type EntityType } from './words'

/** An entry of the log, as far as its sentence needs it. */
export interface Told {
  readonly action: string
  readonly entity_type: string | null
  readonly entity_id: string | null
  readonly patient_id: string | null
  readonly details: Readonly<Record<string, unknown>>
}

/** What a detail of this name points at. */
const pointers: Readonly<Record<string, EntityType>> = {
  carePathwayId: 'carePathway',
  checkupId: 'checkup',
  fromCarePathwayId: 'carePathway',
  fromWardId: 'ward',
  organizationId: 'organization',
  userId: 'user',
  wardId: 'ward',
}

/** Types are written in two ways in older entries. */
const typeOf = (written: string): string =>
  written.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Transfers of earlier releases say `from` and `to`. */
const movedBetween: Readonly<Record<string, readonly [from: string, to: string]>> = {
  transferPatientToCarePathway: ['fromCarePathwayId', 'carePathwayId'],
  transferPatientToWard: ['fromWardId', 'wardId'],
}
const detailsOf = ({ action, details }: Told): Told['details'] => {
  const keys = movedBetween[action]
  return keys === undefined
    ? details
    : { [keys[0]]: details['from'], [keys[1]]: details['to'], ...details }
}

const refOf = (type: string, id: unknown): Ref | null =>
  typeof id === 'string' ? { type, id } : null

const isKnown = (type: string): type is EntityType => entityTypes.some((known) => known === type)

/** What an entry's sentence may name. */
export const refsOf = (entry: Told): readonly Ref[] => {
  const details = detailsOf(entry)
  return [
    entry.entity_type === null ? null : refOf(typeOf(entry.entity_type), entry.entity_id),
    refOf('patient', entry.patient_id),
    ...Object.entries(pointers).map(([key, type]) => refOf(type, details[key])),
  ].filter((ref) => ref !== null)
}

/** `written` is the name of then, where the entry keeps it: it serves who cannot read that of now. */
const phrase = (ref: Ref, names: Names, words: ActionLogWords, written: unknown): string => {
  const name = nameOf(names, ref) ?? (typeof written === 'string' ? written : null)
  const { type } = ref
  if (name !== null) {
    const named: Readonly<Record<string, (name: string) => string>> = words.named
    return named[type]?.(name) ?? name
  }
  return isKnown(type) ? words.things[type] : words.things.operation
}

/** Flags of an entry as their titles; [] where it names none. */
const flagsOf = (value: unknown, words: ActionLogWords): readonly string[] =>
  (Array.isArray(value)
    ? (value as readonly Partial<Record<'type' | 'active', unknown>>[])
    : []
  ).flatMap(({ type, active }) => {
    const title = patientFlagTypes.find((kind) => kind.type === type)?.title
    return title === undefined ? [] : [words.flag(title, active === true)]
  })

const date = /^\d{4}-\d{2}-\d{2}$/
const plain = (value: unknown, edition: Edition, words: ActionLogWords): string => {
  if (typeof value === 'string' && date.test(value))
    return formatDate(`${value}T12:00:00.000Z`, edition)
  if (typeof value === 'string') return words.statuses[value] ?? value
  if (Array.isArray(value)) return flagsOf(value, words).join(', ')
  return typeof value === 'number' ? String(value) : words.none
}

/** The action, told apart by its details where it may mean the opposite. */
const meantBy = ({ action, details }: Told, words: ActionLogWords): string => {
  // Entries of earlier releases say less.
  if (action === 'updatePatientFlags' && flagsOf(details['flags'], words).length > 0)
    return 'updatePatientFlagsTo'
  if (action === 'createEWSThresholds' && typeof details['spo2Scale'] === 'number')
    return 'createEWSThresholdsOnScale'
  if (action === 'dischargePatientFromWard' && typeof details['reason'] === 'string')
    return 'dischargePatientFromWardFor'
  if (action === 'createPatient' && typeof details['reason'] === 'string') return 'createPatientFor'
  if (action === 'acknowledgeAlert' && details['isAcknowledged'] === false)
    return 'acknowledgeAlertNoMore'
  if (action === 'snoozeAlert' && details['minutes'] === 0) return 'snoozeAlertNoMore'
  if (action === 'lookupPatient' && typeof details['organizationId'] === 'string')
    return 'lookupPatientElsewhere'
  if (action !== 'setAlertStatus') return action
  const left = details['left']
  const done = typeof left === 'number' && left > 0 ? 'setAlertStatusOfSome' : action
  return typeof details['outcome'] === 'string' ? `${done}With` : done
}

const templateOf = (action: string, words: ActionLogWords): string => {
  const [verb = ''] = /^[a-z]+/.exec(action) ?? []
  return words.sentences[action] ?? words.verbs[verb] ?? words.otherwise
}

/** The sentence of an entry in an edition, and what it names. */
export const tell = (
  entry: Told,
  names: Names,
  edition: Edition,
): { readonly message: string; readonly entities: ActionLogEntity[] } => {
  const words = actionLogWords(edition)
  const details = detailsOf(entry)
  const entities: ActionLogEntity[] = []
  const say = (key: string): string => {
    const ref =
      key === 'entity'
        ? refOf(typeOf(entry.entity_type ?? 'operation'), entry.entity_id ?? '')
        : key === 'patient'
          ? refOf('patient', entry.patient_id ?? '')
          : key in pointers
            ? refOf(pointers[key] ?? 'operation', details[key] ?? '')
            : null
    if (ref === null) return plain(details[key], edition, words)
    const text = phrase(
      ref,
      names,
      words,
      key === 'organizationId' ? details['organizationName'] : undefined,
    )
    entities.push({ text, type: ref.type, instance: ref.id === '' ? null : ref.id })
    return text
  }
  const message = templateOf(meantBy(entry, words), words).replaceAll(
    /\{(\w+)\}/g,
    (_, key: string) => say(key),
  )
  return { message, entities }
}
