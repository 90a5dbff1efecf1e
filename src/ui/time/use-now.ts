import { useSyncExternalStore } from 'react'

interface Ticker {
  now: number
  readonly listeners: Set<() => void>
  timer: ReturnType<typeof setInterval> | undefined
}

let offset = 0
const offsetListeners = new Set<() => void>()

/** The time that ages count by, epoch milliseconds: the device's clock, corrected when the server's says that it is wrong. */
export const readNow = (): number => Date.now() + offset

/** Tells by how much the server's clock is ahead of this device's, milliseconds; every age on the screen is counted anew. */
export const setClockOffset = (next: number): void => {
  if (next === offset) return
  offset = next
  for (const listener of offsetListeners) listener()
}

const onOffset = (listener: () => void) => {
  offsetListeners.add(listener)
  return () => void offsetListeners.delete(listener)
}

/** By how much this device's clock is wrong: the server's minus its own, milliseconds; 0 when it is right. */
export const useClockOffset = (): number => useSyncExternalStore(onOffset, () => offset)

/** One timer for each interval, however many ages a screen shows. */
const tickers = new Map<number, { subscribe: (listener: () => void) => () => void; read: () => number }>()

const createTicker = (everyMs: number) => {
  const ticker: Ticker = { now: readNow(), listeners: new Set(), timer: undefined }
  const tick = () => {
    ticker.now = readNow()
    for (const listener of ticker.listeners) listener()
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible') tick() // timers sleep in hidden tabs: an age must be right at once when seen
  }
  offsetListeners.add(tick)
  /** Nobody listened for a while: the first look must not be at the time when somebody last did. */
  const renewed = (): number => {
    if (ticker.listeners.size === 0 && Math.abs(readNow() - ticker.now) >= everyMs) ticker.now = readNow()
    return ticker.now
  }
  return {
    read: renewed,
    subscribe: (listener: () => void) => {
      if (ticker.listeners.size === 0) {
        ticker.now = readNow()
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

/** The time that ages count by (readNow), renewed every `everyMs`: for ages in words. */
export const useNow = (everyMs = 30_000): number => {
  const ticker = tickerOf(everyMs)
  return useSyncExternalStore(ticker.subscribe, ticker.read)
}

/**
 * What the time makes of something, told anew only when it changes: of forty ages on a board those that have another word now.
 * `read` gives a primitive of the time that ages count by (epoch milliseconds).
 */
export const useTicked = <Value extends string | number | boolean | null>(read: (nowMs: number) => Value, everyMs = 30_000): Value => {
  const ticker = tickerOf(everyMs)
  return useSyncExternalStore(ticker.subscribe, () => read(ticker.read()))
}
