import '../../flow/browser-globals'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { manualClock, type ManualClock } from '../../engine/manual-clock'
import { encryptingCodec, webCiphers, type Ciphers } from '../../../src/platform/ciphers'
import {
  createVault,
  type KeyOwner,
  type KeyShare,
  type SharedKeys,
  type Vault,
} from '../../../src/platform/vault'

export const nurse: KeyOwner = { userId: 'nurse-1', organizationId: 'riverside' }
export const carer: KeyOwner = { userId: 'carer-2', organizationId: 'riverside' }
export const hourMs = 3_600_000
export const rawKek = (seed: number): Uint8Array<ArrayBuffer> => new Uint8Array(32).fill(seed)

/** The real ciphers, but a password costs a millisecond instead of a tenth of a second. */
export const cheapCiphers: Ciphers = {
  ...webCiphers,
  newPasswordSalt: () => ({
    ...webCiphers.newPasswordSalt(),
    cost: { memoryKiB: 8, passes: 1, lanes: 1 },
  }),
}

/** One tablet: a disk, a clock, and tabs that hear each other. */
export interface WardDevice {
  readonly clock: ManualClock
  readonly indexedDB: IDBFactory
  tab(ciphers?: Ciphers): Vault
}

export const wardDevice = (): WardDevice => {
  const clock = manualClock()
  const indexedDB = new IDBFactory()
  const tabs = new Set<{
    offered: SharedKeys | null
    readonly listeners: Set<(owner: KeyOwner) => void>
  }>()
  const keyShare = (): KeyShare => {
    const me = {
      offered: null as SharedKeys | null,
      listeners: new Set<(owner: KeyOwner) => void>(),
    }
    tabs.add(me)
    const others = () => [...tabs].filter((tab) => tab !== me)
    return {
      ask: ({ userId, organizationId }) =>
        Promise.resolve(
          others()
            .map(({ offered }) => offered)
            .find(
              (keys) =>
                keys?.owner.userId === userId && keys.owner.organizationId === organizationId,
            ) ?? null,
        ),
      offer: (keys) => {
        me.offered = keys
      },
      forget: (owner) => {
        for (const tab of others()) for (const listener of tab.listeners) listener(owner)
      },
      onForget: (listener) => {
        me.listeners.add(listener)
        return () => void me.listeners.delete(listener)
      },
      close: () => void tabs.delete(me),
    }
  }
  return {
    clock,
    indexedDB,
    tab: (ciphers = cheapCiphers) =>
      createVault({ ciphers, clock, keyShare: keyShare(), indexedDB, IDBKeyRange }),
  }
}

export const codecOf = (vault: Vault) => encryptingCodec(() => vault.key(), webCiphers)
export const contextOf = (owner: KeyOwner, id = 'p1') => ({ table: 'patient', id, ...owner })

/** Every byte that is kept, as text: keys, values, buffers, of every database. */
export const everythingKept = async (indexedDB: IDBFactory): Promise<string> => {
  const parts: string[] = []
  const say = (value: unknown): void => {
    if (value instanceof Uint8Array) parts.push(Buffer.from(value).toString('latin1'))
    else if (value instanceof CryptoKey) parts.push('A CRYPTO KEY IS KEPT')
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) {
        parts.push(name)
        say(inner)
      }
    else parts.push(String(value))
  }
  const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('failed')))
    })
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      say(await done(database.transaction(store).objectStore(store).getAllKeys()))
      say(await done(database.transaction(store).objectStore(store).getAll()))
    }
    database.close()
  }
  return parts.join('\n')
}
