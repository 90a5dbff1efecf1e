import type { Problem } from '../../domain/problem'
import { subjectOf } from '../../domain/sync/scopes'
import type { CacheStore, OutboxRows } from '../store'
import {
  emptyView,
  paramsKey,
  type CommandOf,
  type Identified,
  type Observable,
  type Resource,
  type ViewState,
} from '../define'
import { createLiveView } from './live-view'
import type { Opener } from '../outbox/waiting'

/** A screen is drawn without its rows where they were not read after so long, milliseconds. */
const aheadAtMostMs = 2_000
/** What was read ahead and is asked for by no screen after so long is let go, milliseconds. */
const heldMs = 10_000

/** The readings of a page: live views of the open store, and which scopes they show. */
export const createLiveViews = (options: {
  readonly store: () => CacheStore | null
  /** Why no store is open; null: nobody is signed in. */
  readonly problem: () => Problem | null
  readonly outbox: OutboxRows
  readonly opener: Opener
  readonly command: CommandOf
  readonly offline: Observable<boolean>
  readonly sending: Observable<ReadonlySet<string>>
  readonly now: () => number
  readonly later: (call: () => void) => () => void
  readonly after: (ms: number, call: () => void) => () => void
  readonly breathe?: (() => Promise<void>) | undefined
  /** What is looked at was given up for room, by another tab, which could not know. */
  readonly evicted: (store: CacheStore, scope: string) => void
  /** Of what is looked at a row was found that no key opens. */
  readonly unopened: (store: CacheStore, scope: string) => Promise<void>
  readonly report: (thrown: unknown, where: string) => void
}) => {
  const { after } = options
  const looking = new Map<string, number>()
  const look = (scope: string | null, by: 1 | -1): void => {
    if (scope === null) return
    const count = (looking.get(scope) ?? 0) + by
    if (count > 0) looking.set(scope, count)
    else looking.delete(scope)
  }
  const viewOf = <Params, Entity extends Identified>(
    store: CacheStore,
    resource: Resource<Params, Entity>,
    params: Params,
  ): Observable<ViewState<Entity>> => {
    const scope = resource.entity === null ? null : resource.scope(params, store)
    return createLiveView({
      ...options,
      cache: store,
      resource,
      params,
      scope,
      looking: (by) => look(scope, by),
      evicted: () => {
        if (scope !== null) options.evicted(store, scope)
      },
      unopened: async () => {
        if (scope !== null) await options.unopened(store, scope)
      },
    })
  }
  /** What was read ahead, of one store, by resource and parameters. */
  const held = new Map<string, { readonly store: CacheStore; readonly view: unknown }>()
  const nameOf = (resource: { readonly name: string }, params: unknown): string =>
    `${resource.name} ${paramsKey(params)}`
  const hold = (
    store: CacheStore,
    resource: Resource<unknown, Identified>,
    params: unknown,
  ): Promise<void> =>
    new Promise((resolve) => {
      const name = nameOf(resource, params)
      const view = viewOf(store, resource, params)
      const one = { store, view }
      const stop = view.subscribe(() => {
        if (view.get().ready) resolve()
      })
      held.set(name, one)
      after(heldMs, () => {
        stop()
        if (held.get(name) === one) held.delete(name)
      })
    })
  return {
    watch: <Params, Entity extends Identified>(
      resource: Resource<Params, Entity>,
      params: Params,
    ): Observable<ViewState<Entity>> => {
      const store = options.store()
      if (store === null) return emptyView<Entity>(options.problem())
      const known = held.get(nameOf(resource, params))
      return known?.store === store
        ? (known.view as Observable<ViewState<Entity>>)
        : viewOf(store, resource, params)
    },
    /** Reads what a screen will read; resolves when its rows are there, or did not come in time. */
    ahead: async (
      readings: readonly {
        readonly resource: Resource<unknown, Identified> | undefined
        readonly params: unknown
      }[],
    ): Promise<void> => {
      const store = options.store()
      if (store === null || readings.length === 0) return
      const late = new Promise<void>((resolve) => {
        after(aheadAtMostMs, resolve)
      })
      await Promise.race([
        late,
        Promise.all(
          readings.map(({ resource, params }) =>
            resource === undefined ? null : hold(store, resource, params),
          ),
        ),
      ])
    },
    /** Scopes on this page's screens. */
    shown: (): readonly string[] => [...looking.keys()],
    /** Subjects among them, by id. */
    shownSubjects: (): readonly string[] =>
      [...looking.keys()].map(subjectOf).filter((id) => id !== ''),
  }
}
