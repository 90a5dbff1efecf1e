import { fetchData } from '../data/prefetch-code'
import { canKeep } from '../engine/store/probe'
import { memberRouteAt } from './route-at'
import { loadFrame } from './shell/frames'

/**
 * Fetches what the page at `path` will need beside what starts the portal, where the shell is on
 * this device and costs no line: one after the other, each would wait for the one before. Where
 * nobody turns out to be signed in, nothing of it is used.
 */
const fetchAhead = (path: string): void => {
  if (!('serviceWorker' in navigator) || navigator.serviceWorker.controller === null) return
  const route = memberRouteAt(path)
  if (route === undefined) return
  fetchData()
  const frame = route.layout === 'card' ? undefined : loadFrame[route.layout]
  for (const load of [frame, route.load]) void load?.().catch(() => undefined)
}

// By being imported, ahead of everything else: the scripts that start the portal have not run yet.
fetchAhead(window.location.pathname)
/**
 * Whether this browser lets the portal keep anything. Asking opens its databases, which takes the
 * longest the first time.
 */
export const keeps = canKeep()
