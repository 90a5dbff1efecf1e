import type { Dexie, Table } from 'dexie'
import { deleteAll, putAll } from './bulk'
import type { ScopePatch } from './pulled-answer'
import type { StoredStagedRow } from './tables'

/** The rows of generations that are being built, inside the caller's read-write transaction. */
export const openStagedRows = (database: Dexie) => {
  const staged: Table<StoredStagedRow, string> = database.table('staged')
  const keyOf = (scope: string, table: string, id: string): string => `${scope} ${table} ${id}`
  return {
    add: async (scope: string, { put, remove }: Pick<ScopePatch, 'put' | 'remove'>) => {
      await putAll(
        staged,
        put.map(({ table, row }) => ({ key: keyOf(scope, table, row.id), scope, table, row })),
      )
      await deleteAll(
        staged,
        remove.map(({ table, id }) => keyOf(scope, table, id)),
      )
    },
    of: (scope: string): PromiseLike<readonly StoredStagedRow[]> =>
      staged.where('scope').equals(scope).toArray(),
    drop: async (scope: string): Promise<void> => {
      await staged.where('scope').equals(scope).delete()
    },
    /** Deletes what was read. */
    delete: (rows: readonly StoredStagedRow[]): Promise<void> =>
      deleteAll(
        staged,
        rows.map(({ key }) => key),
      ),
  }
}
export type StagedRows = ReturnType<typeof openStagedRows>
