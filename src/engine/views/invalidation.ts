import type { Clock } from '../../platform/clock'

/** Answers that come together are told together to the screens, milliseconds. */
const togetherMs = 50

/** Tells the open screens which resources have news elsewhere: each asks the server then. */
export const createInvalidation = (clock: Pick<Clock, 'after'>) => {
  const listeners = new Set<(names: readonly string[]) => void>()
  const soon = new Set<string>()
  let told = 0
  const announce = (names: readonly string[]): void => {
    told += 1
    for (const listener of listeners) listener(names)
  }
  return {
    announce,
    /** How often they were told: what was asked before the last time may be answered with less. */
    count: (): number => told,
    /** Of a push of ten commands, once. */
    announceSoon: (names: readonly string[]): void => {
      if (names.length > 0 && soon.size === 0)
        clock.after(togetherMs, () => {
          const all = [...soon]
          soon.clear()
          announce(all)
        })
      for (const name of names) soon.add(name)
    },
    /** Returns the way to stop. */
    listen: (listener: (names: readonly string[]) => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
