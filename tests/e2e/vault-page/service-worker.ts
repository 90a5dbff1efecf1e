/// <reference lib="webworker" />
import { createKeyKeeper } from '../../../workers/key-keeper'

declare const self: ServiceWorkerGlobalScope

/* The production key keeper, wired as workers/service-worker.ts does, without the shell's cache. */
const keeper = createKeyKeeper({ origin: self.location.origin, now: () => Date.now() })
self.addEventListener('message', (event) => keeper.hear(event))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
