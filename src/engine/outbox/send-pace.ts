import type { Clock } from '../../platform/clock'

const basePauseMs = 300
const longestPauseMs = 60_000

/** When a pass that did not do everything is followed by the next. */
export interface Pace {
  /** Something is left to do, `waitMs` milliseconds from now at the earliest. */
  wantAgain(waitMs?: number): void
  /** The server took something, or somebody thinks that it may: pauses are short again. */
  worked(): void
  /** Passes since then that left something to do. */
  failures(): number
  /** A pass begins. */
  begin(): void
  /** The pass is over. Calls `start` after a pause where something is left, and never otherwise. */
  end(start: () => void): void
  /** The next pass is not waited for. */
  cancel(): void
}

/** Pauses that grow with each failure and differ between devices. */
export const createPace = (options: {
  readonly clock: Pick<Clock, 'after'>
  /** 0 to 1. */
  readonly random: () => number
}): Pace => {
  let failures = 0
  let isWanted = false
  let patienceMs = 0
  let cancel: () => void = () => undefined
  return {
    wantAgain: (waitMs = 0) => {
      isWanted = true
      patienceMs = Math.max(patienceMs, waitMs)
    },
    worked: () => {
      failures = 0
    },
    failures: () => failures,
    begin: () => {
      isWanted = false
      patienceMs = 0
    },
    end: (start) => {
      if (!isWanted) return
      const pause = Math.max(
        patienceMs,
        options.random() * Math.min(longestPauseMs, basePauseMs * 2 ** Math.min(failures, 10)),
      )
      failures += 1
      cancel()
      cancel = options.clock.after(pause, start)
    },
    cancel: () => cancel(),
  }
}
