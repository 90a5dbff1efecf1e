import { useSyncExternalStore } from 'react'

interface Ticker {
  now: number
  readonly listeners: Set<() => void>
  timer: ReturnType<typeof setInterval> | undefined
  /** Who is still to be told of the last tick. */
  telling: ReturnType<typeof setTimeout> | undefined
}

/** Oldest time for a first frame, milliseconds: a screen shows ages before it listens. */
const coldMs = 1_000

/** Ages told in one task: all thousand of a large ward would block a slow tablet for a second. */
const toldAtOnce = 16

let offset = 0
const offsetListeners = new Set<() => void>()

let clock = (): number => Date.now() + offset

/** The time for ages, epoch ms: the device's clock, corrected by the server's. */
export const readNow = (): number => clock()

/** Sets the clock that ages count by, in place of the device's. Returns the way back. */
export const setPageClock = (now: () => number): (() => void) => {
  const before = clock
  clock = now
  return () => {
    clock = before
  }
}

/** Sets the server's clock minus this device's, milliseconds; all ages are counted again. */
export const setClockOffset = (next: number): void => {
  if (next === offset) return
  offset = next
  for (const listener of offsetListeners) listener()
}

const onOffset = (listener: () => void) => {
  offsetListeners.add(listener)
  return () => void offsetListeners.delete(listener)
}

/** The server's clock minus this device's, milliseconds; 0 when it is right. */
export const useClockOffset = (): number => useSyncExternalStore(onOffset, () => offset)

/** One timer for each interval, however many ages a screen shows. */
const tickers = new Map<
  number,
  { subscribe: (listener: () => void) => () => void; read: () => number }
>()

const createTicker = (everyMs: number) => {
  const ticker: Ticker = {
    now: readNow(),
    listeners: new Set(),
    timer: undefined,
    telling: undefined,
  }
  const tell = (listeners: readonly (() => void)[], atOnce: number): void => {
    clearTimeout(ticker.telling)
    const later = listeners.slice(atOnce)
    ticker.telling = later.length === 0 ? undefined : setTimeout(tell, 0, later, atOnce)
    for (const listener of listeners.slice(0, atOnce))
      if (ticker.listeners.has(listener)) listener()
  }
  const tick = (atOnce: number): void => {
    ticker.now = readNow()
    tell([...ticker.listeners], atOnce)
  }
  const tickWhole = (): void => tick(Infinity)
  const onVisible = () => {
    if (document.visibilityState === 'visible') tickWhole() // timers sleep in hidden tabs: an age must be right at once when seen
  }
  offsetListeners.add(tickWhole)
  /** Nobody listened for a while: the first look must not be at the time when somebody last did. */
  const renewed = (): number => {
    if (ticker.listeners.size === 0 && Math.abs(readNow() - ticker.now) >= coldMs)
      ticker.now = readNow()
    return ticker.now
  }
  return {
    read: renewed,
    subscribe: (listener: () => void) => {
      if (ticker.listeners.size === 0) {
        ticker.now = readNow()
        ticker.timer = setInterval(tick, everyMs, toldAtOnce)
        document.addEventListener('visibilitychange', onVisible)
      }
      ticker.listeners.add(listener)
      return () => {
        ticker.listeners.delete(listener)
        if (ticker.listeners.size > 0) return
        clearInterval(ticker.timer)
        clearTimeout(ticker.telling)
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
 * A value derived from the time (epoch ms), updated only when it changes. `read` gives a primitive.
 */
export const useTicked = <Value extends string | number | boolean | null>(
  read: (nowMs: number) => Value,
  everyMs = 30_000,
): Value => {
  const ticker = tickerOf(everyMs)
  return useSyncExternalStore(ticker.subscribe, () => read(ticker.read()))
}
