import { useSyncExternalStore } from 'react'

/** A hook that says whether the window is narrower than that many CSS pixels. */
const narrowerThan = (width: number): (() => boolean) => {
  const query = `(max-width: ${width - 1}px)`
  const listen = (listener: () => void) => {
    const media = window.matchMedia(query)
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(listen, () => window.matchMedia(query).matches)
}

/** A table is drawn as cards. */
export const useNarrow = narrowerThan(640)

/** A table of many columns has no room. */
export const useTablet = narrowerThan(1160)

/** The record's header has no room for all of itself. */
export const usePhone = narrowerThan(768)
