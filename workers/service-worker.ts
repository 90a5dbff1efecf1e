/// <reference lib="webworker" />
/*
 * Keeps the shell only: no API answer enters Cache Storage (design/security.md D3). A new version
 * waits until the page lets it in.
 */
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { createKeyKeeper } from './key-keeper'

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (string | { url: string; revision: string | null })[]
}

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()

/** Paths that are never a page of the portal. */
const notPages = [
  /^\/Prod\//,
  /^\/identitytoolkit\.googleapis\.com\//,
  /^\/securetoken\.googleapis\.com\//,
  /^\/version\.json$/,
  /^\/health$/,
  /^\/ready$/,
  /^\/gallery/,
]
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notPages }))

// In memory only: an offline reload finds its key here while this worker lives.
const keeper = createKeyKeeper({ origin: self.location.origin, now: () => Date.now() })
self.addEventListener('message', (event) => keeper.hear(event))

self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  // The first version takes the open page at once, so that it can reload offline.
  event.waitUntil(self.clients.claim())
})
