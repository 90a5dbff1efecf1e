import type { Clock } from '../../platform/clock'
import type { Device } from '../../platform/device'

/**
 * A wall clock that ran on by more than this while the other stood is more than their jitter,
 * milliseconds.
 */
const leastSleepMs = 2_000
/**
 * Longer than any tablet sleeps between two looks: that clock was put forward by hand,
 * milliseconds.
 */
const longestSleepMs = 7 * 86_400_000
/**
 * No answer takes longer: the server's time is at most so far past what the answer says,
 * milliseconds.
 */
const longestAnswerMs = 61_000

export interface ServerTime {
  /** The server says that it is this time now, epoch milliseconds. */
  anchor(serverMs: number): void
  /**
   * An answer says when it left the server, to the second: its time is no earlier, and later by no
   * more than an exchange takes.
   */
  heard(serverMs: number): void
  /**
   * The server's time as well as it can be told, epoch milliseconds; null: it was never told in
   * this page's life.
   */
  now(): number | null
}

/**
 * The server's clock, carried on by the one clock of this device that nobody can set. That one
 * stands still while most tablets and notebooks sleep, so what the wall clock gained on it while
 * the page was hidden counts as sleep; what it gained under a page that is looked at was somebody's
 * hand, or the network's time arriving. Where the two are mixed up, the next answer puts it right.
 */
export const createServerTime = ({
  clock,
  device,
}: {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly device: Pick<Device, 'isVisible' | 'onHint' | 'onLeave'>
}): ServerTime => {
  interface Moment {
    readonly at: number
    readonly wall: number
  }
  const moment = (): Moment => ({ at: clock.monotonic(), wall: clock.now() })
  let known: { readonly serverMs: number; readonly at: number } | null = null
  let hidden: Moment | null = device.isVisible() ? null : moment()
  let slept = 0

  const sleptSince = (from: Moment): number => {
    const gained = clock.now() - from.wall - (clock.monotonic() - from.at)
    return gained >= leastSleepMs && gained <= longestSleepMs ? gained : 0
  }
  const anchor = (serverMs: number): void => {
    known = { serverMs, at: clock.monotonic() }
    slept = 0
    if (hidden !== null) hidden = moment()
  }
  const now = (): number | null =>
    known === null
      ? null
      : known.serverMs +
        (clock.monotonic() - known.at) +
        slept +
        (hidden === null ? 0 : sleptSince(hidden))

  device.onLeave(() => {
    if (!device.isVisible()) hidden ??= moment()
  })
  device.onHint(() => {
    if (hidden === null || !device.isVisible()) return
    slept += sleptSince(hidden)
    hidden = null
  })
  return {
    anchor,
    heard: (serverMs) => {
      const estimate = now()
      if (estimate !== null && (estimate < serverMs || estimate > serverMs + longestAnswerMs))
        anchor(serverMs)
    },
    now,
  }
}
