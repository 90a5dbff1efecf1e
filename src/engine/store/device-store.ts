import { Dexie, type Table } from 'dexie'
import { dexieOptions, type StoreEnvironment } from './environment'
import { guarded } from './guard'
import { deviceName, deviceTables, type StoredCacheName, type StoredSetting } from './tables'

/**
 * Deletes a cache database. False: a frozen or older tab still holds it; it is deleted with that
 * tab, and nobody waits.
 */
const deleteDatabase = async (environment: StoreEnvironment, name: string): Promise<boolean> => {
  const database = new Dexie(name, dexieOptions(environment))
  return await new Promise<boolean>((resolve, reject) => {
    database.on('blocked', () => resolve(false))
    database.delete().then(() => resolve(true), reject)
  })
}

/**
 * What the device remembers in clear, before any key: user ids and email, preferences, caches.
 * Never a token or a subject's data.
 */
export interface DeviceStore {
  read(id: string): Promise<unknown>
  write(id: string, value: unknown): Promise<void>
  forget(id: string): Promise<void>
  rememberCache(cache: StoredCacheName): Promise<void>
  /** The caches that exist on this device. */
  caches(): Promise<readonly StoredCacheName[]>
  /** Deletes the caches for which `isGoing` says so, and their names. */
  deleteCaches(isGoing: (cache: StoredCacheName) => boolean): Promise<void>
  close(): void
}

/** The device's own database, opened by its first use. */
export const openDevice = (environment: StoreEnvironment): DeviceStore => {
  const database = new Dexie(deviceName, { ...dexieOptions(environment), cache: 'disabled' })
  database.version(1).stores(deviceTables)
  let closed = false
  const settings = (): Table<StoredSetting, string> => database.table('setting')
  const caches = (): Table<StoredCacheName, string> => database.table('cache')
  const guard = <Value>(work: () => PromiseLike<Value>): Promise<Value> =>
    guarded(database, () => !closed, work)
  return {
    read: async (id) => {
      const row = await guard(() => settings().get(id))
      return row === undefined ? null : (JSON.parse(row.body) as unknown)
    },
    write: async (id, value) => {
      await guard(() => settings().put({ id, body: JSON.stringify(value) }))
    },
    forget: (id) => guard(() => settings().delete(id)),
    rememberCache: async (cache) => {
      await guard(() => caches().put(cache))
    },
    caches: () => guard(() => caches().toArray()),
    deleteCaches: async (isGoing) => {
      for (const cache of (await guard(() => caches().toArray())).filter(isGoing)) {
        // One that a frozen tab holds keeps its name here, so that it is tried again.
        if (await deleteDatabase(environment, cache.name))
          await guard(() => caches().delete(cache.name))
      }
    },
    close: () => {
      closed = true
      database.close()
    },
  }
}
