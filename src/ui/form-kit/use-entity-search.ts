import { useEffect, useRef, useState } from 'react'
import type { EntityOption, EntitySearch } from './field-spec'

/** How long typing has to rest before it is searched for; milliseconds. */
export const searchRestMs = 250

interface Found {
  /** The try that it answers. */
  readonly times: number
  readonly text: string
  readonly state: 'found' | 'failed'
  readonly options: readonly EntityOption[]
}

const none: readonly EntityOption[] = []

/** The results for `text`; null: no search. Old answers are never shown. */
export const useEntitySearch = (
  search: EntitySearch,
  text: string | null,
): {
  readonly state: 'idle' | 'searching' | 'found' | 'failed'
  readonly options: readonly EntityOption[]
  readonly again: () => void
} => {
  const [found, setFound] = useState<Found | null>(null)
  const [times, setTimes] = useState(0)
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  })
  useEffect(() => {
    if (text === null) return undefined
    const controller = new AbortController()
    const tell = (next: Found): void => {
      if (!controller.signal.aborted) setFound(next)
    }
    const timer = setTimeout(
      () => {
        latest.current(text, controller.signal).then(
          (result) =>
            tell(
              result.kind === 'done'
                ? { text, times, state: 'found', options: result.value }
                : { text, times, state: 'failed', options: none },
            ),
          () => tell({ text, times, state: 'failed', options: none }),
        )
      },
      text === '' ? 0 : searchRestMs,
    )
    return () => {
      clearTimeout(timer)
      controller.abort()
      setFound(null)
    }
  }, [text, times])
  const again = (): void => setTimes((before) => before + 1)
  if (text === null) return { state: 'idle', options: none, again }
  if (found?.text !== text || found.times !== times)
    return { state: 'searching', options: none, again }
  return { state: found.state, options: found.options, again }
}
