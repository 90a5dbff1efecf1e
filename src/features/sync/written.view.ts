import { storedReadings } from '../../domain/checkup/checkup'
import { softSignWords } from '../../domain/checkup/soft-signs'
import {
  lookAtCriticalInformation,
  recordAllergy,
  recordCriticalInformation,
} from '../../domain/critical/commands'
import { versionOf } from '../../domain/critical/information'
import { recordContact } from '../../domain/contact/contact'
import { contactSaid } from '../../domain/contact/words'
import { recordObservations } from '../../domain/observation/commands'
import { showGlucose, showTemperature, showWeight, type ShownQuantity } from '../../domain/units'
import { readingsTexts } from '../../texts/readings'
import { needsPerson, type OutboxItem } from '../../engine/define'
import { setAlertStatus } from '../../domain/alerts/commands'
import { outcomeSaid } from '../../domain/alerts/outcome'
import { updatePatientContactDetails } from '../../domain/patient/commands'
import { changedContact, contactWords, wantedContactSchema } from '../../domain/patient/contact'
import type { Edition } from '../../domain/organization/organization'
import { formatDate, formatDateTime, isDate } from '../../domain/time'
import { criticalInformationTexts } from '../../texts/critical-information'
import type { SyncTexts } from '../../texts/sync'
import { allergyWords } from '../../domain/critical/words'

/** One thing that was written. Text and the main value have no label. */
export interface WrittenLine {
  readonly name: string
  readonly label: string | null
  readonly value: string
}

const isInstant = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T/.test(text) && Number.isFinite(Date.parse(text))

export const valueWords = (
  name: string,
  value: unknown,
  t: SyncTexts,
  edition: Edition,
): string => {
  if (value === null || value === undefined || value === '') return t.values.none
  if (typeof value === 'boolean') return value ? t.values.yes : t.values.no
  if (name === 'alerts' && Array.isArray(value)) return String(value.length)
  if (name === 'alertNames' && Array.isArray(value)) return value.join(', ')
  if (typeof value === 'number')
    return name === 'score' ? (t.acuity[value] ?? String(value)) : String(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (isDate(value)) return formatDate(value, edition)
  const critical = criticalInformationTexts(edition)
  if (name in critical.fields || name === 'allergy') return t.critical[value] ?? value
  if (name in critical.parts) return critical.choices[value] ?? value
  return isInstant(value) ? formatDateTime(value, edition) : value
}

/** The field's label; of an unknown one the server's name. */
export const fieldWords = (name: string, t: SyncTexts): string => t.fields[name] ?? name

/** Ids and revisions mean nothing to a person. */
const isForMachines = (name: string): boolean =>
  /(?:id|ids|revision|version)$/i.test(name) || name.startsWith('seen')

export const kindWords = (op: string, t: SyncTexts): string => t.kinds[op] ?? t.otherKind

/** Contact details by what their author changed: the others are not written. */
const contactIn = (input: object): object => {
  const { success, data } = wantedContactSchema.safeParse(input)
  return success
    ? Object.fromEntries(
        changedContact(data).map((part) => [part, contactWords(part, data.newContact)]),
      )
    : input
}

/** Resolved alerts with what was done about them in words. */
const resolvedIn = (input: object, edition: Edition): object => {
  const { success, data } = setAlertStatus.input.safeParse(input)
  if (!success) return input
  const said = data.alerts.map((one) => outcomeSaid(one.outcome, one.outcomeText, edition))
  return { ...input, outcome: [...new Set(said)].join(', ') }
}

/** Observations as what was measured, in the edition's units. */
const observedIn = (op: string, input: object, edition: Edition): object => {
  const { success, data } = recordObservations.input.safeParse(input)
  if (op !== recordObservations.name || !success) return input
  const { names, units, oxygenFlows } = readingsTexts
  const of = storedReadings(data.readings)
  const quantity = ({ value, unit }: ShownQuantity): string => `${value} ${unit}`
  const { bloodPressureData: pressure, temperature, weight, glucose } = of
  const measured: readonly (readonly [string, string | null])[] = [
    [names.respiratoryRate, of.respiratoryRate && `${of.respiratoryRate.value} ${units.perMinute}`],
    [names.spO2, of.pulseOxiData && `${of.pulseOxiData.averageSpO2} ${units.percent}`],
    [
      names.onOxygen,
      of.onOxygen === null ? null : readingsTexts.oxygen[of.onOxygen ? 'yes' : 'no'],
    ],
    [
      names.oxygenFlow,
      of.oxygenFlow && `${oxygenFlows[of.oxygenFlow] ?? of.oxygenFlow} ${units.oxygenFlow}`,
    ],
    [names.systolic, pressure && `${pressure.systolic}/${pressure.diastolic} ${units.pressure}`],
    [names.pulse, of.pulseRate && `${of.pulseRate.value} ${units.perMinute}`],
    [names.temperature, temperature && quantity(showTemperature(temperature.value, edition))],
    [names.consciousness, of.consciousness],
    [names.weight, weight && quantity(showWeight(weight.value, edition))],
    [names.glucose, glucose && quantity(showGlucose(glucose.reading, edition))],
    ...of.symptoms.map(({ key }) => [softSignWords(key, edition), ''] as const),
  ]
  return {
    observed: measured
      .flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`.trim()]))
      .join('; '),
    ...(data.minutesAgo === 0 ? {} : { minutesAgo: data.minutesAgo }),
    ...(of.notes === null ? {} : { remarks: of.notes }),
  }
}

/** A call or a visit in one line, and its note. */
const reachedIn = (op: string, input: object, edition: Edition): object => {
  const { success, data } = recordContact.input.safeParse(input)
  if (op !== recordContact.name || !success) return input
  return {
    contact: contactSaid(data, edition),
    ...(data.note === null ? {} : { remarks: data.note }),
  }
}

/** What everybody must know by what was written of it, as a conflict names it. */
const criticalIn = (op: string, input: object, edition: Edition): object => {
  if (op === recordAllergy.name) {
    const { success, data } = recordAllergy.input.safeParse(input)
    if (!success) return input
    const { allergy } = data
    return { allergy: allergy === null ? 'noneKnown' : allergyWords(allergy, edition) }
  }
  if (op === recordCriticalInformation.name) {
    const { success, data } = recordCriticalInformation.input.safeParse(input)
    return success ? versionOf(data.field, data) : input
  }
  if (op === lookAtCriticalInformation.name) {
    const { success, data } = lookAtCriticalInformation.input.safeParse(input)
    return success ? { looked: criticalInformationTexts(edition).fields[data.field] } : input
  }
  return input
}

/** The names that a conflict leaves to decide over; null: all. */
const leftOpen = ({
  conflict,
}: Partial<Pick<OutboxItem, 'conflict'>>): ReadonlySet<string> | null =>
  conflict == null ? null : new Set(conflict.fields.map(({ name }) => name))

/**
 * True where what was written may be on the record: no answer came, or it may be done in part, and
 * which is not told.
 */
export const mayBeOnRecord = ({
  state,
  op,
  input,
  conflict,
  mayBeDone,
}: Pick<OutboxItem, 'state' | 'op' | 'input' | 'conflict' | 'mayBeDone'>): boolean =>
  mayBeDone ||
  (state === 'conflict' &&
    conflict === null &&
    op === updatePatientContactDetails.name &&
    Object.keys(contactIn(Object(input))).length !== 1)

/**
 * What was written and is not on the record, as lines; null where it cannot be read here. Of a
 * conflict only what is in it: the rest was done.
 */
export const writtenLines = (
  { op, input, ...item }: Pick<OutboxItem, 'op' | 'input'> & Partial<Pick<OutboxItem, 'conflict'>>,
  t: SyncTexts,
  edition: Edition,
): readonly WrittenLine[] | null => {
  if (typeof input !== 'object' || input === null) return null
  const open = leftOpen(item)
  const written = observedIn(
    op,
    reachedIn(op, resolvedIn(contactIn(input), edition), edition),
    edition,
  )
  return Object.entries(criticalIn(op, written, edition))
    .filter(
      ([name, value]) =>
        !isForMachines(name) &&
        open?.has(name) !== false &&
        !(name === 'alerts' && 'alertNames' in input) &&
        value !== undefined &&
        !(name !== 'expectedDischargeDate' && (value === null || value === '')),
    )
    .map(([name, value]) => ({
      name,
      label:
        name === 'text' || fieldWords(name, t) === kindWords(op, t) ? null : fieldWords(name, t),
      value: valueWords(name, value, t, edition),
    }))
}

/** Why the text is not here, and where it is. */
export const unreadableWords = (
  { state, mayBeDone, isLost }: Pick<OutboxItem, 'state' | 'mayBeDone' | 'isLost'>,
  t: SyncTexts,
): string => {
  if (isLost) return t.lost.words
  return needsPerson(state) && state !== 'expired' && !mayBeDone
    ? t.unreadableRefused
    : t.unreadable
}

/** Whom an item is about, for names of buttons and for the question before it is given up. */
export const whoOf = (
  { subject, about, isLost }: Pick<OutboxItem, 'subject' | 'about' | 'isLost'>,
  t: SyncTexts,
): string =>
  subject?.name ??
  about?.name ??
  (isLost ? t.lost.patient : about === null ? t.patient.none : t.patient.unknownNow)

/** The text in short, for button names and for the question before it is given up. */
export const writtenInShort = (
  item: Pick<OutboxItem, 'op' | 'input' | 'state' | 'mayBeDone' | 'isLost'> &
    Partial<Pick<OutboxItem, 'conflict'>>,
  t: SyncTexts,
  edition: Edition,
): string => {
  const lines = writtenLines(item, t, edition)
  if (lines === null) return unreadableWords(item, t)
  return lines.length === 0
    ? kindWords(item.op, t)
    : lines.map(({ label, value }) => (label === null ? value : `${label}: ${value}`)).join('; ')
}

/**
 * Why an item waits, and what to do: by the server's code, else its state. Null while all is well,
 * and for a conflict.
 */
export const reasonOf = (
  item: Pick<OutboxItem, 'state' | 'code' | 'problem' | 'mayBeDone' | 'isPutOff' | 'isLost'>,
  t: SyncTexts,
): { readonly what: string; readonly next: string; readonly detail: string | null } | null => {
  const reason = reasonToSee(item, t)
  if (!item.isLost || !needsPerson(item.state)) return reason
  // Nothing that sends its author to the record, or to paper.
  return {
    what: reason?.what ?? t.conflict.changedBySomebody,
    next: item.state === 'stuck' ? t.lost.stuck : t.lost.next,
    detail: null,
  }
}

const reasonToSee = (
  { state, code, problem, mayBeDone, isPutOff }: Parameters<typeof reasonOf>[0],
  t: SyncTexts,
): ReturnType<typeof reasonOf> => {
  if (isPutOff && !needsPerson(state)) return { ...t.putOff, detail: null }
  if (state === 'waiting' || state === 'sending' || state === 'conflict') return null
  if (state === 'stuck')
    return {
      ...(t.reasons['STUCK'] ?? t.unknown),
      detail: problem?.said == null ? null : t.serverSays(problem.said),
    }
  if (state === 'held-update')
    return {
      ...((code === null ? undefined : t.reasons[code]) ?? t.stateReasons[state]),
      detail: null,
    }
  if (state === 'expired' && mayBeDone) return { ...t.expiredUnsure, detail: null }
  if (state !== 'refused') return { ...t.stateReasons[state], detail: null }
  const known = code === null ? undefined : t.reasons[code]
  const said =
    problem === null
      ? []
      : problem.fields.length > 0
        ? problem.fields.map(({ message }) => message)
        : [problem.said ?? '']
  const useful =
    code === 'INVALID' || known === undefined
      ? [...new Set(said)].filter((message) => message !== '')
      : []
  return {
    ...(known ?? t.unknown),
    detail: useful.length === 0 ? null : t.serverSays(useful.join(' ')),
  }
}

/** The fields of a conflict in which yours differs from the current value. */
export const differingFields = ({
  conflict,
}: Pick<OutboxItem, 'conflict'>): NonNullable<OutboxItem['conflict']>['fields'] =>
  conflict?.fields.filter(
    ({ yours, theirs }) => JSON.stringify(yours) !== JSON.stringify(theirs),
  ) ?? []

/** An item for paper: patient, author, time, why it is not on the record, and content. */
export const sheetOf = (
  item: OutboxItem,
  t: SyncTexts,
  edition: Edition,
  who: { readonly author: string; readonly identifierLabel: string },
): string => {
  const { subject: patient } = item
  const reason = reasonOf(item, t)
  const lines = writtenLines(item, t, edition)
  const identity =
    patient === null
      ? []
      : [
          patient.name,
          t.export.born(formatDate(patient.birthDate, edition)),
          patient.identifierLast4 === null
            ? t.patient.noIdentifier
            : t.patient.ending(who.identifierLabel, patient.identifierLast4),
        ]
  return [
    (mayBeOnRecord(item) ? t.export.headingUnsure : t.export.heading)(kindWords(item.op, t)),
    ...(identity.length === 0 ? [] : [t.export.patient(identity.join(', '))]),
    t.export.written(who.author, formatDateTime(new Date(item.capturedAt).toISOString(), edition)),
    [
      `${t.states[item.state]}.`,
      ...(reason === null ? [] : [reason.what, ...(reason.detail === null ? [] : [reason.detail])]),
    ].join(' '),
    '',
    ...(lines === null
      ? [unreadableWords(item, t)]
      : lines.map(({ label, value }) => (label === null ? value : `${label}: ${value}`))),
    ...(item.conflict?.fields ?? []).map(({ name, theirs }) =>
      t.export.theirs(
        fieldWords(name, t),
        item.conflict?.changedBy ?? null,
        valueWords(name, theirs, t, edition),
      ),
    ),
  ].join('\n')
}

/** True where a part of what was written was done, and the conflict is about the rest. */
export const isDoneInPart = (item: OutboxItem, t: SyncTexts, edition: Edition): boolean =>
  (writtenLines(item, t, edition)?.length ?? 0) <
  (writtenLines({ ...item, conflict: null }, t, edition)?.length ?? 0)

/** True for a field that sending yours would write; the others tell what else has changed. */
export const isWritten = ({ op, input }: Pick<OutboxItem, 'op' | 'input'>, name: string): boolean =>
  typeof input === 'object' &&
  input !== null &&
  // In any edition: names alone are asked.
  name in criticalIn(op, contactIn(input), 'en-GB')
