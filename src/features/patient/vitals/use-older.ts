import { useCallback, useEffect, useState } from 'react'
import { useLate } from '../../../ui/time'

type Older = (() => Promise<void>) | null

/** Fetched rows reach the screen this much later, milliseconds. */
const graceMs = 1000

export interface OlderFetch {
  readonly fetching: boolean
  /** The server was asked and nothing came of it. */
  readonly failed: boolean
  readonly retry: () => void
}

/**
 * Fetches older pages while one is wanted.
 * @param older changes after each page; null: there is nothing older
 */
export const useOlder = (older: Older, wanted: boolean): OlderFetch => {
  const [answered, setAnswered] = useState<ReadonlySet<Older>>(new Set())
  const fetch = useCallback((page: NonNullable<Older>): void => {
    void page().finally(() => setAnswered((was) => new Set(was).add(page)))
  }, [])
  useEffect(() => {
    if (wanted && older !== null) fetch(older)
  }, [wanted, older, fetch])
  const isWaiting = wanted && older !== null
  const fetching = isWaiting && !answered.has(older)
  return {
    fetching,
    failed: useLate(isWaiting && !fetching, graceMs),
    retry: () => {
      if (older === null) return
      setAnswered((was) => new Set([...was].filter((page) => page !== older)))
      fetch(older)
    },
  }
}
