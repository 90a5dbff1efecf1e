import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, useEffect, useState, type ReactNode } from 'react'
import { lists, type Runtime } from '../define'
import { createPokedAnswers } from './poked-answers'
import { RuntimeContext } from './runtime-context'
import { dropAnswersOfOthers } from './use-answer'

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
