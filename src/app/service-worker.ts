import { installed } from './kept-worker'
import type { PortalWorker, UpdateHost } from './update'

/** A refusal of the browser or of a policy; all else is a script that did not arrive. */
const isRefused = (thrown: unknown): boolean =>
  thrown instanceof DOMException && ['SecurityError', 'NotSupportedError'].includes(thrown.name)

/**
 * Registers the service worker until its install holds; null where the browser refuses, and the portal
 * works online only. Workbox is fetched after the start.
 */
const register = async (): Promise<PortalWorker | null> => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return null
  let worker: PortalWorker | null = null
  await installed(
    async () => {
      try {
        const { Workbox } = await import('workbox-window')
        const workbox = new Workbox('/service-worker.js', { type: 'classic', scope: '/' })
        const registration = await workbox.register({ immediate: true })
        if (registration === undefined) return null
        worker = {
          registration,
          update: () => workbox.update(),
          letIn: () => workbox.messageSkipWaiting(),
        }
        return registration
      } catch (thrown) {
        // Private windows and policies refuse workers. What is lost is opening the portal offline.
        if (isRefused(thrown)) return null
        throw thrown
      }
    },
    (ms) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer)
          window.removeEventListener('online', end)
          resolve()
        }
        const timer = setTimeout(end, ms)
        window.addEventListener('online', end)
      }),
  )
  return worker
}

/** The browser itself. The worker is registered when it is asked for first, once. */
export const createBrowserHost = (): UpdateHost => {
  let registered: Promise<PortalWorker | null> | null = null
  return {
    worker: () => (registered ??= register()),
    isControlled: () => 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null,
    // Workbox listens once the worker is registered. Another tab may let a new one in before that.
    onControllerChange: (listener) => {
      if (!('serviceWorker' in navigator)) return () => undefined
      navigator.serviceWorker.addEventListener('controllerchange', listener)
      return () => navigator.serviceWorker.removeEventListener('controllerchange', listener)
    },
    reload: () => window.location.reload(),
    after: (ms, listener) => {
      const timer = setTimeout(listener, ms)
      return () => clearTimeout(timer)
    },
  }
}
