/** What an update of the portal needs of the browser; handed in, so that tests need no service worker. */
export interface UpdateHost {
  registration(): Promise<ServiceWorkerRegistration | undefined>
  /** Calls back once another worker controls the page; returns the way to stop. */
  onControllerChange(listener: () => void): () => void
  reload(): void
  /** Milliseconds; returns the way to cancel. */
  after(ms: number, listener: () => void): () => void
}

/** How long a waiting worker may take to come over before the page reloads without it. */
export const takeOverMs = 8_000

/** Registers the worker that keeps the shell. Without one (a browser that refuses it) the portal works, online only. */
export const registerServiceWorker = async (): Promise<void> => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/service-worker.js', { type: 'classic', scope: '/' })
  } catch {
    // Private windows and policies refuse workers; what is lost is opening the portal without a line.
  }
}

/** The browser itself. */
export const browserHost: UpdateHost = {
  registration: async () => ('serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined),
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

/** The worker that waits to take over: there already, or installed by asking for the new version now. */
const waitingWorker = async (registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> => {
  if (registration.waiting) return registration.waiting
  await registration.update().catch(() => undefined)
  const installing = registration.installing
  if (!installing) return registration.waiting
  return new Promise((resolve) => {
    installing.addEventListener('statechange', () => {
      if (installing.state === 'installed' || installing.state === 'redundant') resolve(registration.waiting)
    })
  })
}

/**
 * Brings the new version up: tells the waiting worker to take over and reloads once, when it has (P153, C228). The page
 * reloads without a worker too, and after 8 s in any case: a reload that shows the old shell is better than a button that
 * does nothing.
 */
export const updateNow = async (host: UpdateHost = browserHost): Promise<void> => {
  let reloaded = false
  const reloadOnce = () => {
    if (reloaded) return
    reloaded = true
    stopListening()
    cancel()
    host.reload()
  }
  const stopListening = host.onControllerChange(reloadOnce)
  const cancel = host.after(takeOverMs, reloadOnce)
  const registration = await host.registration().catch(() => undefined)
  const worker = registration ? await waitingWorker(registration) : null
  if (worker) worker.postMessage({ type: 'SKIP_WAITING' })
  else reloadOnce()
}
