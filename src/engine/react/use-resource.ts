import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { toProblem } from '../../domain/problem'
import {
  paramsKey,
  type Identified,
  type Reading,
  type Resource,
  type Runtime,
  type Shown,
} from '../define'
import { useObservable, useRuntime } from './runtime-context'

export interface ReadingOptions {
  /** False: rows of the store are shown, the server is not asked. */
  readonly enabled?: boolean
  /** Asks again this long (milliseconds) after the last answer while the screen is open. */
  readonly refreshEveryMs?: number
}

/** Asks the server; answers when it had, by the time that ages count by, epoch milliseconds. */
const refreshed = async <Params, Entity extends Identified>(
  runtime: Runtime,
  resource: Resource<Params, Entity>,
  params: Params,
): Promise<number> => {
  await runtime.refresh(resource, params)
  return runtime.now()
}

/**
 * Reads a resource: the store's rows at once and also offline, the server asked when they are stale
 * (cache-and-network, P295). Keyed by the parameters: with other parameters no row of the previous
 * ones is shown, not for one frame.
 */
export const useResource = <Params, Entity extends Identified>(
  resource: Resource<Params, Entity>,
  params: Params,
  options: ReadingOptions = {},
): Reading<Shown<Entity>> => {
  const runtime = useRuntime()
  const client = useQueryClient()
  const generation = useObservable(runtime.generation)
  const key = paramsKey(params)
  const held = useMemo(
    // `key` stands for params: equal params are one reading.
    () => ({ params, view: runtime.watch(resource, params) }),
    // oxlint-disable-next-line react/exhaustive-deps
    [runtime, resource, key, generation],
  )
  const state = useObservable(held.view)
  const query = useQuery({
    queryKey: [generation, resource.name, key],
    // With data from the start a first question can be overtaken by one that is asked after something
    // was done: without, TanStack Query waits for it, and its answer may be older.
    initialData: null,
    initialDataUpdatedAt: 0,
    queryFn: (): Promise<number | null> => refreshed(runtime, resource, held.params),
    enabled: options.enabled ?? true,
    staleTime: resource.staleAfterMs,
    refetchOnMount: 'always',
    ...(options.refreshEveryMs === undefined ? {} : { refetchInterval: options.refreshEveryMs }),
  })
  const { refetch } = query
  // Which questions are one is the runtime's to say: it knows what was done since the last.
  const refresh = useCallback(async () => {
    await refetch()
  }, [refetch])
  const next = state.ready ? resource.olderParams(held.params, state.rows, state.total) : null
  const nextKey = next === null ? null : paramsKey(next)
  const older = useMemo(
    () =>
      nextKey === null
        ? null
        : async () => {
            await client
              .fetchQuery({
                queryKey: [generation, resource.name, nextKey],
                queryFn: () => refreshed(runtime, resource, JSON.parse(nextKey) as Params),
                staleTime: 0,
              })
              .catch(() => undefined)
          },
    [client, runtime, resource, nextKey, generation],
  )
  const failed = query.error === null ? null : toProblem(query.error)
  return useMemo(
    () => ({
      rows: state.rows,
      total: state.total,
      ready: state.ready,
      arrangedBy: state.arrangedBy,
      heldFrom: state.heldFrom ?? null,
      older,
      refresh,
      // `failed` is made of query.error.
      problem: state.problem ?? failed,
      ...(state.gone === undefined ? {} : { gone: state.gone }),
      ...(state.endsAt === undefined ? {} : { endsAt: state.endsAt }),
      freshness: {
        asOf: state.asOf,
        checkedAt: state.checkedAt,
        refreshedAt: query.data,
        stale:
          state.isOfBefore === true ||
          state.asOf === null ||
          runtime.now() - state.asOf > resource.staleAfterMs,
        fetching: query.isFetching,
      },
    }),
    // oxlint-disable-next-line react/exhaustive-deps
    [state, older, refresh, query.error, query.data, query.isFetching, runtime, resource],
  )
}
