import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'

/**
 * Databases in the memory of this page, for a browser that keeps none: the same readings work, and
 * everything goes with the page. The browser's own are taken out of the way: libraries compare with
 * them, and merely reading them throws where they are forbidden. Dexie reads nothing live where it
 * found none when it was loaded.
 */
export const memoryDatabases = (over: typeof globalThis = globalThis) => {
  const databases = { indexedDB: new IDBFactory(), IDBKeyRange }
  try {
    Object.defineProperty(over, 'indexedDB', { configurable: true, value: undefined })
  } catch {
    /* then it is as the browser has it */
  }
  Object.assign(Dexie.dependencies, databases)
  return databases
}
