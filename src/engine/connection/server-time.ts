import type { Clock } from '../../platform/clock'
import type { Device } from '../../platform/device'

/** The jitter of the wall clock against the monotonic one, milliseconds. */
const leastSleepMs = 2_000
/** No tablet sleeps longer between two looks: that clock was set by hand, milliseconds. */
const longestSleepMs = 7 * 86_400_000
/** The longest answer: the server's time is at most this far past it, milliseconds. */
const longestAnswerMs = 61_000

export interface ServerTime {
  /** The server says that it is this time now, epoch milliseconds. */
  anchor(serverMs: number): void
  /** An answer's `Date`, to the second: the time is no earlier, and at most an exchange later. */
  heard(serverMs: number): void
  /** The server's time as well as known, epoch milliseconds; null: not told in this page's life. */
  now(): number | null
}

/**
 * The server's time, carried on by the monotonic clock. That clock stops while most tablets sleep,
 * so the wall clock's gain counts while the page was hidden; its gain under a visible page was a
 * correction. The next answer corrects the rest.
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
