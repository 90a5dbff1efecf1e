import { Dexie, type Table } from 'dexie'
import { dexieOptions, type StoreEnvironment } from './environment'
import { guarded } from './guard'
import { draftsName, draftTables, type StoredDraft } from './tables'

/** Whose words they are: one user in one organisation. */
export interface DraftOwner {
  readonly userId: string
  readonly organizationId: string
}

/** Words typed and not sent: of everybody who used this device, readable by their author alone. */
export interface DraftStore {
  /** What is kept under a form's key; null: nothing. Rejects when it cannot be read or opened. */
  read(owner: DraftOwner, key: string): Promise<unknown>
  /** Keeps a value, or forgets it when null. `at`: epoch milliseconds. */
  keep(owner: DraftOwner, key: string, value: unknown, at: number): Promise<void>
  /** The keys of the forms that keep something of a user, in every organisation. */
  keysOf(userId: string): Promise<readonly string[]>
  /** Forgets everything of a user (a chosen sign-out). */
  forgetUser(userId: string): Promise<void>
  /** Forgets the forms about a subject whom this owner may no longer see. */
  forgetSubject(owner: DraftOwner, subjectId: string): Promise<void>
  /** Forgets what was written before then, epoch milliseconds, of all users. */
  forgetBefore(at: number): Promise<void>
  close(): void
}

/** True for the draft of a form about this subject: its key names them. */
export const isAbout = (key: string, subjectId: string): boolean =>
  key.split(' ').includes(subjectId)

/**
 * A database of its own, since a new version replaces the cache: typed text must survive the update
 * (design/sync.md P5, P6).
 */
export const openDrafts = (environment: StoreEnvironment): DraftStore => {
  const { codec } = environment
  const database = new Dexie(draftsName, { ...dexieOptions(environment), cache: 'disabled' })
  database.version(1).stores(draftTables)
  let closed = false
  const drafts = (): Table<StoredDraft, string> => database.table('draft')
  const idOf = ({ userId, organizationId }: DraftOwner, key: string): string =>
    `${userId} ${organizationId} ${key}`
  const context = ({ userId, organizationId }: DraftOwner, key: string) => ({
    table: 'draft',
    id: key,
    userId,
    organizationId,
  })
  const guard = <Value>(work: () => PromiseLike<Value>): Promise<Value> =>
    guarded(database, () => !closed, work, environment.makeRoom)
  return {
    read: async (owner, key) => {
      const kept = await guard(() => drafts().get(idOf(owner, key)))
      return kept === undefined ? null : await codec.open(context(owner, key), kept.body)
    },
    keep: async (owner, key, value, at) => {
      const id = idOf(owner, key)
      const body = value === null ? null : await codec.seal(context(owner, key), value)
      await guard(() =>
        body === null
          ? drafts().delete(id)
          : drafts()
              .put({ id, userId: owner.userId, at, body })
              .then(() => undefined),
      )
    },
    keysOf: async (userId) => {
      const ids = await guard(() => drafts().where('userId').equals(userId).primaryKeys())
      // User, organisation, key: only the key has blanks.
      return ids.map((id) => id.split(' ').slice(2).join(' '))
    },
    forgetUser: async (userId) => {
      await guard(() => drafts().where('userId').equals(userId).delete())
    },
    forgetSubject: (owner, subjectId) =>
      guard(() =>
        database.transaction('rw', drafts(), async () => {
          const ids = await drafts().where('userId').equals(owner.userId).primaryKeys()
          const own = idOf(owner, '')
          await drafts().bulkDelete(
            ids.filter((id) => id.startsWith(own) && isAbout(id.slice(own.length), subjectId)),
          )
        }),
      ),
    forgetBefore: async (at) => {
      await guard(() => drafts().where('at').below(at).delete())
    },
    close: () => {
      closed = true
      database.close()
    },
  }
}
