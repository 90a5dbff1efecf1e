import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { SeenIdentity } from '../../domain/sync/seen-identity'
import type { Draft, DraftState } from '../define'
import { readFields, writeFields, type DraftFields } from '../drafts/form-draft'
import { useObservable, useRuntime, useSeen } from './runtime-context'

/**
 * Words typed and not sent, that outlive a reload: bound to the form's key, the user and the
 * organisation. `about`: the subject of the form; how they were seen when the first words were
 * typed stays with the words.
 */
export const useDraft = (
  key: string,
  { about = null }: { readonly about?: string | null } = {},
): DraftState & { readonly set: (text: string) => void; readonly alone: Draft['alone'] } => {
  const runtime = useRuntime()
  const opened = useSeen(about)
  const [seen, setSeen] = useState<SeenIdentity | null>(null)
  useEffect(() => {
    let gone = false
    void opened.then((found) => {
      if (!gone) setSeen(found)
    })
    return () => {
      gone = true
    }
  }, [opened])
  const generation = useObservable(runtime.generation)
  // Another generation is another store: its drafts are others.
  // oxlint-disable-next-line react/exhaustive-deps
  const draft = useMemo(() => runtime.draft(key), [runtime, key, generation])
  const state = useObservable(draft)
  return useMemo(
    () => ({ ...state, set: (text: string) => draft.set(text, seen), alone: draft.alone }),
    [state, draft, seen],
  )
}

/** A form of several fields, kept as `useDraft` keeps one. */
export interface FormDraft<Fields extends DraftFields> {
  /** False until the store has been read. */
  readonly ready: boolean
  readonly fields: Fields
  /** True when a field differs from what it was before anything was typed. */
  readonly edited: boolean
  /** True once the store holds exactly these fields. */
  readonly kept: boolean
  /** The form's subject as shown when the first of it was typed: for `useCommand(…, { draft })`. */
  readonly seen: SeenIdentity | null
  readonly set: (part: Partial<Fields>) => void
  /** Forgets what was typed: it was sent, or given up. */
  readonly clear: () => void
}

/**
 * The fields of a form, which outlive a reload, a crash, an update and the end of a session.
 * `before`: the fields of an untouched form; only what differs from it is kept. A password is never
 * a field of it.
 */
export const useFormDraft = <Fields extends DraftFields>(
  key: string,
  before: Fields,
  options: { readonly about?: string | null } = {},
): FormDraft<Fields> => {
  const { ready, text, kept, seen, set } = useDraft(key, options)
  const fields = { ...before, ...readFields(text, before) }
  return {
    ready,
    fields,
    edited: writeFields(fields, before) !== '',
    kept,
    seen,
    set: (part) => set(writeFields({ ...fields, ...part }, before)),
    clear: () => set(''),
  }
}

/**
 * `useFormDraft` for a form that is mounted by what holds no data: `form` is the key, `about` the
 * subject.
 */
export const WithFormDraft = <Fields extends DraftFields>({
  form,
  before,
  about,
  children,
}: {
  readonly form: string
  readonly before: Fields
  readonly about: string
  readonly children: (draft: FormDraft<Fields>) => ReactNode
}): ReactNode => children(useFormDraft(form, before, { about }))
