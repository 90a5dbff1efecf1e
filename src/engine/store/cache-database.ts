import { Dexie, type Table } from 'dexie'
import { dexieOptions, shortHash, type StoreEnvironment } from './environment'
import { guarded } from './guard'
import {
  cacheSchemas,
  cacheVersion,
  type StoreTables,
  type StoredCursor,
  type StoredReceipt,
  type StoredRow,
} from './tables'

/** True for an earlier release's cache; a newer one belongs to another tab. */
export const isEarlierCache = (name: string): boolean =>
  Number(/-v(\d+)$/.exec(name)?.[1] ?? 0) < cacheVersion

export const cacheName = (userId: string, organizationId: string): string =>
  `lamplight-cache-${shortHash(userId)}-${organizationId}-v${cacheVersion}`

/** The tables of an open cache. All of them throw once it was closed here or by another tab. */
export interface CacheDatabase {
  readonly database: Dexie
  /** The database, unless it was closed: Dexie would open a lost one again, empty. */
  stillOpen(): Dexie
  rows(table: string): Table<StoredRow, string>
  receipts(): Table<StoredReceipt, string>
  cursors(): Table<StoredCursor, string>
  isClosed(): boolean
  close(): void
  /** Once more on a fresh connection after a loss. */
  guard<Value>(work: () => PromiseLike<Value>): Promise<Value>
  /** Does `work` in a store that may close under it: null then. */
  unlessClosed<Value>(work: () => Promise<Value>): Promise<Value | null>
}

/** `as: 'guest'`: opened beside a page, never made. `onTaken`: another tab deletes or upgrades it. */
export const openCacheDatabase = async (
  environment: StoreEnvironment & { readonly tables: StoreTables },
  name: string,
  onTaken: () => void,
  as: 'page' | 'guest',
): Promise<CacheDatabase> => {
  const database = new Dexie(name, { ...dexieOptions(environment), cache: 'disabled' })
  for (const { version, stores } of cacheSchemas(environment.tables))
    database.version(version).stores(stores)
  // Thrown while it is being made: nothing is made then.
  if (as === 'guest')
    database.on('populate', () => {
      throw new Error('There is no such store')
    })
  let closed = false
  // Another tab deletes or upgrades it. `false` keeps Dexie from opening an empty one again.
  database.on('versionchange', () => {
    closed = true
    database.close()
    onTaken()
    return false
  })
  const stillOpen = (): Dexie => {
    if (closed) throw new Dexie.DatabaseClosedError()
    return database
  }
  const guard = <Value>(work: () => PromiseLike<Value>): Promise<Value> =>
    guarded(database, () => !closed, work)
  const receipts = (): Table<StoredReceipt, string> => stillOpen().table('receipt')

  await guard(async () => {
    await database.open()
  })
  return {
    database,
    stillOpen,
    rows: (which) => stillOpen().table(which),
    receipts,
    cursors: () => stillOpen().table('cursor'),
    isClosed: () => closed,
    close: () => {
      closed = true
      database.close()
    },
    guard,
    unlessClosed: async (work) => {
      if (closed) return null
      try {
        return await guard(work)
      } catch (thrown) {
        if (closed) return null
        throw thrown
      }
    },
  }
}

/**
 * Deletes a cache database. False: a frozen or older tab still holds it; it is deleted with that
 * tab, and nobody waits.
 */
export const deleteDatabase = async (
  environment: StoreEnvironment,
  name: string,
): Promise<boolean> => {
  const database = new Dexie(name, dexieOptions(environment))
  return await new Promise<boolean>((resolve, reject) => {
    database.on('blocked', () => resolve(false))
    database.delete().then(() => resolve(true), reject)
  })
}
