import { useCallback, useEffect, useRef, useState } from 'react'
import { readNow } from '../../ui/time'

/** After this time away, milliseconds, what came meanwhile counts as new. */
const awayMs = 60_000
const everyMs = 15_000

const keyOf = (userId: string): string => `board_looked ${userId}`

const read = (key: string): number | null => {
  try {
    const kept = Number(localStorage.getItem(key) ?? Number.NaN)
    return Number.isFinite(kept) && kept > 0 ? kept : null
  } catch {
    return null
  }
}

const keep = (key: string, atMs: number): void => {
  try {
    localStorage.setItem(key, String(Math.round(atMs)))
  } catch {
    // nothing is marked as new then, which is true of a first visit too
  }
}

/** The look that a change of page ended: who comes back has not seen the others. */
let left: {
  readonly key: string
  readonly leftMs: number
  readonly lookedMs: number | null
} | null = null

const begin = (key: string): number | null => {
  const kept = read(key)
  return left !== null && left.key === key && left.leftMs === kept ? left.lookedMs : kept
}

/**
 * When this user last looked at the board on this device, epoch milliseconds (null: never), and a
 * way to confirm. After a minute in the background a new look begins; unconfirmed changes stay
 * marked. Only a time is kept.
 */
export const useLastLook = (
  userId: string,
): { readonly lookedMs: number | null; readonly seen: () => void } => {
  const key = keyOf(userId)
  const [lookedMs, setLooked] = useState(() => begin(key))
  const latest = useRef(lookedMs)
  useEffect(() => {
    latest.current = lookedMs
  }, [lookedMs])
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') keep(key, readNow())
    }
    const onVisible = (): void => {
      const before = read(key)
      if (document.visibilityState === 'visible' && before !== null && readNow() - before > awayMs)
        setLooked((was) => (was === null ? before : Math.min(was, before)))
      look()
    }
    look()
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      look()
      const leftMs = read(key)
      left = leftMs === null ? null : { key, leftMs, lookedMs: latest.current }
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [key])
  const seen = useCallback(() => {
    const now = readNow()
    keep(key, now)
    setLooked(now)
  }, [key])
  return { lookedMs, seen }
}
