import { toProblem, type Problem } from '../../domain/problem'
import type { KeyOwner } from '../../platform/vault'
import type { DeviceServices } from '../device-services'
import { dropEnding } from '../pull/scope-ends'
import type { SessionControl } from '../session/session'
import { keeperOf } from '../session/session-state'
import { openCache, type CacheStore, type StoreTables } from '../store'

/** A store that could not be opened is tried again so often, milliseconds. */
const openAgainMs = 5_000

/** What goes by the store that is open. */
interface StoreFollower {
  /** It is about to be closed: what is due is written. */
  leaving(): Promise<void>
  /** It is closed. */
  left(): void
  /** Another is open; returns the way to stop. */
  follow(store: CacheStore): () => void
  /** Another is open, or none: the screens were told. */
  changed(): void
}

/** The store of the user and organisation whose page it is. */
export const createOpenStore = (
  services: DeviceServices,
  options: {
    readonly tables: StoreTables
    readonly session: SessionControl
    readonly hello: (who: KeyOwner) => Promise<unknown>
    readonly follower: StoreFollower
  },
) => {
  const { clock, deviceStore, vault, generation, later, report } = services
  const { session, hello, follower } = options
  let cache: CacheStore | null = null
  let failure: Problem | null = null
  let stopFollowing: () => void = () => undefined
  let stopOpening: () => void = () => undefined
  /** Counts what was opened: who comes late opens nothing. */
  let opening = 0

  /**
   * Another tab deleted it: signed out, or of a release that keeps its rows elsewhere. Whoever is
   * still signed in goes on with a new one.
   */
  const reopen = async (taken: CacheStore, who: KeyOwner): Promise<void> => {
    try {
      if (cache === taken) await session.reread()
      // Deleted because its key is gone: rows under the old one would be unreadable to everybody
      // else, so the new one comes first.
      if (cache === taken && (await vault.isOutdated()) && !(await vault.resume(who)))
        await hello(who)
      const { me } = session.get()
      if (cache === taken && me !== null && keeperOf(me) === who.userId) await use(who)
    } catch (thrown) {
      report(thrown, 'store')
      stopOpening()
      stopOpening = clock.after(openAgainMs, () => {
        if (cache === taken) void reopen(taken, who)
      })
    }
  }

  const open = async (who: KeyOwner): Promise<void> => {
    // It may be taken while it is still being opened.
    const taking: { isOver: boolean; again: (() => void) | null } = { isOver: false, again: null }
    const opened = await openCache(
      { ...services.environment, tables: options.tables },
      who.userId,
      who.organizationId,
      () => {
        taking.isOver = true
        taking.again?.()
      },
    )
    taking.again = () => void later(() => void reopen(opened, who))
    // Before anything of it is shown.
    await dropEnding(opened)
    cache = opened
    if (taking.isOver) taking.again()
    stopFollowing = follower.follow(cache)
    await deviceStore.rememberCache({
      name: cache.name,
      userId: who.userId,
      organizationId: who.organizationId,
    })
  }

  const use = async (who: KeyOwner | null): Promise<void> => {
    opening += 1
    const mine = opening
    await follower.leaving()
    stopFollowing()
    cache?.close()
    cache = null
    follower.left()
    failure = null
    if (who !== null) {
      try {
        await open(who)
      } catch (thrown) {
        report(thrown, 'store')
        failure = toProblem(thrown)
        // A page without a store keeps nothing and writes nothing: browsers that lost it give it
        // back a moment later.
        stopOpening()
        stopOpening = clock.after(openAgainMs, () => {
          if (opening === mine) void use(who)
        })
      }
    }
    generation.set(generation.get() + 1)
    follower.changed()
  }

  return {
    /** Null: none. */
    current: (): CacheStore | null => cache,
    /** Why none is open; null: nobody is signed in. */
    problem: (): Problem | null => failure,
    /** Opens the store of `who` in the place of the one before; null: none. Never rejects. */
    use,
    close: (): void => {
      stopFollowing()
      stopOpening()
      cache?.close()
      cache = null
    },
  }
}
export type OpenStore = ReturnType<typeof createOpenStore>
