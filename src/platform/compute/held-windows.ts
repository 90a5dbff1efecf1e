import type { Stretch } from '../../domain/ecg/ecg-window'
import { mostHeld, type LoadOutcome, type WindowForm } from '../../domain/ecg/pen'

interface Held {
  readonly key: number
  readonly answer: Promise<LoadOutcome>
  outcome: LoadOutcome | null
}

/** Where windows are read: a worker, or a desk in the page. */
export interface WindowReader {
  load(key: number, form: WindowForm, read: Stretch): Promise<LoadOutcome>
  prepare(key: number, form: WindowForm, read: Stretch): Promise<LoadOutcome>
  /** Null: nothing is held under the key. */
  put(key: number): Promise<LoadOutcome | null>
  letGo(key: number): void
}

/** The last `mostHeld` windows of a reader, by object. The drawn one is dropped last. */
export const holdWindows = (reader: WindowReader) => {
  const held = new Map<WindowForm, Held>()
  let last = 0
  const forget = (form: WindowForm, entry: Held): void => {
    if (held.get(form) === entry) held.delete(form)
  }
  const hold = (
    form: WindowForm,
    ask: (key: number) => Promise<LoadOutcome>,
  ): Promise<LoadOutcome> => {
    last += 1
    const entry: Held = { key: last, answer: ask(last), outcome: null }
    held.set(form, entry)
    entry.answer.then(
      (outcome) => {
        if (outcome.kind === 'superseded') forget(form, entry)
        else entry.outcome = outcome
      },
      () => forget(form, entry),
    )
    for (const [oldest, { key }] of [...held].slice(0, Math.max(0, held.size - mostHeld))) {
      held.delete(oldest)
      reader.letGo(key)
    }
    return entry.answer
  }
  return {
    known: (form: WindowForm): LoadOutcome | null => held.get(form)?.outcome ?? null,
    prepare: (form: WindowForm, read: Stretch): Promise<LoadOutcome> =>
      held.get(form)?.answer ?? hold(form, (key) => reader.prepare(key, form, read)),
    load: async (form: WindowForm, read: Stretch): Promise<LoadOutcome> => {
      const found = held.get(form)
      if (found !== undefined) {
        // Used again: the last to go.
        held.delete(form)
        held.set(form, found)
        const outcome = await reader.put(found.key)
        if (outcome !== null) return outcome
        forget(form, found)
      }
      return await hold(form, (key) => reader.load(key, form, read))
    },
  }
}
