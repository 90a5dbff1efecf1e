import type { ReactNode } from 'react'
import type { FormTexts } from '../../texts/form'

/** What a field holds while it is typed. */
export type FieldValue = string | boolean | readonly string[]
export type FieldValues = Readonly<Record<string, FieldValue>>

export interface FieldOption {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
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
  /**
   * What the browser may fill in, of forms about the person who fills them in. Absent: nothing is
   * filled in or remembered.
   */
  readonly autoComplete?: string
}

/** One field of a form, as data. */
export type FieldSpec<Name extends string = string> = FieldBase<Name> &
  (
    | {
        readonly kind: 'text' | 'email' | 'password'
        readonly placeholder?: string
        readonly maxLength?: number
        readonly inputMode?: 'text' | 'numeric'
      }
    | { readonly kind: 'textarea'; readonly rows?: number; readonly maxLength?: number }
    | {
        readonly kind: 'select'
        readonly options: readonly FieldOption[]
        /** The words of the empty choice. */
        readonly placeholder?: string
      }
    | { readonly kind: 'switch' }
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

/**
 * What is typed, as a schema reads it: an empty choice is null, typed text stays text. Fields of
 * which something required is missing are named.
 */
export const readFieldValues = <Values extends FieldValues>(
  fields: readonly FieldSpec<keyof Values & string>[],
  values: Values,
  texts: FormTexts,
): {
  readonly read: Readonly<Record<string, unknown>>
  readonly faults: FieldFaults<Values>
} => {
  const read: Record<string, unknown> = { ...values }
  const faults: FieldFaults<Values> = {}
  for (const field of fields) {
    const value = values[field.name]
    const isEmpty = isBlank(value)
    if (isEmpty && field.required === true) {
      const ask = field.kind === 'select' ? texts.notChosen : texts.missing
      faults[field.name] = field.missing ?? ask(field.label)
    }
    if (isEmpty && field.kind === 'select') read[field.name] = null
  }
  return { read, faults }
}

/**
 * The field that a path of an input speaks of: named so, by `paths`, or by a part of it from its
 * end (`user.firstName`, `wardIds.0`). Null: none.
 */
export const fieldOfPath = <Name extends string>(
  path: string,
  names: readonly Name[],
  paths: Readonly<Record<string, Name>> = {},
): Name | null => {
  const named = paths[path]
  if (named !== undefined) return named
  const parts = path.split('.').toReversed()
  for (const part of parts) {
    const found = paths[part] ?? names.find((name) => name === part)
    if (found !== undefined) return found
  }
  return null
}

/**
 * Problems of fields sorted to the fields of a form, the first of each; `rest`: what speaks of no
 * field here and is told with the form.
 */
export const sortFaults = <Name extends string>(
  problems: readonly { readonly path: string; readonly message: string }[],
  names: readonly Name[],
  paths?: Readonly<Record<string, Name>>,
): { readonly faults: Partial<Record<Name, string>>; readonly rest: readonly string[] } => {
  const faults: Partial<Record<Name, string>> = {}
  const rest: string[] = []
  for (const { path, message } of problems) {
    const name = fieldOfPath(path, names, paths)
    if (name === null) rest.push(message)
    else faults[name] ??= message
  }
  return { faults, rest }
}
