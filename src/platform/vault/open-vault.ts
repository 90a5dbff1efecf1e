import type { VaultSource } from './browser-vault'
import type { Vault } from './contract'
import type { TabSecrets } from './tab-secrets'

/** What this tab keeps sealed. Its code is fetched by the first question. */
export const openTabSecrets = (): TabSecrets => {
  const secrets = () =>
    import('./tab-secrets').then(({ tabSecrets }) => tabSecrets()).catch(() => null)
  return {
    read: async (name) => (await secrets())?.read(name) ?? null,
    keep: async (name, secret) => (await secrets())?.keep(name, secret),
    forget: (name) => void secrets().then((own) => own?.forget(name)),
  }
}

/** The vault of a page. Its code is fetched by the first question; until then it is locked. */
export const openVault = (source: VaultSource): Vault => {
  const listeners = new Set<() => void>()
  let loaded: Vault | null = null
  let loading: Promise<Vault> | null = null
  let closed = false
  const vault = (): Promise<Vault> => {
    loading ??= import('./browser-vault')
      .then(({ browserVault }) => browserVault(source))
      .then((made) => {
        loaded = made
        made.subscribe(() => {
          for (const listener of listeners) listener()
        })
        if (closed) made.close()
        return made
      })
    // A chunk that did not arrive is tried again.
    loading.catch(() => {
      loading = null
    })
    return loading
  }
  return {
    state: () => loaded?.state() ?? 'locked',
    owner: () => loaded?.owner() ?? null,
    key: () => loaded?.key() ?? null,
    signing: () => loaded?.signing() ?? null,
    rereadSigning: async () => {
      await loaded?.rereadSigning()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    devicePublicKey: async (owner) => (await vault()).devicePublicKey(owner),
    renewDeviceKey: async (owner) => (await vault()).renewDeviceKey(owner),
    openWithServerKey: async (key) => (await vault()).openWithServerKey(key),
    setPassword: async (password) => (await vault()).setPassword(password),
    forgetPassword: async (userId) => (await vault()).forgetPassword(userId),
    openWithPassword: async (attempt) => (await vault()).openWithPassword(attempt),
    isOutdated: async () => (loaded === null ? false : await loaded.isOutdated()),
    resume: async (owner) => (await vault()).resume(owner),
    stay: () => loaded?.stay(),
    lock: () => loaded?.lock(),
    renewLease: async (until) => (await vault()).renewLease(until),
    shred: async (userId) => (await vault()).shred(userId),
    known: async () => (await vault()).known(),
    close: () => {
      closed = true
      loaded?.close()
    },
  }
}
