import type { Clock } from '../../platform/clock'

const basePauseMs = 300
const longestPauseMs = 60_000

/** When a pass that did not do everything is followed by the next. */
export interface Pace {
  /**
   * Something is left to do, `waitMs` milliseconds from now at the earliest. `byServer`: the server
   * was there and failed.
   */
  wantAgain(waitMs?: number, byServer?: boolean): void
  /** The server took something: pauses are short again. */
  worked(): void
  /** Somebody thinks that it may work now: so they are where the server was merely out of reach. */
  hoped(): void
  /** The last pass left something because the server failed, though it was there. */
  isServerFailing(): boolean
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
  let isServerFailing = false
  let failedHere = false
  let cancel: () => void = () => undefined
  return {
    wantAgain: (waitMs = 0, byServer = false) => {
      isWanted = true
      failedHere ||= byServer
      isServerFailing ||= byServer
      patienceMs = Math.max(patienceMs, waitMs)
    },
    worked: () => {
      failures = 0
      isServerFailing = false
    },
    hoped: () => {
      if (!isServerFailing) failures = 0
    },
    isServerFailing: () => isServerFailing,
    failures: () => failures,
    begin: () => {
      isWanted = false
      failedHere = false
      patienceMs = 0
    },
    end: (start) => {
      isServerFailing = failedHere
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
