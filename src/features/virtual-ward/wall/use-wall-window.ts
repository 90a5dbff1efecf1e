import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react'
import { msToNightlyReload, wallFits, type WallFit } from '../../../domain/virtual-ward/wall'
import { timeIn } from '../../../domain/time'
import { readNow, useTicked } from '../../../ui/time'

const onResize = (listener: () => void): (() => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** What was too high once is tried again after this long: patients and what is said of them change. */
const retryMs = 600_000

/**
 * How the window's tiles are laid out so that nothing of them is cut. `fits` is false where no way
 * does: then the page scrolls. `look(tiles)` is called after each render: it measures the list, and
 * takes the next way before anything is painted; it waits while more tiles are shown than asked for.
 */
export const useWallFit = (): {
  readonly fit: WallFit
  readonly fits: boolean
  readonly list: RefObject<HTMLOListElement | null>
  readonly look: (tiles: number) => void
} => {
  const size = useSyncExternalStore(onResize, () => `${window.innerWidth} ${window.innerHeight}`)
  const turn = useTicked((now) => Math.floor(now / retryMs))
  const list = useRef<HTMLOListElement | null>(null)
  const key = `${size} ${turn}`
  const [tried, setTried] = useState({ key, at: 0 })
  const at = tried.key === key ? tried.at : 0
  const [width = 0, height = 0] = size.split(' ').map(Number)
  const ways = wallFits(width, height)
  const fit = ways[at] ?? ways[0] ?? { columns: 1, rows: 1, scale: 1 }
  const look = (tiles: number): void => {
    const shown = list.current
    if (shown === null || at >= ways.length || tiles > fit.columns * fit.rows) return
    // A pixel is rounding.
    if (shown.scrollHeight > shown.clientHeight + 1) setTried({ key, at: at + 1 })
  }
  return { fit, fits: at < ways.length, list, look }
}

/** Calls `look` after each render, before it is painted. */
export const useLook = (look: (tiles: number) => void, tiles: number): void => {
  useLayoutEffect(() => look(tiles))
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
