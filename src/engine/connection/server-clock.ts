import { clockToleranceMs, isClockWrong } from '../../domain/time'
import type { Clock } from '../../platform/clock'
import type { Device } from '../../platform/device'
import { source, type Observable } from '../define'

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

/** What a device keeps of the time, beyond the page. */
export interface ClockMemory {
  /** The server's clock minus the device's at the last contact, milliseconds. */
  offset(offsetMs: number): void
  /** The server's time as it was known, epoch ms. `isTold`: the server said so just now. */
  serverTime(serverMs: number, isTold: boolean): void
}

export interface ServerClock {
  /** Epoch ms for ages. Never falls below the server's time as this device knows it. */
  now(): number
  /** The server's clock minus the device's, milliseconds; 0 while the device's is right. */
  readonly offset: Observable<number>
  /** An answer told the server's time. */
  heard(serverMs: number): void
  /** What this device remembers; `knownMs` is the latest server time that it knew. */
  restore(offset: number, lastContactAt: number | null, knownMs?: number | null): void
  /** Looks at the device's clock now and then; returns the way to stop. */
  watch(): () => void
}

/** How often the device's clock is looked at, and the time kept. */
const lookEveryMs = 20_000

/**
 * The time that ages and staleness count by. The server's time is carried on by the clock of the
 * page that nobody can set, so a device clock that goes back makes nothing look younger. When
 * something was written stays the device's own word (capturedAt).
 */
export const createServerClock = (
  clock: Pick<Clock, 'now' | 'monotonic' | 'after'>,
  device: Pick<Device, 'isVisible' | 'onHint' | 'onLeave'>,
  remember: ClockMemory,
): ServerClock => {
  const offset = source(0)
  const carried = createServerTime({ clock, device })
  const take = (next: number): void => {
    const wrong = isClockWrong(next) ? next : 0
    // Answers travel: a second more or less is no other clock.
    if (wrong !== 0 && Math.abs(wrong - offset.get()) < 5_000) return
    if (wrong !== offset.get()) offset.set(wrong)
  }
  const now = (): number => Math.max(clock.now() + offset.get(), carried.now() ?? -Infinity)
  const look = (): void => {
    const known = carried.now()
    if (known === null) return
    // Only forward: what this page slept through unseen must not make a value younger.
    if (known - clock.now() - offset.get() > clockToleranceMs) {
      take(known - clock.now())
      remember.offset(offset.get())
    }
    remember.serverTime(known, false)
  }
  return {
    now,
    offset,
    heard: (serverMs) => {
      if (carried.now() === null) carried.anchor(serverMs)
      else carried.heard(serverMs)
      remember.serverTime(carried.now() ?? serverMs, true)
      const old = offset.get()
      take(serverMs - clock.now())
      if (offset.get() !== old) remember.offset(offset.get())
    },
    restore: (remembered, lastContactAt, knownMs = null) => {
      if (carried.now() !== null) return
      const latest = Math.max(knownMs ?? -Infinity, lastContactAt ?? -Infinity)
      // Earlier than what was known: somebody set this clock in the meantime.
      if (clock.now() + remembered >= latest - clockToleranceMs) take(remembered)
      if (latest === -Infinity) return
      carried.anchor(Math.max(latest, clock.now() + offset.get()))
      look()
    },
    watch: () => {
      let cancel: () => void = () => undefined
      const again = (): void => {
        look()
        cancel = clock.after(lookEveryMs, again)
      }
      again()
      const stops = [device.onHint(look), device.onLeave(look)]
      return () => {
        cancel()
        for (const stop of stops) stop()
      }
    },
  }
}
