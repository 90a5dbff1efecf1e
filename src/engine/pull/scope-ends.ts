import type { Clock } from '../../platform/clock'
import type { CacheStore } from '../store'

/** Looked again so often, milliseconds: a page that slept notices soon after it woke. */
const lookEveryMs = 5_000

/**
 * Takes every scope with an end from a store that was just opened: how long the page was away nobody
 * can say whose clock may be wrong. Where it has not ended, the server gives it again.
 */
export const dropEnding = async (store: CacheStore): Promise<void> => {
  for (const { scope, subjectId, asOf, endsAt } of await store.cursors())
    if (endsAt !== undefined) await end(store, scope, subjectId, asOf)
}

const end = async (
  store: CacheStore,
  scope: string,
  subjectId: string,
  asOf: number,
): Promise<void> => {
  await store.applyPull(
    {
      asOf,
      checkedAt: asOf,
      patches: [],
      ended: [{ scope, subjectId, reason: 'REVOKED' }],
      reset: [],
      noteAfterMs: 0,
    },
    new Map(),
  )
}

/** Ends scopes at their end, without a word from the server. */
export interface ScopeEnds {
  /** @param leftMs how long the scope was still the user's when the server answered, milliseconds */
  watch(store: CacheStore, scope: string, leftMs: number): void
  stop(): void
}

/**
 * What is left is told by the server, and measured here by both clocks of the device: whichever says
 * that it is over is believed, so that a clock that is set back prolongs nothing.
 */
export const createScopeEnds = ({
  clock,
  report,
}: {
  /** The device's own clocks: the corrected one may be set back. */
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>
  readonly report: (thrown: unknown, where: string) => void
}): ScopeEnds => {
  const cancels = new Map<string, () => void>()
  const over = async (store: CacheStore, scope: string): Promise<void> => {
    if (store.isClosed()) return
    const kept = await store.cursor(scope)
    // It is without an end by now, or it ended.
    if (kept?.endsAt === undefined) return
    await end(store, scope, kept.subjectId, kept.endsAt)
  }
  return {
    watch: (store, scope, leftMs) => {
      const key = `${store.name} ${scope}`
      const [wall, mono] = [clock.now(), clock.monotonic()]
      cancels.get(key)?.()
      const look = (): void => {
        const left = leftMs - Math.max(clock.now() - wall, clock.monotonic() - mono)
        if (left > 0) {
          cancels.set(key, clock.after(Math.min(left, lookEveryMs), look))
          return
        }
        cancels.delete(key)
        over(store, scope).catch((thrown: unknown) => {
          if (!store.isClosed()) report(thrown, 'scope-ends')
        })
      }
      look()
    },
    stop: () => {
      for (const cancel of cancels.values()) cancel()
      cancels.clear()
    },
  }
}
