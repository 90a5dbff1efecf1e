const key = 'lamplight.lastActivity'
/** Two tabs of one clock are never so far apart, milliseconds. */
const aheadMs = 5_000

/** When somebody last used any tab of this browser, epoch milliseconds. */
export interface LastActivity {
  read(nowMs: number): number
  /** Somebody is there now. */
  mark(nowMs: number): void
  /** Tells when another tab marked; returns the way to stop. */
  subscribe(listener: () => void): () => void
}

/**
 * In localStorage, whose changes other tabs hear. Opening the portal counts as use. Written at most
 * once in `everyMs` milliseconds.
 */
export const sharedActivity = (openedAt: number, everyMs = 1_000): LastActivity => {
  let own = openedAt
  const stored = (): number => {
    try {
      return Number(localStorage.getItem(key)) || 0
    } catch {
      return 0 // storage switched off: each tab for itself
    }
  }
  const write = (nowMs: number) => {
    try {
      localStorage.setItem(key, String(nowMs))
    } catch {
      // as above
    }
  }
  write(openedAt)
  return {
    read: (nowMs) => {
      const last = Math.max(own, stored())
      // A future time: the clock was set back since. The quiet time begins now.
      if (last > nowMs + aheadMs) {
        own = nowMs
        write(nowMs)
      }
      return Math.min(last, nowMs)
    },
    mark: (nowMs) => {
      if (Math.abs(nowMs - own) < everyMs) return
      own = nowMs
      write(nowMs)
    },
    subscribe: (listener) => {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key) listener()
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}
