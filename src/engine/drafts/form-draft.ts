import { z } from 'zod'

type DraftField = string | boolean | readonly string[]
/** A form's fields by name. Never a password. */
export type DraftFields = Readonly<Record<string, DraftField>>

const schema = z.record(z.string(), z.unknown())

/** The fields of `before` that a draft holds differently; unknown names are left out. */
export const readFields = <Fields extends DraftFields>(
  text: string,
  before: Fields,
): Partial<Fields> => {
  let kept: Readonly<Record<string, unknown>> = {}
  try {
    kept = schema.catch({}).parse(text === '' ? {} : JSON.parse(text))
  } catch {
    // Not of a form with fields: an older version kept plain words under this key.
  }
  const known = Object.entries(kept).filter(([name, value]) =>
    Array.isArray(before[name])
      ? Array.isArray(value) && value.every((one) => typeof one === 'string')
      : typeof before[name] === typeof value && !Array.isArray(value),
  )
  return Object.fromEntries(known) as Partial<Fields>
}

/** What is kept of a form: the fields that differ from `before`; '' when none does. */
export const writeFields = <Fields extends DraftFields>(fields: Fields, before: Fields): string => {
  const changed = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  )
  return changed.length === 0 ? '' : JSON.stringify(Object.fromEntries(changed))
}
