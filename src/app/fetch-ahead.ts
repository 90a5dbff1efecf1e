import { fetchData } from '../data/prefetch-code'
import { askStorage } from '../engine/store/probe'
import { memberRouteAt } from './route-at'
import { loadFrame } from './shell/frames'

/** Fetches the scripts of the page at `path` in parallel, where the service worker has them. */
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
/** Whether this browser keeps data. Asked early, because opening databases is slow. */
export const storage = askStorage()
