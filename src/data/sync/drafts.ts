import { z } from 'zod'
import type { Clock } from '../../platform/clock'
import type { CacheStore } from '../../platform/store'
import { source, type Draft, type DraftState } from '../kit'

/** Longest time typed words exist nowhere but in the page, milliseconds. */
export const writeAfterMs = 250

/**
 * What is typed and not sent, kept in the store of the user and organisation through its codec: a reload or a crash loses
 * a quarter of a second at most. Forms of one key share one draft; each store has its own.
 */
export const createDrafts = (options: {
  readonly cache: () => CacheStore | null
  readonly clock: Pick<Clock, 'after'>
  readonly report: (thrown: unknown, where: string) => void
}) => {
  const open = new WeakMap<CacheStore, Map<string, Draft>>()
  /** Writes that are due: everything typed since the last one. */
  const due = new Map<object, () => Promise<void>>()

  const make = (cache: CacheStore | null, key: string): Draft => {
    const state = source<DraftState>({ ready: cache === null, text: '', kept: false })
    let typed = false
    let cancel: () => void = () => undefined
    // One after the other: the last words typed are the last words written.
    let writing: Promise<void> = Promise.resolve()
    const write = (): Promise<void> => {
      cancel()
      due.delete(state)
      const { text } = state.get()
      writing = writing.then(async () => {
        try {
          await cache?.keepDraft(key, text === '' ? null : text)
          if (cache !== null && !cache.isClosed() && state.get().text === text) state.set({ ...state.get(), kept: true })
        } catch (thrown) { options.report(thrown, 'draft') }
      })
      return writing
    }
    void cache?.draft(key).then(
      (value) => { state.set(typed ? { ...state.get(), ready: true } : { ready: true, text: z.string().catch('').parse(value ?? ''), kept: true }) },
      (thrown: unknown) => {
        options.report(thrown, 'draft')
        state.set({ ...state.get(), ready: true })
      })
    return {
      ...state,
      set: (text) => {
        typed = true
        state.set({ ...state.get(), text, kept: false })
        if (text === '') { void write(); return }
        if (due.has(state)) return
        due.set(state, write)
        cancel = options.clock.after(writeAfterMs, () => void write())
      },
    }
  }

  return {
    of: (key: string): Draft => {
      const cache = options.cache()
      if (cache === null) return make(null, key)
      const drafts = open.get(cache) ?? new Map<string, Draft>()
      open.set(cache, drafts)
      const draft = drafts.get(key) ?? make(cache, key)
      drafts.set(key, draft)
      return draft
    },
    /** Writes everything that is due; resolves when it is kept. */
    flush: async (): Promise<void> => { await Promise.all([...due.values()].map((write) => write())) },
  }
}
