import { z } from 'zod'
import type { Clock } from '../../platform/clock'
import type { Device } from '../../platform/device'
import type { DraftOwner, DraftStore } from '../store'
import { source, type Draft, type DraftState, type Observable } from '../define'
import type { FormsOnScreen } from './forms-on-screen'

const nothing = { text: '', seen: null }
/** Words alone are about nobody, or of the version before. */
const draftSchema = z
  .union([
    z.object({
      text: z.string(),
      seen: z
        .object({
          name: z.string(),
          birthDate: z.string(),
          identifierLast4: z.string().nullable(),
          revision: z.number(),
        })
        .nullable(),
    }),
    z.string().transform((text) => ({ text, seen: null })),
  ])
  .catch(nothing)

/** Longest time typed words exist nowhere but in the page, milliseconds. */
const writeAfterMs = 250

interface KeptDraftOptions {
  readonly store: DraftStore
  readonly clock: Pick<Clock, 'after' | 'now'>
  readonly forms: FormsOnScreen
  /** One tab at a time. */
  readonly exclusively: Device['exclusively']
  /** Writes that are due: everything typed since the last one. */
  readonly due: Map<object, () => Promise<void>>
  /** What is written outlives the page. */
  readonly isKept: boolean
  readonly report: (thrown: unknown, where: string) => void
}

/** A draft as its form sees it. */
const draftOf = (
  state: Observable<DraftState>,
  forms: FormsOnScreen,
  { set, alone }: Pick<Draft, 'set' | 'alone'>,
): Draft => ({
  get: state.get,
  subscribe: (listener) => {
    const gone = forms.came(state)
    const end = state.subscribe(listener)
    return () => {
      end()
      gone()
    }
  },
  set,
  alone,
})

/**
 * One draft: what was read, typed and written. `owner` null: it lives in the page alone.
 * `isCurrent`: no, once its owner left; then nothing is written, and what sign-out deleted stays
 * deleted.
 */
export const createKeptDraft = (
  { store, clock, forms, exclusively, due, isKept, report }: KeptDraftOptions,
  owner: DraftOwner | null,
  key: string,
  isCurrent: () => boolean,
): { readonly state: Observable<DraftState>; readonly draft: Draft } => {
  const state = source<DraftState>({ ready: owner === null, text: '', kept: false, seen: null })
  let typed = false
  let cancel: () => void = () => undefined
  // One after the other: the last words typed are the last words written.
  let writing: Promise<void> = Promise.resolve()
  const write = (): Promise<void> => {
    cancel()
    due.delete(state)
    const { text, seen } = state.get()
    writing = writing.then(async () => {
      if (owner === null || !isCurrent()) return
      try {
        await store.keep(
          owner,
          key,
          text === '' ? null : seen === null ? text : { text, seen },
          clock.now(),
        )
        if (state.get().text === text) state.set({ ...state.get(), kept: isKept })
      } catch (thrown) {
        report(thrown, 'draft')
      }
    })
    return writing
  }
  /** What is typed and not written yet wins over what the store holds. */
  const read = async (of: DraftOwner, wins: () => boolean): Promise<void> => {
    try {
      const value = await store.read(of, key)
      state.set(
        wins()
          ? { ...state.get(), ready: true }
          : { ready: true, ...draftSchema.parse(value), kept: isKept },
      )
    } catch (thrown) {
      report(thrown, 'draft')
      state.set({ ...state.get(), ready: true })
    }
    forms.look()
  }
  if (owner !== null) void read(owner, () => typed)
  const set: Draft['set'] = (text, seen = null) => {
    typed = true
    const old = state.get()
    state.set({
      ...old,
      text,
      kept: false,
      seen: text === '' ? null : old.text === '' ? seen : old.seen,
    })
    forms.look()
    if (text === '') {
      void write()
      return
    }
    if (due.has(state)) return
    due.set(state, write)
    cancel = clock.after(writeAfterMs, () => void write())
  }
  const alone: Draft['alone'] = async (work) => {
    if (owner === null) return work()
    const name = `lamplight-draft ${owner.userId} ${owner.organizationId} ${key}`
    await exclusively(
      name,
      async () => {
        await writing
        // Another tab may have written since this one read.
        await read(owner, () => due.has(state))
        try {
          await work()
        } finally {
          await (due.has(state) ? write() : writing)
        }
      },
      new AbortController().signal,
    )
  }
  return { state, draft: draftOf(state, forms, { set, alone }) }
}
