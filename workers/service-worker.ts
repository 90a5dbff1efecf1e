/// <reference lib="webworker" />
/*
 * Keeps the shell: no API answer enters Cache Storage (design/security.md D3). A new version waits
 * until the page lets it in. Delivers what waits sealed on the device when no page is there to.
 */
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { deliverInWorker } from '../src/engine/outbox/deliver-in-worker'
import { deliverTag } from '../src/engine/outbox/deliver-tag'
import { moveCalls, openCall, showCall, type CalledParts } from './called'
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
  // The headers of the server let these have the camera; those of a kept page do not.
  /^\/call\//i,
]
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notPages }))

// In memory only: an offline reload finds its key here while this worker lives.
const keeper = createKeyKeeper({ origin: self.location.origin, now: () => Date.now() })
self.addEventListener('message', (event) => keeper.hear(event))

self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})

/** Background Sync, which TypeScript does not know: there is a connection, says the browser. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}
self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent
  if (tag !== deliverTag) return
  const address = `${self.location.origin}/Prod/sync/deliver`
  ;(event as SyncEvent).waitUntil(deliverInWorker(address))
})

const called: CalledParts = {
  api: `${self.location.origin}/Prod`,
  post: (address, body) =>
    fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  show: (title, options) => self.registration.showNotification(title, options),
  pages: () => self.clients.matchAll({ type: 'window' }),
  open: (page) => self.clients.openWindow(page),
  subscribe: (options) => self.registration.pushManager.subscribe(options),
}
self.addEventListener('push', (event) => event.waitUntil(showCall(called, event.data)))
self.addEventListener('notificationclick', (event) =>
  event.waitUntil(openCall(called, event.notification)),
)

/** Which TypeScript does not know either (Push API). */
interface SubscriptionChangeEvent extends ExtendableEvent {
  readonly oldSubscription: PushSubscription | null
  readonly newSubscription: PushSubscription | null
}
self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription, newSubscription } = event as SubscriptionChangeEvent
  ;(event as SubscriptionChangeEvent).waitUntil(moveCalls(called, oldSubscription, newSubscription))
})

self.addEventListener('activate', (event) => {
  // The first version takes the open page at once, so that it can reload offline.
  event.waitUntil(self.clients.claim())
})
