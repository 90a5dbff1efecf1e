import { Dexie, type Table } from 'dexie'
import { problem, ProblemError } from '../../domain/problem'
import type { KeyOwner } from '../../../workers/key-keeper'
import type { Attempts } from './attempts'
import type { PasswordCost, Wrapped } from './vault-ciphers'

/** What is kept for one user and organisation: wrapped keys and dates. */
export interface VaultEntry extends KeyOwner {
  /** The data key under the key that the server releases at hello (`deviceKek`). */
  readonly wrappedByServer: Wrapped
  /** The same data key under Argon2id of the password; null until a password was set. */
  readonly wrappedByPassword: PasswordWrap | null
  /** The session's device key under the data key; the public half as hello names it. */
  readonly signing: Wrapped & { readonly publicKey: string }
  /** Epoch milliseconds: from then on only the server opens this. */
  readonly leaseUntil: number
  /** The latest time seen while open, epoch milliseconds: an earlier clock was set back. */
  readonly seenAt: number
  readonly createdAt: number
  /** Counts writings, so that of two tabs that open at once the second sees the first. */
  readonly revision: number
  readonly attempts: Attempts
}

export interface PasswordWrap extends Wrapped {
  readonly salt: Wrapped['iv']
  readonly cost: PasswordCost
}

export const vaultName = 'lamplight-vault'

export interface Entries {
  get(owner: KeyOwner): Promise<VaultEntry | null>
  all(): Promise<readonly VaultEntry[]>
  /** Replaces the entry that was read (null: none); false if it changed meanwhile. */
  replace(read: VaultEntry | null, entry: Omit<VaultEntry, 'revision'>): Promise<boolean>
  /** Changes an entry in one transaction; null where there is none. `change` must not wait. */
  change(
    owner: KeyOwner,
    change: (entry: VaultEntry) => Partial<Omit<VaultEntry, 'revision'>>,
  ): Promise<VaultEntry | null>
  /** Deletes every entry of a user. */
  drop(userId: string): Promise<readonly KeyOwner[]>
  close(): void
}

export interface VaultEnvironment {
  readonly indexedDB?: IDBFactory | undefined
  readonly IDBKeyRange?: typeof IDBKeyRange | undefined
}

const kept = async <Value>(work: () => PromiseLike<Value>): Promise<Value> => {
  try {
    return await work()
  } catch (thrown) {
    const error = new ProblemError(problem('storage:keys-unreadable'))
    error.cause = thrown
    throw error
  }
}

/** The vault's database. Strict durability: rows under a lost key would be lost too. */
export const openEntries = ({ indexedDB, IDBKeyRange }: VaultEnvironment): Entries => {
  const database = new Dexie(vaultName, {
    ...(indexedDB === undefined ? {} : { indexedDB }),
    ...(IDBKeyRange === undefined ? {} : { IDBKeyRange }),
    cache: 'disabled',
    chromeTransactionDurability: 'strict',
  })
  database.version(1).stores({ entry: '[userId+organizationId], userId' })
  const entries = (): Table<VaultEntry, [string, string]> => database.table('entry')
  const idOf = ({ userId, organizationId }: KeyOwner): [string, string] => [userId, organizationId]
  return {
    get: async (owner) => (await kept(() => entries().get(idOf(owner)))) ?? null,
    all: () => kept(() => entries().toArray()),
    replace: (read, entry) =>
      kept(() =>
        database.transaction('rw', entries(), async () => {
          const there = await entries().get(idOf(entry))
          if (there?.revision !== read?.revision) return false
          await entries().put({ ...entry, revision: (there?.revision ?? 0) + 1 })
          return true
        }),
      ),
    change: (owner, change) =>
      kept(() =>
        database.transaction('rw', entries(), async () => {
          const there = await entries().get(idOf(owner))
          if (there === undefined) return null
          const changed = { ...there, ...change(there), revision: there.revision + 1 }
          await entries().put(changed)
          return changed
        }),
      ),
    drop: (userId) =>
      kept(() =>
        database.transaction('rw', entries(), async () => {
          const going = await entries().where('userId').equals(userId).toArray()
          await entries().where('userId').equals(userId).delete()
          return going.map(({ organizationId }) => ({ userId, organizationId }))
        }),
      ),
    close: () => database.close(),
  }
}
