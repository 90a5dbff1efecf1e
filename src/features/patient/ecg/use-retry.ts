import { useCallback, useLayoutEffect, useRef } from 'react'

/** Reads the span, then the window and the events again. Its functions stay the same. */
export const useRetry = (
  reading: { readonly refresh: () => Promise<void> },
  shown: { readonly refresh: () => void },
  events: { readonly refresh: () => Promise<void> },
): { readonly retry: () => void; readonly retryEvents: () => void } => {
  const now = useRef({ reading, shown, events })
  useLayoutEffect(() => {
    now.current = { reading, shown, events }
  })
  const retryEvents = useCallback(() => void now.current.events.refresh(), [])
  const retry = useCallback((): void => {
    void now.current.reading.refresh().then(() => {
      now.current.shown.refresh()
      retryEvents()
    })
  }, [retryEvents])
  return { retry, retryEvents }
}
