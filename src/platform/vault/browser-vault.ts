import type { Clock } from '../../domain/time/clock'
import type { Vault } from './contract'
import type { VaultEnvironment } from './entries'
import { browserKeyShare, noKeyShare, type Forgets, type KeyShare } from './key-share'
import { createVault } from './vault'
import type { VaultCiphers } from './vault-ciphers'

export interface VaultSource extends VaultEnvironment {
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly newId: () => string
  readonly ciphers: () => Promise<VaultCiphers>
  /** The browser's way in a page, nobody elsewhere, unless one is handed in. */
  readonly keyShare?: KeyShare | undefined
}

const forgetsId = 'lamplight-key-forgets'
/** A number and nothing else. Where the browser refuses it, a tab believes what it heard. */
const storedForgets: Forgets = {
  read: () => {
    try {
      return Number(localStorage.getItem(forgetsId) ?? 0)
    } catch {
      return 0
    }
  },
  add: () => {
    try {
      localStorage.setItem(forgetsId, String(storedForgets.read() + 1))
    } catch {
      /* refused */
    }
  },
}

/** The vault of a page, fetched when first needed: open-vault.ts. */
export const browserVault = async ({
  clock,
  newId,
  ciphers,
  keyShare,
  indexedDB,
  IDBKeyRange,
}: VaultSource): Promise<Vault> =>
  createVault({
    ciphers: await ciphers(),
    clock,
    keyShare:
      keyShare ??
      (typeof window === 'undefined'
        ? noKeyShare
        : browserKeyShare({
            after: clock.after,
            newId,
            keeper: () => navigator.serviceWorker?.controller ?? null,
            page: window,
            forgets: storedForgets,
          })),
    indexedDB,
    IDBKeyRange,
  })
