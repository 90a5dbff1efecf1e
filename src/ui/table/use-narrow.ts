import { useSyncExternalStore } from 'react'

/** Under 640 CSS pixels a table is drawn as cards. */
const query = '(max-width: 639px)'

const listen = (listener: () => void) => {
  const media = window.matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

export const useNarrow = (): boolean =>
  useSyncExternalStore(listen, () => window.matchMedia(query).matches)
