import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { grids } from '../../domain/virtual-ward/options'

const queryOf = (leastWidth: number): string => `(min-width: ${leastWidth}px)`
/** From here on a window may become wider than the board (1440 CSS pixels, C628). */
const desk = 1024

const watch =
  (widths: readonly number[]) =>
  (listener: () => void): (() => void) => {
    const lists = widths.map((width) => window.matchMedia(queryOf(width)))
    for (const list of lists) list.addEventListener('change', listener)
    return () => {
      for (const list of lists) list.removeEventListener('change', listener)
    }
  }
const onGrid = watch(grids.map(({ leastWidth }) => leastWidth))
const onDesk = watch([desk])
const has = (leastWidth: number): boolean =>
  leastWidth === 0 || window.matchMedia(queryOf(leastWidth)).matches

/** Tells whether the window is at least so wide, for the grids of the board. */
export const useFits = (): ((leastWidth: number) => boolean) => {
  const fitting = useSyncExternalStore(
    onGrid,
    () => grids.filter(({ leastWidth }) => has(leastWidth)).length,
  )
  return useCallback(
    (leastWidth) => grids.slice(0, fitting).some((grid) => grid.leastWidth >= leastWidth),
    [fitting],
  )
}

/** True at a desk: a phone or a tablet held upright has no width to give. */
export const useIsDesk = (): boolean => useSyncExternalStore(onDesk, () => has(desk))

/** Full screen where the browser has it; null: it has not. */
export const useFullScreen = (): { readonly on: boolean; readonly toggle: () => void } | null => {
  const [on, setOn] = useState(
    () => document.fullscreenElement !== null && document.fullscreenElement !== undefined,
  )
  useEffect(() => {
    const follow = (): void => setOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  const toggle = useCallback(() => {
    // Refused without a press, or by a policy: the button then tells what is, and nothing is lost.
    void (
      document.fullscreenElement === null
        ? document.documentElement.requestFullscreen()
        : document.exitFullscreen()
    ).catch(() => undefined)
  }, [])
  return document.fullscreenEnabled ? { on, toggle } : null
}
