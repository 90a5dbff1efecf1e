import { QueryClient, QueryClientProvider, type Query } from '@tanstack/react-query'
import { createElement, useEffect, useState, type ReactNode } from 'react'
import { lists, type Runtime } from '../define'
import { RuntimeContext } from './runtime-context'
import { dropAnswersOfOthers } from './use-answer'

/** A list that is poked all the time is asked for again so often at most, milliseconds. */
const leastMs = 1_000

/**
 * Asks the answers on the screen again when the server says that lists changed. A question that is
 * under way is never cancelled, or pokes in quick succession would starve a slow list: when it has
 * ended, it is asked once more.
 */
const createPokedAnswers = (client: QueryClient) => {
  /** Answers that were asked for again lately; true: and poked since. */
  const busy = new Map<Query, boolean>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let isStopped = false

  const ask = async (query: Query): Promise<void> => {
    const isAskedBefore = query.state.fetchStatus === 'fetching'
    busy.set(query, isAskedBefore)
    await client.invalidateQueries({ predicate: (one) => one === query }, { cancelRefetch: false })
    if (isStopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      const isPoked = busy.get(query) === true
      busy.delete(query)
      if (isPoked) void ask(query)
    }, leastMs)
    timers.add(timer)
  }

  return {
    poke: (): void => {
      for (const query of client.getQueryCache().findAll({
        predicate: ({ meta }) => meta?.['isAnswer'] === true,
      })) {
        if (busy.has(query)) busy.set(query, true)
        else void ask(query)
      }
    },
    stop: (): void => {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/**
 * Of a resource a query holds the receipt alone: when, fetching, problem. The answers of calls are
 * held here and nowhere else. Retrying is the transport's; focus and network hints are the sync's.
 */
const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        gcTime: 60_000,
      },
    },
  })

/** Gives the tree its runtime. Place it once, around the router; the caller starts the runtime. */
export const DataProvider = ({
  runtime,
  children,
}: {
  readonly runtime: Runtime
  readonly children?: ReactNode
}): ReactNode => {
  const [client] = useState(createQueryClient)
  useEffect(() => {
    const poked = createPokedAnswers(client)
    const end = runtime.onInvalidated((names) => {
      // Asked before it changed: what is on its way is not waited for.
      void client.invalidateQueries({
        predicate: ({ queryKey }) => names.includes(String(queryKey[1])),
      })
      if (names.includes(lists)) poked.poke()
    })
    return () => {
      end()
      poked.stop()
    }
  }, [runtime, client])
  useEffect(() => dropAnswersOfOthers(runtime, client), [runtime, client])
  // What was asked for is named by its parameters, a searched name among them: it goes with the
  // store that it was asked for.
  useEffect(
    () =>
      runtime.generation.subscribe(() => {
        const now = runtime.generation.get()
        client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== now })
      }),
    [runtime, client],
  )
  return createElement(
    QueryClientProvider,
    { client },
    createElement(RuntimeContext.Provider, { value: runtime }, children),
  )
}
