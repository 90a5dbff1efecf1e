import { Dexie, type Table } from 'dexie'
import type { SealContext } from './codec'
import { dexieOptions, type StoreEnvironment } from './environment'
import { guarded } from './guard'
import { outboxName, outboxTables, type StoredCommand, type StoredMeta } from './tables'

/** The outbox's database: one per device, strict durability, no optimistic cache. */
export const openOutboxDatabase = (environment: StoreEnvironment) => {
  const database = new Dexie(outboxName, {
    ...dexieOptions(environment),
    cache: 'disabled',
    chromeTransactionDurability: 'strict',
  })
  database.version(1).stores(outboxTables)
  let closed = false
  return {
    database,
    codec: environment.codec,
    commands: (): Table<StoredCommand, number> => database.table('command'),
    metas: (): Table<StoredMeta, string> => database.table('meta'),
    guard: <Value>(work: () => PromiseLike<Value>): Promise<Value> =>
      guarded(database, () => !closed, work, environment.makeRoom),
    close: (): void => {
      closed = true
      database.close()
    },
  }
}
export type OutboxDatabase = ReturnType<typeof openOutboxDatabase>

/** What a body or an answer is sealed to. */
export const sealContext = (
  row: Pick<StoredCommand, 'id' | 'author' | 'organization'>,
  table: 'command' | 'answer',
): SealContext => ({ table, id: row.id, userId: row.author, organizationId: row.organization })

/** In the order of writing. */
export const inOrder = (rows: readonly StoredCommand[]): readonly StoredCommand[] =>
  rows.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
