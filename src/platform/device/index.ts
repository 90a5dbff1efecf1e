/** What the browser says of its device. Hints only: nothing relies on them. */
export interface Device {
  /** Asks that storage is not evicted; false where the browser will not promise it. */
  persistStorage(): Promise<boolean>
  /** Bytes that this origin may still take, roughly; null where the browser does not say. */
  freeBytes?(): Promise<number | null>
  isVisible(): boolean
  /** A number outside the databases, to notice their loss; missing where there is no place. */
  readonly canary?: { read(): number; write(waiting: number): void }
  /** The browser believes that there is no network. More often right than its opposite. */
  saysOffline(): boolean
  /** The network may be back, or the page is visible again: a moment to try. */
  onHint(listener: () => void): () => void
  /** Tells when the page may be about to go (hidden, closed, frozen): the last moment to write. */
  onLeave(listener: () => void): () => void
  /**
   * Runs `work` in one tab at a time. When `impatience` aborts, it takes over: the holder's `lost`
   * aborts and its call rejects. Two holders must be harmless.
   */
  exclusively(
    name: string,
    work: (lost: AbortSignal) => Promise<void>,
    impatience: AbortSignal,
  ): Promise<void>
  /** Lets the page work between the parts of a long task. */
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

/** The browser's device. Without Web Locks or BroadcastChannel each tab works alone. */
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
  // A cookie: browsers evict the other storage of an origin together, but keep cookies.
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
