import type { Clock } from '../../platform/clock'
import { live, type CacheStore } from '../store'

/** Looked again so often, milliseconds: a page that slept notices soon after it woke. */
const lookEveryMs = 5_000

/**
 * Takes every scope with an end from a store that was just opened: how long the page was away nobody
 * can say whose clock may be wrong. Where it has not ended, the server gives it again.
 */
export const dropEnding = async (store: CacheStore): Promise<void> => {
  for (const { scope, subjectId, asOf } of await store.ending())
    await end(store, scope, subjectId, asOf)
}

/** As of what is kept: a later answer of the server that it is still the user's gives it again. */
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

/** A scope with an end: of the server's time, and how long it was the user's when it was told. */
interface ScopeEnd {
  readonly scope: string
  /** Epoch milliseconds of the server. */
  readonly endsAt: number
  readonly leftMs: number
}

/** Ends scopes at their end, without a word from the server. */
export interface ScopeEnds {
  /** Of a store that is open, whichever page asked for its scopes. Returns the way to stop. */
  follow(store: CacheStore): () => void
  /** Counts from this call: milliseconds that have passed, by whichever clock says more. */
  counting(): () => number
  /** What an answer said that this page asked for. */
  watch(store: CacheStore, end: ScopeEnd): void
  stop(): void
}

interface Watched {
  readonly store: CacheStore
  readonly endsAt: number
  readonly left: () => number
  cancel: () => void
}

/**
 * What is left is told by the server, and measured here by both clocks of the device: whichever says
 * that it is over is believed, so that a clock that is set back prolongs nothing.
 */
export const createScopeEnds = ({
  clock,
  now,
  later,
  report,
}: {
  /** The device's own clocks: the corrected one may be set back. */
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>
  /** The time that `StoredCursor.checkedAt` is of. */
  readonly now: () => number
  readonly later: (call: () => void) => () => void
  readonly report: (thrown: unknown, where: string) => void
}): ScopeEnds => {
  const watched = new Map<string, Watched>()
  const counting = (): (() => number) => {
    const [wall, mono] = [clock.now(), clock.monotonic()]
    return () => Math.max(clock.now() - wall, clock.monotonic() - mono)
  }
  const keyOf = (store: CacheStore, scope: string): string => `${store.name} ${scope}`
  const forget = (key: string): void => {
    watched.get(key)?.cancel()
    watched.delete(key)
  }
  const over = async (store: CacheStore, { scope, endsAt }: ScopeEnd): Promise<void> => {
    if (store.isClosed()) return
    const kept = await store.cursor(scope)
    // It is without an end by now, it ended, or was opened anew in another tab.
    if (kept?.endsAt === undefined || kept.endsAt !== endsAt) return
    await end(store, scope, kept.subjectId, kept.asOf)
  }
  const watch = (store: CacheStore, ending: ScopeEnd): void => {
    const { scope, endsAt, leftMs } = ending
    const key = keyOf(store, scope)
    const before = watched.get(key)
    // The same end: what is heard of it again prolongs nothing.
    if (before?.store === store && before.endsAt === endsAt && before.left() <= leftMs) return
    forget(key)
    const passed = counting()
    const mine: Watched = {
      store,
      endsAt,
      left: () => leftMs - passed(),
      cancel: () => undefined,
    }
    watched.set(key, mine)
    const look = (): void => {
      const left = mine.left()
      if (left > 0) {
        mine.cancel = clock.after(Math.min(left, lookEveryMs), look)
        return
      }
      watched.delete(key)
      over(store, ending).catch((thrown: unknown) => {
        if (!store.isClosed()) report(thrown, 'scope-ends')
      })
    }
    look()
  }
  return {
    watch,
    counting,
    follow: (store) => {
      const of = (): readonly string[] =>
        [...watched].flatMap(([key, one]) => (one.store === store ? [key] : []))
      const stop = live(
        store.ending,
        (ending) => {
          const there = new Set(ending.map(({ scope }) => keyOf(store, scope)))
          for (const key of of()) if (!there.has(key)) forget(key)
          for (const { scope, asOf, checkedAt, endsAt = 0 } of ending)
            watch(store, {
              scope,
              endsAt,
              leftMs: endsAt - asOf - Math.max(0, now() - checkedAt),
            })
        },
        (problem) => {
          if (!store.isClosed()) report(problem, 'scope-ends')
        },
        later,
      )
      return () => {
        stop()
        of().forEach(forget)
      }
    },
    stop: () => {
      ;[...watched.keys()].forEach(forget)
    },
  }
}
