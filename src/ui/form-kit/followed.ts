import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef } from 'react'
import type { FieldSpec, FieldValues } from './field-spec'
import type { CommandFormOptions } from './form-options'

/** The values but passwords, which are kept nowhere, and names that are typed anew each time. */
export const withoutPasswords = <Values extends FieldValues>(
  fields: readonly FieldSpec[],
  values: Values,
): Partial<Values> => {
  const secret = new Set(
    fields.flatMap(({ kind, name }) => (kind === 'password' || kind === 'fullName' ? [name] : [])),
  )
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => !secret.has(name)),
  ) as Partial<Values>
}

/** Unedited fields follow `before`; a draft is read once it is there. Earlier typing wins. */
export const useFollowed = <Values extends FieldValues, Input, Value>(
  form: UseFormReturnType<Values>,
  { before, draft, fields }: CommandFormOptions<Values, Input, Value>,
): {
  readonly before: () => Values
  /** Call it now, and what it returns later: true when `before` is another by then. */
  readonly change: () => () => boolean
} => {
  const key = JSON.stringify(before)
  const latest = useRef({ before, key })
  const isRead = useRef(false)
  const isReady = draft === undefined || draft.ready
  useEffect(() => {
    const isNew = latest.current.key !== key
    const isOpened = isReady && !isRead.current
    latest.current = { before, key }
    isRead.current ||= isReady
    if (!isNew && !isOpened) return
    const typed = fields
      .filter(({ name }) => form.isDirty(name))
      .map(({ name }) => [name, form.getValues()[name]] as const)
    const kept = isOpened && draft !== undefined ? withoutPasswords(fields, draft.fields) : {}
    form.resetDirty(before)
    form.setValues({ ...before, ...kept, ...Object.fromEntries(typed) })
    // By the content of `before`, and once when the draft is there.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, isReady])
  return {
    before: () => latest.current.before,
    change: () => {
      const then = latest.current.key
      return () => latest.current.key !== then
    },
  }
}
