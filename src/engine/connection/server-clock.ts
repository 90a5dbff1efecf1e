import { clockToleranceMs, isClockWrong } from '../../domain/time'
import type { Clock } from '../../platform/clock'
import { source, type Observable } from '../define'

export interface ServerClock {
  /**
   * Epoch milliseconds for ages: the device's clock, corrected by the server's when it is wrong.
   */
  now(): number
  /** The server's clock minus the device's, milliseconds; 0 while the device's is right. */
  readonly offset: Observable<number>
  /** An answer told the server's time. */
  heard(serverMs: number): void
  /** What this device remembers from its last contact. */
  restore(offset: number, lastContactAt: number | null): void
}

/**
 * Which time it is, by the only clock that staff need not trust a tablet for. Ages and staleness
 * count by it; when something was written stays the device's own word (capturedAt).
 */
export const createServerClock = (
  clock: Pick<Clock, 'now'>,
  remember: (offset: number) => void,
): ServerClock => {
  const offset = source(0)
  const take = (next: number): void => {
    const wrong = isClockWrong(next) ? next : 0
    // Answers travel: a second more or less is no other clock.
    if (wrong !== 0 && Math.abs(wrong - offset.get()) < 5_000) return
    if (wrong !== offset.get()) offset.set(wrong)
  }
  return {
    now: () => clock.now() + offset.get(),
    offset,
    heard: (serverMs) => {
      const old = offset.get()
      take(serverMs - clock.now())
      if (offset.get() !== old) remember(offset.get())
    },
    restore: (remembered, lastContactAt) => {
      // Earlier than the last contact: somebody set this clock right in the meantime.
      if (
        offset.get() !== 0 ||
        (lastContactAt !== null && clock.now() + remembered < lastContactAt - clockToleranceMs)
      )
        return
      take(remembered)
    },
  }
}
