import type { UpdateHost } from './update'

/**
 * Registers the worker that keeps the shell. Without one (a browser that refuses it) the portal
 * works, online only.
 */
export const registerServiceWorker = async (): Promise<void> => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/service-worker.js', { type: 'classic', scope: '/' })
  } catch {
    // Private windows and policies refuse workers; what is lost is opening the portal without a
    // line.
  }
}

/** The browser itself. */
export const browserHost: UpdateHost = {
  registration: async () =>
    'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined,
  isControlled: () => 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null,
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
