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

/**
 * The page that is shown, from 0, and the way to another one; goes on by itself every `everyMs`
 * unless it is paused.
 */
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
 * Loads the page anew once a night, when the server answers: a program that runs for weeks begins
 * again now and then. Not in a full screen that a press began: it would end with the page, and
 * nobody is there to press again (a kiosk's browser is full without one, and loads).
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
