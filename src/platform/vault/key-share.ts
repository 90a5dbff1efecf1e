import type { KeeperMessage, KeyOwner, SharedKeys } from '../../../workers/key-keeper'

export type { KeyOwner, SharedKeys }

/** How tabs share an unlocked key: by message, never stored. */
export interface KeyShare {
  /** The keys from another tab or the service worker; null when nobody answers within 300 ms. */
  ask(owner: KeyOwner): Promise<SharedKeys | null>
  /** From now on this tab answers with these; null: with nothing. */
  offer(keys: SharedKeys | null): void
  /** Tells everybody to forget. */
  forget(owner: KeyOwner): void
  /** Hears the others tell. Returns the way to stop. */
  onForget(listener: (owner: KeyOwner) => void): () => void
  close(): void
}

/** For a device with one tab and no service worker, and for tests: nobody is there. */
export const noKeyShare: KeyShare = {
  ask: () => Promise.resolve(null),
  offer: () => undefined,
  forget: () => undefined,
  onForget: () => () => undefined,
  close: () => undefined,
}

type TabMessage =
  | { readonly type: 'ask'; readonly id: string; readonly owner: KeyOwner }
  | { readonly type: 'answer'; readonly id: string; readonly keys: SharedKeys }
  | { readonly type: 'forget'; readonly owner: KeyOwner }

/** A counter that every tab of the device sees. */
export interface Forgets {
  read(): number
  add(): void
}

export interface KeyShareOptions {
  /** Calls after so many milliseconds, and returns the way to cancel. */
  readonly after: (ms: number, call: () => void) => () => void
  readonly newId: () => string
  /** The service worker that controls this page. */
  readonly keeper?: () => {
    postMessage(message: KeeperMessage, transfer?: Transferable[]): void
  } | null
  /** How often keys were forgotten on this device, by any tab; readable before its message. */
  readonly forgets?: Forgets
  /** Where the page says that it goes: the window. */
  readonly page?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
}

/** Longer than any tab needs, shorter than a person notices. */
export const askedAtMostMs = 300
/** Longest wait for a sleeping service worker, milliseconds. It also answers when it has no key. */
export const wokenAtMostMs = 3_000

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const isOwner = (value: unknown): value is KeyOwner =>
  isRecord(value) && typeof value.userId === 'string' && typeof value.organizationId === 'string'
const isKeys = (value: unknown): value is SharedKeys =>
  isRecord(value) &&
  isOwner(value.owner) &&
  typeof value.until === 'number' &&
  value.dataKey instanceof CryptoKey &&
  !value.dataKey.extractable
const isTabMessage = (value: unknown): value is TabMessage =>
  isRecord(value) &&
  ((value.type === 'ask' && typeof value.id === 'string' && isOwner(value.owner)) ||
    (value.type === 'answer' && typeof value.id === 'string' && isKeys(value.keys)) ||
    (value.type === 'forget' && isOwner(value.owner)))
const isSame = (a: KeyOwner, b: KeyOwner): boolean =>
  a.userId === b.userId && a.organizationId === b.organizationId

/**
 * The browser's key share. Both ways stay within the origin, and what passes is checked all the
 * same (design/security.md D5):
 *
 *     browserKeyShare({ after: clock.after, newId: v7, keeper: () =>
 *     navigator.serviceWorker?.controller ?? null, page: window })
 *
 * A page that goes offers its keys once more: that wakes the service worker, which then lives
 * through the reload.
 */
export const browserKeyShare = ({
  after,
  newId,
  keeper = () => null,
  page,
  forgets = { read: () => 0, add: () => undefined },
}: KeyShareOptions): KeyShare => {
  const channel =
    typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('lamplight-keys')
  const asking = new Map<string, (keys: SharedKeys) => void>()
  const listeners = new Set<(owner: KeyOwner) => void>()
  let given: { readonly keys: SharedKeys; readonly forgets: number } | null = null
  /** What this tab offers, unless keys were forgotten since. */
  const offered = (): SharedKeys | null =>
    given !== null && given.forgets === forgets.read() ? given.keys : null
  const tell = (message: TabMessage): void => channel?.postMessage(message)
  const hold = (): void => {
    const keys = offered()
    if (keys !== null) keeper()?.postMessage({ type: 'KEYS_HOLD', keys })
  }
  page?.addEventListener('pagehide', hold)

  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isTabMessage(data)) return
    if (data.type === 'answer') asking.get(data.id)?.(data.keys)
    else if (data.type === 'forget') for (const listener of listeners) listener(data.owner)
    else {
      const keys = offered()
      if (keys !== null && isSame(keys.owner, data.owner))
        tell({ type: 'answer', id: data.id, keys })
    }
  })

  /** Null: nobody is there to be asked. Else the way to stop listening. */
  const askKeeper = (owner: KeyOwner, answer: (keys: unknown) => void): (() => void) | null => {
    const worker = keeper()
    if (worker === null) return null
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', ({ data }) => answer(data))
    port1.start()
    worker.postMessage({ type: 'KEYS_ASK', owner }, [port2])
    return () => port1.close()
  }

  return {
    ask: (owner) =>
      new Promise((resolve) => {
        const id = newId()
        let isSettled = false
        let haveTabsHadTime = false
        const settle = (keys: SharedKeys | null): void => {
          if (isSettled) return
          isSettled = true
          stopWaiting()
          closePort?.()
          asking.delete(id)
          resolve(keys)
        }
        const take = (keys: unknown): void => {
          if (isKeys(keys) && isSame(keys.owner, owner)) settle(keys)
        }
        let isKeeperSilent = true
        const closePort = askKeeper(owner, (keys) => {
          isKeeperSilent = false
          take(keys)
          if (haveTabsHadTime) settle(null)
        })
        let stopWaiting = after(askedAtMostMs, () => {
          haveTabsHadTime = true
          if (closePort === null || !isKeeperSilent) settle(null)
          else stopWaiting = after(wokenAtMostMs, () => settle(null))
        })
        asking.set(id, take)
        tell({ type: 'ask', id, owner })
      }),
    offer: (keys) => {
      given = keys === null ? null : { keys, forgets: forgets.read() }
      hold()
    },
    forget: (owner) => {
      forgets.add()
      tell({ type: 'forget', owner })
      keeper()?.postMessage({ type: 'KEYS_FORGET', owner })
    },
    onForget: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => {
      page?.removeEventListener('pagehide', hold)
      channel?.close()
    },
  }
}
