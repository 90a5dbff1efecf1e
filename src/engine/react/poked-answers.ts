import type { Query, QueryClient } from '@tanstack/react-query'

/** A list that is poked all the time is asked for again so often at most, milliseconds. */
const leastMs = 1_000

/**
 * Asks the answers on the screen again when the server says that lists changed. A question that is
 * under way is never cancelled, or pokes in quick succession would starve a slow list: when it has
 * ended, it is asked once more.
 */
export const createPokedAnswers = (client: QueryClient) => {
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
