import { subjectScope } from '../../domain/sync/scopes'
import type { Clock } from '../../platform/clock'
import type { CacheStore } from '../store'
import type { Pull, PullManner } from './pull'

const mostPoked = 20
/** What changes seldom and costs the server more (who the user is) is asked for so often. */
const seldomMs = 15_000
/** A scope that is not this user's is asked for again this late. */
const refusedMs = 60_000
const manner: PullManner = { limit: 50, once: true, noteAfterMs: 15_000 }

export interface RoundOptions {
  readonly pull: Pull
  readonly clock: Pick<Clock, 'now'>
  readonly store: () => CacheStore | null
  /** What is followed for whoever is signed in. */
  readonly scopes: (organizationId: string) => {
    readonly often: readonly string[]
    readonly seldom: readonly string[]
  }
  /** The user's rights as text: on a change every kept record is asked for. */
  readonly rights: () => string
  /** Removes what no scope holds and the user may not see; at opening and on changed rights. */
  readonly forget: (store: CacheStore) => Promise<void>
}

/** Those of them that this device holds: the rest comes when somebody opens it. */
const heldOf = async (
  store: CacheStore,
  subjects: readonly string[],
): Promise<readonly string[]> => {
  const scopes = subjects.map(subjectScope)
  const held = await Promise.all(
    scopes.map(async (scope) => ({ scope, cursor: await store.cursor(scope) })),
  )
  return held.flatMap(({ scope, cursor }) =>
    cursor !== null && cursor.cursor !== '' && cursor.gone === '' ? [scope] : [],
  )
}

/** Asks in a round for what is followed, and for what was poked. */
interface Round {
  /** Whether a poke has not been asked for yet. */
  isPoked(): boolean
  /** The next round asks for these subjects, and with `me` for who the user is. */
  poke(subjects: readonly string[], me: boolean): void
  /**
   * Asks for all of it, and for every kept record when the user's rights changed. `doubting` watches
   * each question. Rejects as `Pull` does; what was poked is then asked for again.
   */
  ask(
    store: CacheStore,
    doubting: <Value>(question: Promise<Value>) => Promise<Value>,
  ): Promise<void>
  /** Another store is open: pokes of the previous one are dropped. */
  restart(): void
}

export const createRound = ({
  pull,
  clock,
  store: current,
  scopes: followed,
  rights: rightsNow,
  forget,
}: RoundOptions): Round => {
  const refusedAt = new Map<string, number>()
  /** What the user might when all records that are held were last known to be theirs, by store. */
  const rightsOf = new Map<string, string>()
  /** What the user might when a store was last rid of what they may not see, by store. */
  const forgottenFor = new Map<string, string>()
  const pokedSubjects = new Set<string>()
  let isPoked = false
  let seldomAt = -Infinity

  /** Takes some poked subjects; later pokes of the same ones count again. */
  const takePoked = (): readonly string[] => {
    const taken = [...pokedSubjects].slice(0, mostPoked)
    for (const id of taken) pokedSubjects.delete(id)
    isPoked = pokedSubjects.size > 0
    return taken
  }
  type Doubting = Parameters<Round['ask']>[1]
  const pullAll = async (
    store: CacheStore,
    asked: readonly string[],
    doubting: Doubting,
  ): Promise<void> => {
    const now = clock.now()
    let scopes = asked
    while (scopes.length > 0 && current() === store && !store.isClosed()) {
      const { ended, again, stale, reset } = await doubting(pull(store, scopes, manner))
      for (const { scope } of ended) refusedAt.set(`${store.name} ${scope}`, now)
      scopes = [...new Set([...again, ...stale, ...reset])]
    }
  }
  const askFor = async (
    store: CacheStore,
    subjects: readonly string[],
    doubting: Doubting,
  ): Promise<void> => {
    const now = clock.now()
    const { often, seldom } = followed(store.organizationId)
    const isSeldom = now - seldomAt >= seldomMs
    if (isSeldom) seldomAt = now
    await pullAll(
      store,
      [...often, ...(await heldOf(store, subjects)), ...(isSeldom ? seldom : [])].filter(
        (scope) => now - (refusedAt.get(`${store.name} ${scope}`) ?? -Infinity) >= refusedMs,
      ),
      doubting,
    )
  }
  return {
    isPoked: () => isPoked,
    poke: (subjects, me) => {
      isPoked = true
      if (me) seldomAt = -Infinity
      for (const id of subjects) pokedSubjects.add(id)
    },
    ask: async (store, doubting) => {
      const subjects = takePoked()
      const before = rightsOf.get(store.name) ?? rightsNow()
      try {
        await askFor(store, subjects, doubting)
      } catch (thrown) {
        for (const id of subjects) pokedSubjects.add(id)
        throw thrown
      } finally {
        rightsOf.set(store.name, before)
      }
      const rights = rightsNow()
      if (current() !== store) return
      if (forgottenFor.get(store.name) !== rights) {
        await forget(store)
        forgottenFor.set(store.name, rights)
      }
      if (rights === before) return
      const kept = (await store.cursors()).flatMap(({ scope, subjectId, cursor, gone }) =>
        subjectId !== '' && cursor !== '' && gone === '' ? [scope] : [],
      )
      await pullAll(store, kept, doubting)
      rightsOf.set(store.name, rights)
    },
    restart: () => {
      pokedSubjects.clear()
      seldomAt = -Infinity
    },
  }
}
