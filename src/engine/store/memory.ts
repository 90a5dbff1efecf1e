import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'

/**
 * Databases in this page's memory, for a browser that keeps none. The browser's own are hidden,
 * since libraries read them and that throws where forbidden.
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
