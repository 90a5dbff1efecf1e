import type { Dexie } from 'dexie'
import { deleteAll, heldBeside, openScopes } from './scopes'
import type { StoredReceipt, StoredRow, StoreTables } from './tables'

/** Deletions only: a full disk refuses the smallest write. Answers the freed characters. */
const evict = async (database: Dexie, tables: StoreTables, scope: string): Promise<number> => {
  const { rows, cursors, staged } = openScopes(database, tables)
  const kept = await cursors.get(scope)
  if (kept === undefined || kept.gone !== '') return 0
  const held = await rows.heldBy(scope)
  // What was asked of the subject beside the scope (an older page that a person went back to) goes
  // too, and counts.
  const named = await rows.about(kept.subjectId)
  const going = [
    ...held.filter((row) => heldBeside(row, scope).length === 0),
    ...named.filter((row) => (row.scopes ?? []).length === 0),
  ]
  const built = await staged.of(scope)
  await staged.delete(built)
  await rows.empty(scope, kept.subjectId, Infinity)
  await cursors.delete(scope)
  return [...going, ...built.map(({ row }) => row)].reduce((sum, { body }) => sum + body.length, 0)
}

/**
 * Evicts a scope's rows, with the receipts of lists that would look complete. Inside a read-write
 * transaction over `scopeTables` and 'receipt'. Answers the freed characters.
 */
export const evictScope = async (
  database: Dexie,
  tables: StoreTables,
  scope: string,
  isReceipt: (id: string) => boolean,
): Promise<number> => {
  const freed = await evict(database, tables, scope)
  const receipts = database.table<StoredReceipt, string>('receipt')
  if (freed > 0)
    await deleteAll(receipts, (await receipts.toCollection().primaryKeys()).filter(isReceipt))
  return freed
}

/**
 * Evicts rows, oldest answers first, down to `most` characters, by the size index. Inside a
 * read-write transaction over the table. Answers how many.
 */
export const trimSized = async (database: Dexie, table: string, most: number): Promise<number> => {
  const rows = database.table<StoredRow, string>(table)
  const sizes = (await rows.orderBy('[asOf+size]').keys()) as unknown as readonly (readonly [
    number,
    number,
  ])[]
  let over = sizes.reduce((sum, [, size]) => sum + size, 0) - most
  let count = 0
  for (const [, size] of sizes) {
    if (over <= 0) break
    over -= size
    count += 1
  }
  if (count === 0) return 0
  const ids = await rows.orderBy('[asOf+size]').limit(count).primaryKeys()
  await deleteAll(rows, ids)
  return ids.length
}
