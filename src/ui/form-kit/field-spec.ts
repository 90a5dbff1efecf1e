import type { ReactNode } from 'react'
import { checkNationalIdentifier, isFullNameOf, type PersonName } from '../../domain/identity'
import type { Edition } from '../../domain/organization/organization'
import type { NationalIdentifier } from '../../domain/patient/patient'
import { checkTelephone } from '../../domain/patient/telephone'
import { parseTypedDate, readTypedInstant, type Zone } from '../../domain/time'
import type { Problem } from '../../domain/problem'
import type { FormTexts } from '../../texts/form'
import { piecesOf } from './date-time-pieces'

export type FieldValue = string | boolean | readonly string[]
export type FieldValues = Readonly<Record<string, FieldValue>>

export interface FieldOption {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
  /** Why it cannot be chosen, or what it is. */
  readonly reason?: string
}

interface FieldBase<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly hint?: ReactNode
  readonly required?: boolean
  /** What is said when it is required and empty, in place of the kit's own text. */
  readonly missing?: string
  /** The field is shown and cannot be changed. */
  readonly disabled?: boolean
  /** Takes the focus when its dialog opens. */
  readonly autoFocus?: true
  /** What the browser may fill in. Absent: nothing is filled in or remembered. */
  readonly autoComplete?: string
}

/** One field of a form, as data. */
export type FieldSpec<Name extends string = string> = FieldBase<Name> &
  (
    | {
        readonly kind: 'text' | 'email' | 'password'
        readonly placeholder?: string
        readonly maxLength?: number
        readonly inputMode?: 'text' | 'numeric' | 'decimal'
        /** What is said of an email that is none, in place of the kit's own text. */
        readonly wrong?: string
      }
    | {
        readonly kind: 'textarea'
        readonly rows?: number
        /** It grows with what is typed, up to so many rows; absent: it does not. */
        readonly maxRows?: number
        readonly maxLength?: number
      }
    | {
        readonly kind: 'select'
        readonly options: readonly FieldOption[]
        /** The words of the empty choice. */
        readonly placeholder?: string
      }
    | { readonly kind: 'multiSelect'; readonly options: readonly FieldOption[] }
    | { readonly kind: 'switch' }
    /** A day, `YYYY-MM-DD`; typed as the edition writes it. */
    | { readonly kind: 'date'; readonly min?: string; readonly max?: string }
    /** An instant, ISO 8601; typed as date and time in `zone` (absent: the clinical zone). */
    | {
        readonly kind: 'dateTime'
        readonly zone?: Zone
        readonly min?: string
        readonly max?: string
      }
    | { readonly kind: 'identifier'; readonly scheme: NationalIdentifier['type'] }
    | { readonly kind: 'telephone' }
    /** The full name of a person, typed to show that nobody else is meant; never sent. */
    | { readonly kind: 'fullName'; readonly person: PersonName; readonly mismatch?: string }
    /** One of what a search finds; sent as its id. */
    | {
        readonly kind: 'entity'
        readonly search: EntitySearch
        readonly noneFound: ReactNode
        /** What is said when the search fails, in place of the kit's own text. */
        readonly failed?: string
        readonly placeholder?: string
      }
  )

export type FieldFaults<Values> = Partial<Record<keyof Values & string, string>>

/** True when nothing was typed or chosen. A switch is never empty. */
export const isBlank = (value: FieldValue | undefined): boolean =>
  value === undefined ||
  (typeof value === 'string'
    ? value.trim() === ''
    : value === false
      ? false
      : Array.isArray(value) && value.length === 0)

/** One ward, pathway, user, organisation or practice to choose. */
export interface EntityOption {
  readonly id: string
  readonly label: string
  readonly detail?: string
  /** Why it cannot be chosen; absent: it can. */
  readonly reason?: string
}

/** Finds what fits a text, '' included; rejects or answers a Problem where it cannot. */
export type EntitySearch = (
  text: string,
  signal: AbortSignal,
) => Promise<
  | { readonly kind: 'done'; readonly value: readonly EntityOption[] }
  | { readonly kind: 'refused'; readonly problem: Problem }
>

/** The chosen entity as a field's value; '' for none. Its name stays with a draft. */
export const entityValue = (chosen: Pick<EntityOption, 'id' | 'label'> | null): string =>
  chosen === null ? '' : `${chosen.id}\n${chosen.label}`
export const entityOf = (value: string): Pick<EntityOption, 'id' | 'label'> | null => {
  const [id = '', label = id] = value.split('\n')
  return id === '' ? null : { id, label }
}

type Read = { readonly value: unknown } | { readonly fault: string }

const instantFaults = {
  'not-a-date': 'wrong',
  'not-a-time': 'timeWrong',
  skipped: 'skipped',
  twice: 'twice',
} as const

/** One field's value as a schema reads it; it is not blank. */
const readField = (
  field: FieldSpec,
  value: FieldValue,
  edition: Edition,
  texts: FormTexts,
): Read => {
  if (typeof value !== 'string') return { value }
  switch (field.kind) {
    case 'email':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim())
        ? { value: value.trim() }
        : { fault: field.wrong ?? texts.email }
    case 'date': {
      const day = parseTypedDate(value, edition)
      return day === null ? { fault: texts.date.wrong } : { value: day }
    }
    case 'dateTime': {
      const found = readTypedInstant(piecesOf(value, edition, field.zone), edition, field.zone)
      return found.kind === 'instant'
        ? { value: found.iso }
        : { fault: texts.date[instantFaults[found.kind]] }
    }
    case 'identifier': {
      const found = checkNationalIdentifier(value)
      return found.ok ? { value: found.value } : { fault: texts.identifier[found.reason] }
    }
    case 'telephone': {
      const found = checkTelephone(value, edition)
      return found.ok ? { value: found.value } : { fault: texts.telephone[found.reason] }
    }
    case 'fullName':
      return isFullNameOf(value, field.person)
        ? { value: undefined }
        : { fault: field.mismatch ?? texts.name.mismatch }
    case 'entity':
      return { value: entityOf(value)?.id ?? null }
    default:
      return { value }
  }
}

const staysText = new Set<FieldSpec['kind']>(['text', 'textarea', 'password'])
const isChosen = new Set<FieldSpec['kind']>(['select', 'multiSelect', 'entity'])

/**
 * Typed values for a schema: ISO days and instants, digits of identifiers; blank is null, but text
 * and lists stay. Names the fields that are missing or unreadable.
 */
export const readFieldValues = <Values extends FieldValues>(
  fields: readonly FieldSpec<keyof Values & string>[],
  values: Values,
  edition: Edition,
  texts: FormTexts,
): {
  readonly read: Readonly<Record<string, unknown>>
  readonly faults: FieldFaults<Values>
} => {
  const read: Record<string, unknown> = { ...values }
  const faults: FieldFaults<Values> = {}
  for (const field of fields) {
    const value: FieldValue | undefined = values[field.name]
    if (value === undefined || isBlank(value)) {
      if (field.required === true) {
        const ask = isChosen.has(field.kind) ? texts.notChosen : texts.missing
        faults[field.name] = field.missing ?? ask(field.label)
      }
      if (typeof value === 'string' && !staysText.has(field.kind)) read[field.name] = null
      continue
    }
    const found = readField(field, value, edition, texts)
    if ('fault' in found) faults[field.name] = found.fault
    else if (found.value === undefined) delete read[field.name]
    else read[field.name] = found.value
  }
  return { read, faults }
}

/**
 * The field of an input path: by `paths`, or by how the path begins (`wardIds.0`) after the argument
 * that holds all fields. Null: none; `ward.name` is not the field `name`.
 */
export const fieldOfPath = <Name extends string>(
  path: string,
  names: readonly Name[],
  paths: Readonly<Record<string, Name>> = {},
  argument = 'input',
): Name | null => {
  const all = path.split('.')
  for (const parts of all[0] === argument ? [all, all.slice(1)] : [all]) {
    for (let length = parts.length; length > 0; length -= 1) {
      const named = paths[parts.slice(0, length).join('.')]
      if (named !== undefined) return named
    }
    const found = names.find((name) => name === parts[0])
    if (found !== undefined) return found
  }
  return null
}

/** The first problem of each field; `rest`: those of no field here. */
export const sortFaults = <Name extends string>(
  problems: readonly { readonly path: string; readonly message: string }[],
  names: readonly Name[],
  paths?: Readonly<Record<string, Name>>,
  argument?: string,
): { readonly faults: Partial<Record<Name, string>>; readonly rest: readonly string[] } => {
  const faults: Partial<Record<Name, string>> = {}
  const rest: string[] = []
  for (const { path, message } of problems) {
    const name = fieldOfPath(path, names, paths, argument)
    if (name === null) rest.push(message)
    else faults[name] ??= message
  }
  return { faults, rest }
}
