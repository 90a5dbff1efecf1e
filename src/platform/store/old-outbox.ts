import { Dexie, type Table } from 'dexie'
import { dexieOptions, type StoreEnvironment } from './environment'
import { guarded } from './guard'

/**
 * A command as the version before kept it: in the clear, for its author's own session to send as
 * the named mutation.
 */
export interface OldCommand {
  readonly seq?: number
  readonly id: string
  readonly author: string
  readonly organization: string
  readonly lane: string
  readonly op: string
  readonly opVersion: number
  readonly state: 'waiting' | 'refused'
  /** JSON: input, capturedAt, changes. */
  readonly body: string
  /** JSON: the problem of a refused one. */
  readonly answer: string | null
}

/** What the version before left on this device. */
export interface OldOutbox {
  /** Everybody's, in the order of writing; none where that version was never here. */
  all(): Promise<readonly OldCommand[]>
  /** Of an author in an organisation, in the order of writing. */
  of(author: string, organization: string): Promise<readonly OldCommand[]>
  /** It is safe elsewhere. */
  remove(id: string): Promise<void>
}

export const oldOutboxName = 'lamplight-outbox'
const tables = { command: '++seq, &id, author, lane' }

/**
 * The outbox of the version before. It is opened for each use and left in place: a tab of that
 * version may still have it open.
 */
export const openOldOutbox = (environment: StoreEnvironment): OldOutbox => {
  const isThere = async (): Promise<boolean> => {
    const factory = environment.indexedDB ?? globalThis.indexedDB
    // A browser that does not list its databases is asked by opening.
    return (
      typeof factory.databases !== 'function' ||
      (await factory.databases()).some(({ name }) => name === oldOutboxName)
    )
  }
  const use = async <Value>(
    work: (commands: Table<OldCommand, number>) => PromiseLike<Value>,
  ): Promise<Value> => {
    const database = new Dexie(oldOutboxName, {
      ...dexieOptions(environment),
      cache: 'disabled',
      chromeTransactionDurability: 'strict',
    })
    database.version(1).stores(tables)
    try {
      return await guarded(
        database,
        () => true,
        () => work(database.table('command')),
      )
    } finally {
      database.close()
    }
  }
  const all = async (): Promise<readonly OldCommand[]> =>
    (await isThere()) ? await use((commands) => commands.orderBy('seq').toArray()) : []
  return {
    all,
    of: async (author, organization) =>
      (await all()).filter((row) => row.author === author && row.organization === organization),
    remove: async (id) => {
      await use((commands) => commands.where('id').equals(id).delete())
    },
  }
}
