import { useEffect, useEffectEvent, useRef } from 'react'
import { readNow } from '../../ui/time'

/**
 * Refreshes every `everyMs` (0: never) while the tab is visible, and at once when it becomes so
 * after longer (C382–C385). `lastAt`: last answer, epoch milliseconds. A failure waits a whole
 * interval.
 */
export const useAutomaticRefresh = (
  everyMs: number,
  lastAt: number | null,
  refresh: () => Promise<void>,
): void => {
  const triedAt = useRef<number | null>(null)
  const ask = useEffectEvent(refresh)
  useEffect(() => {
    if (everyMs === 0) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    const arm = (): void => {
      clearTimeout(timer)
      if (gone || document.visibilityState !== 'visible') return
      // Before the first answer the reading itself asks; this only takes over afterwards.
      triedAt.current ??= lastAt === null ? readNow() : 0
      const due = Math.max(lastAt ?? 0, triedAt.current) + everyMs - readNow()
      if (due > 0) {
        timer = setTimeout(arm, due)
        return
      }
      triedAt.current = readNow()
      void ask().finally(arm)
    }
    arm()
    document.addEventListener('visibilitychange', arm)
    return () => {
      gone = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', arm)
    }
  }, [everyMs, lastAt])
}
