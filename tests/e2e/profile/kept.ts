import type { Page } from '@playwright/test'

export interface Kept {
  /** All that the page can read of what its origin keeps: databases, storages, caches, as text. */
  readonly text: string
  /** Ids of the rows in the readable stores. */
  readonly rows: readonly string[]
  /** Whose keys rest here, wrapped. */
  readonly owners: readonly string[]
  /** Addresses in Cache Storage. */
  readonly cached: readonly string[]
  readonly notifications: readonly string[]
}

/** Everything that the page's origin keeps on this device. */
export const everythingKept = (page: Page): Promise<Kept> =>
  page.evaluate(async () => {
    const parts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    const rows: string[] = []
    const owners: string[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const asked = indexedDB.open(name)
        asked.addEventListener('success', () => resolve(asked.result))
        asked.addEventListener('error', () => reject(asked.error ?? new Error(name)))
      })
      for (const store of database.objectStoreNames) {
        const all = await new Promise<{ id?: string; userId?: string }[]>((resolve) => {
          const asked = database.transaction(store).objectStore(store).getAll()
          asked.addEventListener('success', () => resolve(asked.result))
        })
        parts.push(
          name,
          store,
          JSON.stringify(all, (_key, value: unknown) =>
            value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value,
          ),
        )
        if (name.startsWith('lamplight-cache-'))
          rows.push(...all.flatMap(({ id }) => (id === undefined ? [] : [id])))
        if (name === 'lamplight-vault')
          owners.push(...all.flatMap(({ userId }) => (userId === undefined ? [] : [userId])))
      }
      database.close()
    }
    const cached: string[] = []
    for (const cacheName of await caches.keys()) {
      const cache = await caches.open(cacheName)
      for (const asked of await cache.keys()) {
        cached.push(asked.url)
        parts.push(asked.url, (await (await cache.match(asked))?.text()) ?? '')
      }
    }
    const registration = await navigator.serviceWorker.getRegistration()
    const notifications = (await registration?.getNotifications()) ?? []
    return {
      text: parts.join('\n'),
      rows,
      owners,
      cached,
      notifications: notifications.map(({ title }) => title),
    }
  })
