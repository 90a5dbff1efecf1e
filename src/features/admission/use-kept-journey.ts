import { useRef, useState } from 'react'
import type { SentAs } from '../../domain/sync/sent-as'
import type { Doing, FieldValues, KeptForm } from '../../ui/form-kit'
import { readNow } from '../../ui/time'
import type { AdmitState, KeptJourney } from './journey-state'

/** The journey as it is now, kept on this device with every change of it. */
export interface JourneyStore {
  readonly kept: KeptJourney
  readonly setState: (part: Partial<AdmitState>) => void
  readonly set: (part: Partial<KeptJourney>) => void
  /** What is typed in one of its forms. */
  readonly form: <Values extends FieldValues>(name: string, before: Values) => KeptForm<Values>
  /** The same command, sent under one key for one input, also after the tab was closed. */
  readonly keyed: <Input, Value>(name: string, doing: Doing<Input, Value>) => Doing<Input, Value>
  /** Nothing is kept from here on. */
  readonly end: () => void
}

export const useJourneyStore = (
  initial: KeptJourney,
  save: (text: string) => void,
): JourneyStore => {
  const [kept, setKept] = useState(initial)
  const held = useRef(initial)
  const isOver = useRef(false)
  const set = (part: Partial<KeptJourney>): void => {
    held.current = { ...held.current, ...part }
    setKept(held.current)
    // Nothing is left to do again once somebody is admitted.
    if (held.current.state.admitted !== null) isOver.current = true
    save(isOver.current ? '' : JSON.stringify(held.current))
  }
  const keyOf = (name: string, text: string): SentAs => {
    const before = held.current.sent[name]
    if (before?.text === text) return before.as
    const as = { id: crypto.randomUUID(), capturedAt: readNow() }
    set({ sent: { ...held.current.sent, [name]: { text, as } } })
    return as
  }
  return {
    kept,
    set,
    setState: (part) => set({ state: { ...held.current.state, ...part } }),
    form: <Values extends FieldValues>(name: string, before: Values) => ({
      ready: true,
      fields: { ...before, ...kept.forms[name] } as Values,
      kept: true,
      set: (part: Partial<Values>) =>
        set({
          forms: {
            ...held.current.forms,
            [name]: { ...held.current.forms[name], ...part } as KeptJourney['forms'][string],
          },
        }),
      // It goes with the journey.
      clear: () => undefined,
    }),
    keyed: (name, doing) => ({
      ...doing,
      run: (input, again) => doing.run(input, again ?? keyOf(name, JSON.stringify(input))),
    }),
    end: () => {
      isOver.current = true
      save('')
    },
  }
}
