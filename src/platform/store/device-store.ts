import { Dexie, type Table } from 'dexie'
import { deleteDatabase } from './cache'
import { dexieOptions, type StoreEnvironment } from './environment'
import { guarded } from './guard'
import { deviceName, deviceTables, type StoredCacheName, type StoredSetting } from './tables'

/** What the device remembers whoever uses it: the session record, preferences, which caches exist. Never a token. */
export interface DeviceStore {
  read(id: string): Promise<unknown>
  write(id: string, value: unknown): Promise<void>
  forget(id: string): Promise<void>
  rememberCache(cache: StoredCacheName): Promise<void>
  /** Deletes the caches for which `isGoing` says so, and their names. */
  deleteCaches(isGoing: (cache: StoredCacheName) => boolean): Promise<void>
  close(): void
}

/** The device's own database, opened by its first use. */
export const openDevice = (environment: StoreEnvironment): DeviceStore => {
  const { codec } = environment
  const database = new Dexie(deviceName, { ...dexieOptions(environment), cache: 'disabled' })
  database.version(1).stores(deviceTables)
  let closed = false
  const settings = (): Table<StoredSetting, string> => database.table('setting')
  const caches = (): Table<StoredCacheName, string> => database.table('cache')
  const context = (id: string) => ({ table: 'setting', id, userId: '', organizationId: '' })
  const guard = <Value>(work: () => PromiseLike<Value>): Promise<Value> => guarded(database, () => !closed, work)
  return {
    read: async (id) => {
      const row = await guard(() => settings().get(id))
      return row === undefined ? null : await codec.open(context(id), row.body)
    },
    write: async (id, value) => {
      const body = await codec.seal(context(id), value)
      await guard(() => settings().put({ id, body }))
    },
    forget: (id) => guard(() => settings().delete(id)),
    rememberCache: async (cache) => { await guard(() => caches().put(cache)) },
    deleteCaches: async (isGoing) => {
      for (const cache of (await guard(() => caches().toArray())).filter(isGoing)) {
        await deleteDatabase(environment, cache.name)
        await guard(() => caches().delete(cache.name))
      }
    },
    close: () => { closed = true; database.close() },
  }
}
