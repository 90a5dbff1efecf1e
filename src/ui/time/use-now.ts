import { useSyncExternalStore } from 'react'

interface Ticker {
  now: number
  readonly listeners: Set<() => void>
  timer: ReturnType<typeof setInterval> | undefined
}

/** One timer for each interval, however many ages a screen shows. */
const tickers = new Map<number, { subscribe: (listener: () => void) => () => void; read: () => number }>()

const createTicker = (everyMs: number) => {
  const ticker: Ticker = { now: Date.now(), listeners: new Set(), timer: undefined }
  const tick = () => {
    ticker.now = Date.now()
    for (const listener of ticker.listeners) listener()
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible') tick() // timers sleep in hidden tabs: an age must be right at once when seen
  }
  return {
    read: () => ticker.now,
    subscribe: (listener: () => void) => {
      if (ticker.listeners.size === 0) {
        ticker.now = Date.now()
        ticker.timer = setInterval(tick, everyMs)
        document.addEventListener('visibilitychange', onVisible)
      }
      ticker.listeners.add(listener)
      return () => {
        ticker.listeners.delete(listener)
        if (ticker.listeners.size > 0) return
        clearInterval(ticker.timer)
        document.removeEventListener('visibilitychange', onVisible)
      }
    },
  }
}

const tickerOf = (everyMs: number) => {
  const known = tickers.get(everyMs)
  if (known !== undefined) return known
  const created = createTicker(everyMs)
  tickers.set(everyMs, created)
  return created
}

/** The device's time in epoch milliseconds, renewed every `everyMs`: for ages in words. */
export const useNow = (everyMs = 30_000): number => {
  const ticker = tickerOf(everyMs)
  return useSyncExternalStore(ticker.subscribe, ticker.read)
}
