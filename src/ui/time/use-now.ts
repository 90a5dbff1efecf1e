import { useSyncExternalStore } from 'react'

interface Ticker {
  now: number
  readonly listeners: Set<() => void>
  timer: ReturnType<typeof setInterval> | undefined
  /** Who is still to be told of the last tick. */
  telling: ReturnType<typeof setTimeout> | undefined
}

/**
 * How old the time may be that somebody looks at first: the first frame of a screen shows ages
 * before it listens.
 */
const coldMs = 1_000

/**
 * So many ages are told in one task: a ward of 200 cards has a thousand, which all at once hold a
 * slow tablet's page for a second.
 */
const toldAtOnce = 16

let offset = 0
const offsetListeners = new Set<() => void>()

/**
 * The time that ages count by, epoch milliseconds: the device's clock, corrected when the server's
 * says that it is wrong.
 */
export const readNow = (): number => Date.now() + offset

/**
 * Tells by how much the server's clock is ahead of this device's, milliseconds; every age on the
 * screen is counted anew.
 */
export const setClockOffset = (next: number): void => {
  if (next === offset) return
  offset = next
  for (const listener of offsetListeners) listener()
}

const onOffset = (listener: () => void) => {
  offsetListeners.add(listener)
  return () => void offsetListeners.delete(listener)
}

/**
 * By how much this device's clock is wrong: the server's minus its own, milliseconds; 0 when it is
 * right.
 */
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
 * What the time makes of something, told anew only when it changes: of forty ages on a board those
 * that have another word now. `read` gives a primitive of the time that ages count by (epoch
 * milliseconds).
 */
export const useTicked = <Value extends string | number | boolean | null>(
  read: (nowMs: number) => Value,
  everyMs = 30_000,
): Value => {
  const ticker = tickerOf(everyMs)
  return useSyncExternalStore(ticker.subscribe, () => read(ticker.read()))
}
