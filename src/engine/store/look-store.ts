import { Dexie, type Table } from 'dexie'
import { dexieOptions, type StoreEnvironment } from './environment'
import { guarded } from './guard'
import { looksName, looksTables, type StoredLook } from './tables'

/** Whose looks they are: one user in one organisation. */
type LookOwner = Pick<StoredLook, 'userId' | 'organizationId'>

/** What people looked at and the server has not heard of: ids and times, in clear. */
export interface LookStore {
  /** Keeps one; one that is there already stays as it is. Rejects where nothing can be kept. */
  keep(look: StoredLook): Promise<void>
  /** The oldest of an owner, so many at most. */
  oldest(owner: LookOwner, most: number): Promise<readonly StoredLook[]>
  forget(ids: readonly string[]): Promise<void>
  close(): void
}

/**
 * A database of its own: it survives a sign-out and a new version, since a look must be told
 * whatever becomes of the device's rows. Opened by its first use.
 */
export const openLooks = (environment: StoreEnvironment): LookStore => {
  const database = new Dexie(looksName, { ...dexieOptions(environment), cache: 'disabled' })
  database.version(1).stores(looksTables)
  let closed = false
  const looks = (): Table<StoredLook, string> => database.table('look')
  const guard = <Value>(work: () => PromiseLike<Value>): Promise<Value> =>
    guarded(database, () => !closed, work, environment.makeRoom)
  return {
    keep: (look) =>
      guard(() =>
        database.transaction('rw', looks(), async () => {
          if ((await looks().get(look.id)) === undefined) await looks().add(look)
        }),
      ),
    oldest: ({ userId, organizationId }, most) =>
      guard(async () =>
        (await looks().where('[userId+organizationId]').equals([userId, organizationId]).toArray())
          .toSorted((a, b) => a.at - b.at)
          .slice(0, most),
      ),
    forget: (ids) => guard(() => looks().bulkDelete([...ids])),
    close: () => {
      closed = true
      database.close()
    },
  }
}
