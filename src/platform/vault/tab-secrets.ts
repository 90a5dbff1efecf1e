import { v7 } from 'uuid'
import { browserKeyShare, type KeyOwner, type KeyShare } from './key-share'

/** What a tab keeps of a sign-in through a reload (P209). */
export type TabSecretName = 'idToken' | 'shareToken' | 'exitLoginAsToken'

/** Secrets of this tab, sealed in its storage under a key that no storage has. */
export interface TabSecrets {
  /** Null: there is none, or its key went with the pages that had it. */
  read(name: TabSecretName): Promise<string | null>
  /** Resolves when it is kept, or cannot be: then it is this page's alone. */
  keep(name: TabSecretName, secret: string): Promise<void>
  forget(name: TabSecretName): void
}

const algorithm = 'AES-GCM'
const ivBytes = 12
/** As long as the service worker holds a key at most, milliseconds. */
const heldMs = 12 * 60 * 60 * 1000
const tabEntry = 'lamplight.tab'
const entryOf = (name: TabSecretName): string => `lamplight.${name}`

const textOf = (bytes: Uint8Array): string => btoa(String.fromCodePoint(...bytes))
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0)

/**
 * Seals with AES-256-GCM, bound to the tab and the secret's name. The key is in the memory of the page and,
 * for a reload, of the service worker (docs/decisions/0027): a disk has neither, and a browser that was
 * closed opens nothing.
 * @param storage sessionStorage
 */
export const createTabSecrets = (
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  share: KeyShare,
  now: () => number,
): TabSecrets => {
  const ownerOf = (tab: string): KeyOwner => ({ userId: `tab:${tab}`, organizationId: '' })
  const found = async (): Promise<{ readonly tab: string; readonly key: CryptoKey }> => {
    const before = storage.getItem(tabEntry)
    const held = before === null ? null : await share.ask(ownerOf(before))
    const tab = held === null || before === null ? v7() : before
    const key =
      held?.dataKey ??
      (await crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, [
        'encrypt',
        'decrypt',
      ]))
    storage.setItem(tabEntry, tab)
    share.offer({ owner: ownerOf(tab), until: now() + heldMs, dataKey: key })
    return { tab, key }
  }
  let finding: ReturnType<typeof found> | null = null
  const find = () => (finding ??= found())
  const boundTo = (tab: string, name: TabSecretName) =>
    new TextEncoder().encode(JSON.stringify([tab, name]))
  /** What was asked last of a secret: a slow sealing brings nothing back that was forgotten. */
  const asked = new Map<TabSecretName, symbol>()
  return {
    read: async (name) => {
      const entry = storage.getItem(entryOf(name))
      if (entry === null) return null
      try {
        const { tab, key } = await find()
        const bytes = bytesOf(entry)
        return new TextDecoder().decode(
          await crypto.subtle.decrypt(
            { name: algorithm, iv: bytes.slice(0, ivBytes), additionalData: boundTo(tab, name) },
            key,
            bytes.slice(ivBytes),
          ),
        )
      } catch {
        return null
      }
    },
    keep: async (name, secret) => {
      const mine = Symbol(name)
      asked.set(name, mine)
      try {
        const { tab, key } = await find()
        const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
        const sealed = await crypto.subtle.encrypt(
          { name: algorithm, iv, additionalData: boundTo(tab, name) },
          key,
          new TextEncoder().encode(secret),
        )
        if (asked.get(name) === mine)
          storage.setItem(entryOf(name), textOf(new Uint8Array([...iv, ...new Uint8Array(sealed)])))
      } catch {
        // A full storage, or a page without WebCrypto.
      }
    },
    forget: (name) => {
      asked.delete(name)
      storage.removeItem(entryOf(name))
    },
  }
}

let ofThisPage: TabSecrets | null = null
/** Those of this page; null where the browser refuses the tab a storage. */
export const tabSecrets = (): TabSecrets | null => {
  try {
    ofThisPage ??= createTabSecrets(
      sessionStorage,
      browserKeyShare({
        after: (ms, call) => {
          const timer = setTimeout(call, ms)
          return () => clearTimeout(timer)
        },
        newId: v7,
        keeper: () => navigator.serviceWorker?.controller ?? null,
        page: window,
      }),
      Date.now,
    )
  } catch {
    return null
  }
  return ofThisPage
}
