import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import type { Problem } from '../../domain/problem'
import { paramsKey, withdraws, type Call, type Runtime } from '../define'
import { useConnectionPart, useObservable, useOffline, useRuntime } from './runtime-context'

/** What the server answered for a screen. */
export interface Answer<Value> {
  /** The last answer. It stays beside the problem of a later refresh. */
  readonly value: Value | null
  /** When `value` was answered, epoch milliseconds, by the clock that ages count by. */
  readonly at: number | null
  /** Of the last question; null when it was answered. */
  readonly problem: Problem | null
  readonly fetching: boolean
  /** The server cannot be reached now. */
  readonly offline: boolean
  /** Asks the server now; resolves when it answered, never rejects. */
  readonly refresh: () => Promise<void>
}

type Held<Value> = Pick<Answer<Value>, 'value' | 'at' | 'problem'>

const nothing: Held<never> = { value: null, at: null, problem: null }

/** While no poke reaches this device, a shown answer is asked again this often, milliseconds. */
const untoldEveryMs = 60_000

/**
 * While pokes reach it, a shown answer is asked again this often, milliseconds: before a list calls
 * itself out of date, after five minutes.
 */
const toldEveryMs = 240_000

const ownerNow = ({ session }: Runtime): string => {
  const { me, actingOrganizationId } = session.get()
  return `${me?.id ?? ''} ${actingOrganizationId ?? ''}`
}

/**
 * Whose answer it is. The generation alone does not say: it changes a moment before the session
 * does, and what is asked in between is answered for the organisation that is being left.
 */
const useOwner = (runtime: Runtime): string =>
  useSyncExternalStore(runtime.session.subscribe, () => ownerNow(runtime))

/** Drops every answer that is not of who is signed in now, at once. Returns the way to stop. */
export const dropAnswersOfOthers = (runtime: Runtime, client: QueryClient): (() => void) =>
  runtime.session.subscribe(() => {
    const now = ownerNow(runtime)
    client.removeQueries({
      predicate: ({ queryKey, meta }) => meta?.['isAnswer'] === true && queryKey[3] !== now,
    })
  })

/**
 * Asks a call for a screen. The answer is held in this page's memory and goes with the session; of
 * a call that keeps its answers the kept one is shown until the server answers. It is asked again
 * when a command names the call in `refreshes`, when the server says that a list changed (`lists`),
 * and when the connection or the pokes come back. `enabled: false` asks nothing. `secret: true`
 * forgets the answer as soon as no screen shows it.
 */
export const useAnswer = <Input, Value>(
  call: Call<Input, Value>,
  input: Input,
  {
    enabled = true,
    secret = false,
  }: { readonly enabled?: boolean; readonly secret?: boolean } = {},
): Answer<Value> => {
  const runtime = useRuntime()
  const generation = useObservable(runtime.generation)
  const owner = useOwner(runtime)
  const offline = useOffline()
  const told = useConnectionPart((connection) => connection.isTold === true)
  const client = useQueryClient()
  const key = paramsKey(input)
  const query = useQuery({
    queryKey: [generation, call.name, key, owner],
    // With data from the start a first question that is under way can be overtaken by a later one:
    // without, TanStack Query waits for it, and its answer may be older than what was done meanwhile.
    initialData: nothing as Held<Value>,
    initialDataUpdatedAt: 0,
    queryFn: async ({ queryKey }): Promise<Held<Value>> => {
      const result = await runtime.ask(call, input)
      if (result.kind === 'done') return { value: result.value, at: runtime.now(), problem: null }
      const { problem } = result
      if (withdraws(problem)) return { ...nothing, problem }
      // What is kept may be on its way, and is not overtaken by the failure.
      const kept = call.keeps === true ? await runtime.kept(call, input) : null
      const before = client.getQueryData<Held<Value>>(queryKey)
      return { ...(before?.value == null ? (kept ?? nothing) : before), problem }
    },
    enabled,
    meta: { isAnswer: true },
    refetchOnMount: 'always',
    refetchInterval: offline ? false : told ? toldEveryMs : untoldEveryMs,
    // No question is asked for a page that nobody sees: whoever comes back sees what is true now.
    staleTime: untoldEveryMs,
    refetchOnWindowFocus: true,
    ...(secret ? { gcTime: 0 } : {}),
  })
  const { refetch, isFetching } = query
  const refresh = useCallback(async () => {
    await refetch({ cancelRefetch: false })
  }, [refetch])
  useEffect(() => {
    if (!enabled || call.keeps !== true) return undefined
    let isOver = false
    void runtime.kept(call, input).then((kept) => {
      if (kept === null || isOver) return
      client.setQueryData<Held<Value>>(
        [generation, call.name, key, owner],
        (held = nothing) =>
          held.value !== null || (held.problem !== null && withdraws(held.problem))
            ? held
            : { ...kept, problem: held.problem },
        // As old as if it had not come: the server is asked all the same.
        { updatedAt: 0 },
      )
    })
    return () => {
      isOver = true
    }
    // `input` is made anew with each drawing; `key` says what is asked for.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [client, runtime, call, key, generation, owner, enabled])
  const before = useRef({ offline, told })
  useEffect(() => {
    const isBack = (before.current.offline && !offline) || (!before.current.told && told)
    before.current = { offline, told }
    // What was asked without a connection may still be on its way to a time-out: it is not waited for.
    if (isBack && enabled) void refetch()
  }, [offline, told, enabled, refetch])
  return { ...query.data, fetching: isFetching, offline, refresh }
}
