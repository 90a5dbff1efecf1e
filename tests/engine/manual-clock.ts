import type { Clock } from '../../src/platform/clock'

/** A clock that stands until a test moves it. */
export interface ManualClock extends Clock {
  /** Moves on; everything that is due runs in order, promises between. */
  advance(ms: number): Promise<void>
  /** Pauses asked for with `sleep`, in order. */
  readonly slept: number[]
}

/**
 * Lets everything run that does not wait for time: bodies of responses take a few turns of the real
 * loop.
 */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn += 1)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
}

export const manualClock = (start = Date.parse('2026-01-05T09:00:00.000Z')): ManualClock => {
  let at = 0
  let due: { readonly at: number; readonly call: () => void }[] = []
  const slept: number[] = []
  const after = (ms: number, call: () => void): (() => void) => {
    const item = { at: at + ms, call }
    due.push(item)
    return () => {
      due = due.filter((other) => other !== item)
    }
  }
  return {
    now: () => start + at,
    monotonic: () => at,
    after,
    slept,
    sleep: (ms) => {
      slept.push(ms)
      return new Promise((resolve) => {
        after(ms, () => resolve())
      })
    },
    advance: async (ms) => {
      const until = at + ms
      await settle()
      for (;;) {
        const next = due.filter((item) => item.at <= until).toSorted((a, b) => a.at - b.at)[0]
        if (next === undefined) break
        due = due.filter((item) => item !== next)
        at = next.at
        next.call()
        await settle()
      }
      at = until
      await settle()
    },
  }
}
