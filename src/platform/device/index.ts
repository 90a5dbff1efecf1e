/**
 * What the browser says of the device it runs on. Hints only: none of it decides whether something
 * is true.
 */
export interface Device {
  /** Asks that storage is not evicted; false where the browser will not promise it. */
  persistStorage(): Promise<boolean>
  /** Bytes that this origin may still take, roughly; null where the browser does not say. */
  freeBytes?(): Promise<number | null>
  isVisible(): boolean
  /**
   * A number kept outside the databases, so that their loss is noticed; missing where the device
   * has no such place.
   */
  readonly canary?: { read(): number; write(waiting: number): void }
  /**
   * The browser believes that there is no network. It is right when it says so more often than when
   * it does not.
   */
  saysOffline(): boolean
  /**
   * Tells when the network may have come back, or the page is looked at again: a moment to try,
   * never a fact.
   */
  onHint(listener: () => void): () => void
  /** Tells when the page may be about to go (hidden, closed, frozen): the last moment to write. */
  onLeave(listener: () => void): () => void
  /**
   * Runs `work` as the only one of this device's tabs. Queues for it; when `impatience` aborts
   * before its turn has come, it takes over: the holder's `lost` aborts, and the holder's call
   * rejects. Two holders at once must be harmless: this is economy, not correctness.
   */
  exclusively(
    name: string,
    work: (lost: AbortSignal) => Promise<void>,
    impatience: AbortSignal,
  ): Promise<void>
  /**
   * Long work calls it between its parts: resolves at once, or after the page did what else it has
   * to do, where the thread was held for some milliseconds.
   */
  breathe?(): Promise<void>
  /** A channel to the other tabs. */
  channel(
    name: string,
    listener: (message: unknown) => void,
  ): { post(message: unknown): void; close(): void }
}

const lockOrSteal = async (
  locks: LockManager,
  name: string,
  work: (lost: AbortSignal) => Promise<void>,
  impatience: AbortSignal,
): Promise<void> => {
  const lost = new AbortController()
  let entered = false
  const request = async (how: LockOptions): Promise<void> => {
    try {
      await locks.request(name, how, async () => {
        entered = true
        await work(lost.signal)
      })
    } catch (thrown) {
      // Entered and then stolen from, or the work failed: either way nothing of it may go on.
      if (entered) lost.abort()
      throw thrown
    }
  }
  try {
    await request({ signal: impatience })
  } catch (thrown) {
    if (entered || !impatience.aborted) throw thrown
    await request({ steal: true })
  }
}

/** Half a frame: a thread that is held no longer than this at once drops none, milliseconds. */
const heldAtMostMs = 8

const letGo = (): Promise<void> => {
  const { scheduler } = globalThis as { readonly scheduler?: { yield?(): Promise<void> } }
  return (
    scheduler?.yield?.() ??
    new Promise((resolve) => {
      setTimeout(resolve, 0)
    })
  )
}

const createBreath = (): (() => Promise<void>) => {
  let since = -Infinity
  return async () => {
    if (performance.now() - since < heldAtMostMs) return
    await letGo()
    since = performance.now()
  }
}

/**
 * The browser's device. Without Web Locks or BroadcastChannel (insecure origins, old WebViews) each
 * tab works alone.
 */
export const browserDevice = (): Device => ({
  persistStorage: async () => {
    try {
      return await navigator.storage.persist()
    } catch {
      return false
    }
  },
  freeBytes: async () => {
    try {
      const { quota, usage } = await navigator.storage.estimate()
      return quota === undefined || usage === undefined ? null : quota - usage
    } catch {
      return null
    }
  },
  isVisible: () => document.visibilityState === 'visible',
  // A cookie: browsers evict databases and the rest of an origin's storage together, and leave its
  // cookies.
  canary: {
    read: () => Number(/(?:^|; )lamplight-waiting=(\d+)/.exec(document.cookie)?.[1] ?? 0),
    write: (waiting) => {
      document.cookie = `lamplight-waiting=${waiting}; Path=/; Max-Age=34560000; SameSite=Strict${location.protocol === 'https:' ? '; Secure' : ''}`
    },
  },
  saysOffline: () => navigator.onLine === false,
  onHint: (listener) => {
    const whenVisible = (): void => {
      if (document.visibilityState === 'visible') listener()
    }
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
    const whenHidden = (): void => {
      if (document.visibilityState === 'hidden') listener()
    }
    window.addEventListener('pagehide', listener)
    document.addEventListener('visibilitychange', whenHidden)
    return () => {
      window.removeEventListener('pagehide', listener)
      document.removeEventListener('visibilitychange', whenHidden)
    }
  },
  exclusively: (name, work, impatience) =>
    'locks' in navigator
      ? lockOrSteal(navigator.locks, name, work, impatience)
      : work(new AbortController().signal),
  breathe: createBreath(),
  channel: (name, listener) => {
    if (typeof BroadcastChannel === 'undefined')
      return { post: () => undefined, close: () => undefined }
    const channel = new BroadcastChannel(name)
    channel.addEventListener('message', (event) => listener(event.data))
    return { post: (message) => channel.postMessage(message), close: () => channel.close() }
  },
})
