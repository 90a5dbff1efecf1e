import { useCallback, useEffect, useState } from 'react'
import { readNow } from '../../ui/time'

/** So long away (milliseconds), and what came meanwhile counts as new. */
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

/**
 * When this user last looked at the board on this device before now, epoch milliseconds (null: never), and a way to say that all
 * has been seen. Kept is a time alone, by user. Looking is the tab being seen; after a minute away a new look begins.
 */
export const useLastLook = (userId: string): { readonly lookedMs: number | null; readonly seen: () => void } => {
  const key = keyOf(userId)
  const [lookedMs, setLooked] = useState(() => read(key))
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') keep(key, readNow())
    }
    const onVisible = (): void => {
      const before = read(key)
      if (document.visibilityState === 'visible' && before !== null && readNow() - before > awayMs) setLooked(before)
      look()
    }
    look()
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      look()
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
