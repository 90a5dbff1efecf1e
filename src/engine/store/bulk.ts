import type { Table } from 'dexie'

// An empty bulk write asks the database for nothing, and a transaction that is asked for nothing
// commits: so none is made.
export const putAll = async <Row, Key>(
  table: Table<Row, Key>,
  rows: readonly Row[],
): Promise<void> => {
  if (rows.length > 0) await table.bulkPut(rows)
}
export const deleteAll = async <Row, Key>(
  table: Table<Row, Key>,
  keys: readonly Key[],
): Promise<void> => {
  if (keys.length > 0) await table.bulkDelete([...keys])
}
