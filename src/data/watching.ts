import type { Problem } from '../domain/problem'
import { patientOf, type CacheStore, type OutboxStore } from '../platform/store'
import type { Identified, Observable, Resource, ViewState } from './kit'
import { createView, emptyView, type Opener } from './sync'

/** The readings of a page: live views of the open store, and which scopes they show. */
export const createWatching = (options: {
  readonly store: () => CacheStore | null
  /** Why no store is open; null: nobody is signed in. */
  readonly problem: () => Problem | null
  readonly outbox: OutboxStore
  readonly opener: Opener
  readonly offline: Observable<boolean>
  readonly sending: Observable<ReadonlySet<string>>
  readonly salt: string
  readonly now: () => number
  readonly later: (call: () => void) => () => void
  /** What is looked at was given up for room, by another tab, which could not know. */
  readonly evicted: (store: CacheStore, scope: string) => void
  readonly report: (thrown: unknown, where: string) => void
}) => {
  const { outbox, opener, offline, sending, salt, now, later, report } = options
  const looking = new Map<string, number>()
  const look = (scope: string | null, by: 1 | -1): void => {
    if (scope === null) return
    const count = (looking.get(scope) ?? 0) + by
    if (count > 0) looking.set(scope, count)
    else looking.delete(scope)
  }
  return {
    watch: <Params, Entity extends Identified>(resource: Resource<Params, Entity>, params: Params): Observable<ViewState<Entity>> => {
      const store = options.store()
      if (store === null) return emptyView<Entity>(options.problem())
      const scope = resource.scope(params, store)
      return createView({
        cache: store, outbox, opener, resource, params, scope, offline, sending, salt, now, later, report,
        looking: (by) => look(scope, by), evicted: () => { if (scope !== null) options.evicted(store, scope) },
      })
    },
    /** Scopes on this page's screens. */
    shown: (): readonly string[] => [...looking.keys()],
    /** Patients among them, by id. */
    shownPatients: (): readonly string[] => [...looking.keys()].map(patientOf).filter((id) => id !== ''),
  }
}
