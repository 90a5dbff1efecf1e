/** Whose keys: a user in an organisation. */
export interface KeyOwner {
  readonly userId: string
  readonly organizationId: string
}

/**
 * The data key of an unlocked vault between tabs and service worker: not extractable, never stored.
 * The signing key is wrapped under it.
 */
export interface SharedKeys {
  readonly owner: KeyOwner
  /** The end of the lease, epoch milliseconds: a page that takes the keys locks then. */
  readonly until: number
  readonly dataKey: CryptoKey
}

/** What a page says to the service worker; an ask is answered over its port. */
export type KeeperMessage =
  | { readonly type: 'KEYS_HOLD'; readonly keys: SharedKeys }
  | { readonly type: 'KEYS_ASK'; readonly owner: KeyOwner }
  | { readonly type: 'KEYS_FORGET'; readonly owner: KeyOwner }

/** The parts of a service worker's message event that the keeper reads. */
export interface KeeperEvent {
  readonly data: unknown
  readonly origin: string
  readonly source: unknown
  readonly ports: readonly { postMessage(message: unknown): void }[]
}

export interface KeyKeeper {
  /** Takes a message about keys of this origin; ignores all others. */
  hear(event: KeeperEvent): void
  /** How many owners' keys are held. */
  size(): number
}

/** A key that no page offered again for so long is forgotten, whatever the lease says. */
export const keptAtMostMs = 12 * 60 * 60 * 1000

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const ownerOf = (value: unknown): KeyOwner | null =>
  isRecord(value) && typeof value.userId === 'string' && typeof value.organizationId === 'string'
    ? { userId: value.userId, organizationId: value.organizationId }
    : null
const keysOf = (value: unknown): SharedKeys | null => {
  if (!isRecord(value) || typeof value.until !== 'number') return null
  const owner = ownerOf(value.owner)
  const { dataKey, until } = value
  return owner !== null && dataKey instanceof CryptoKey && !dataKey.extractable
    ? { owner, until, dataKey }
    : null
}

/**
 * Holds the keys of unlocked vaults in the service worker's memory, for a reload offline. The
 * browser may stop an idle worker after half a minute: then the user unlocks with the password.
 */
export const createKeyKeeper = ({
  origin,
  now,
}: {
  readonly origin: string
  readonly now: () => number
}): KeyKeeper => {
  const held = new Map<string, { readonly keys: SharedKeys; readonly until: number }>()
  const nameOf = ({ userId, organizationId }: KeyOwner): string =>
    JSON.stringify([userId, organizationId])

  const dropOld = (): void => {
    for (const [name, { until }] of held) if (until <= now()) held.delete(name)
  }
  const isOurs = ({ origin: from, source }: KeeperEvent): boolean => {
    const url = isRecord(source) && typeof source.url === 'string' ? source.url : null
    return from === origin && url !== null && URL.canParse(url) && new URL(url).origin === origin
  }

  return {
    hear: (event) => {
      const {
        data,
        ports: [port],
      } = event
      if (!isRecord(data) || !isOurs(event)) return
      dropOld()
      if (data.type === 'KEYS_HOLD') {
        const keys = keysOf(data.keys)
        if (keys === null) return
        held.set(nameOf(keys.owner), { keys, until: Math.min(keys.until, now() + keptAtMostMs) })
      }
      const owner = ownerOf(data.owner)
      if (owner === null) return
      if (data.type === 'KEYS_FORGET') held.delete(nameOf(owner))
      if (data.type === 'KEYS_ASK') port?.postMessage(held.get(nameOf(owner))?.keys ?? null)
    },
    size: () => {
      dropOld()
      return held.size
    },
  }
}
