import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { msToNightlyReload, wallGrid, type WallGrid } from '../../../domain/virtual-ward/wall'
import { timeIn } from '../../../domain/time'
import { readNow } from '../../../ui/time'

const onResize = (listener: () => void): (() => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** The tiles that the window has room for now. */
export const useWallGrid = (): WallGrid => {
  const key = useSyncExternalStore(onResize, () => {
    const { columns, rows } = wallGrid(window.innerWidth, window.innerHeight)
    return `${columns} ${rows}`
  })
  const [columns = 1, rows = 1] = key.split(' ').map(Number)
  return { columns, rows }
}

/** The shown page, from 0; turns every `everyMs` unless paused. */
export const useTurns = (
  pages: number,
  everyMs: number,
): {
  readonly at: number
  readonly go: (by: number) => void
  readonly paused: boolean
  readonly setPaused: (next: boolean) => void
} => {
  const [at, setAt] = useState(0)
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    if (paused || pages < 2) return undefined
    const timer = setTimeout(() => setAt(at + 1), everyMs)
    return () => clearTimeout(timer)
  }, [at, everyMs, pages, paused])
  const go = useCallback((by: number) => setAt((was) => was + by), [])
  return { at, go, paused, setPaused }
}

/**
 * Reloads once a night while the server answers, to free memory. Not in a full screen that a user
 * opened: it would end, and nobody is there to open it again.
 */
export const useNightlyReload = (isReached: boolean): void => {
  useEffect(() => {
    if (!isReached) return undefined
    let timer: ReturnType<typeof setTimeout>
    const wait = (): void => {
      timer = setTimeout(
        () => {
          if (document.fullscreenElement == null) window.location.reload()
          else wait()
        },
        msToNightlyReload(timeIn(readNow()), Math.random()),
      )
    }
    wait()
    return () => clearTimeout(timer)
  }, [isReached])
}
