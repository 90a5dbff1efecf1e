/** What the browser says of the device it runs on. Hints only: none of it decides whether something is true. */
export interface Device {
  /** Asks that storage is not evicted; false where the browser will not promise it. */
  persistStorage(): Promise<boolean>
  isVisible(): boolean
  /** Tells when the network may have come back, or the page is looked at again: a moment to try, never a fact. */
  onHint(listener: () => void): () => void
  /** Tells when the page may be about to go (hidden, closed, frozen): the last moment to write. */
  onLeave(listener: () => void): () => void
  /**
   * Runs `work` as the only one of this device's tabs. Queues for it; a holder that does not let go within `stealAfterMs`
   * (a frozen tab) loses it. Two holders at once must be harmless: this is economy, not correctness.
   */
  exclusively(name: string, stealAfterMs: number, work: () => Promise<void>): Promise<void>
  /** A channel to the other tabs. */
  channel(name: string, listener: (message: unknown) => void): { post(message: unknown): void; close(): void }
}

const lockOrSteal = async (locks: LockManager, name: string, stealAfterMs: number, work: () => Promise<void>): Promise<void> => {
  const patience = AbortSignal.timeout(stealAfterMs)
  let entered = false
  const enter = async (): Promise<void> => {
    entered = true
    await work()
  }
  try {
    await locks.request(name, { signal: patience }, enter)
  } catch (thrown) {
    // Entered and then stolen from: the work goes on by itself, and what it does twice is done once.
    if (entered || !patience.aborted) throw thrown
    await locks.request(name, { steal: true }, enter)
  }
}

/** The browser's device. Without Web Locks or BroadcastChannel (insecure origins, old WebViews) each tab works alone. */
export const browserDevice = (): Device => ({
  persistStorage: async () => {
    try { return await navigator.storage.persist() } catch { return false }
  },
  isVisible: () => document.visibilityState === 'visible',
  onHint: (listener) => {
    const whenVisible = (): void => { if (document.visibilityState === 'visible') listener() }
    window.addEventListener('online', listener)
    window.addEventListener('offline', listener)
    document.addEventListener('visibilitychange', whenVisible)
    return () => {
      window.removeEventListener('online', listener)
      window.removeEventListener('offline', listener)
      document.removeEventListener('visibilitychange', whenVisible)
    }
  },
  onLeave: (listener) => {
    const whenHidden = (): void => { if (document.visibilityState === 'hidden') listener() }
    window.addEventListener('pagehide', listener)
    document.addEventListener('visibilitychange', whenHidden)
    return () => {
      window.removeEventListener('pagehide', listener)
      document.removeEventListener('visibilitychange', whenHidden)
    }
  },
  exclusively: (name, stealAfterMs, work) =>
    'locks' in navigator ? lockOrSteal(navigator.locks, name, stealAfterMs, work) : work(),
  channel: (name, listener) => {
    if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined }
    const channel = new BroadcastChannel(name)
    channel.addEventListener('message', (event) => listener(event.data))
    return { post: (message) => channel.postMessage(message), close: () => channel.close() }
  },
})
