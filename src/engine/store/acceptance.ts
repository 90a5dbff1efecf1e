import type { Table } from 'dexie'
import { rosterScope, subjectScope } from '../../domain/sync/scopes'
import type { Acceptance, RowSelection } from './cache-contract'
import type { CacheDatabase } from './cache-database'
import { unasked, type StoredCursor, type StoredReceipt, type StoredRow } from './tables'

export const selected = (table: Table<StoredRow, string>, selection: RowSelection) =>
  selection.by === 'id'
    ? table.where('id').equals(selection.id)
    : selection.by === 'subject'
      ? table.where('subjectId').equals(selection.subjectId)
      : selection.by === 'time'
        ? table
            .where('[subjectId+at]')
            .between(
              [selection.subjectId, selection.from],
              [selection.subjectId, selection.to],
              true,
              false,
            )
        : table.toCollection()

const wins = (incoming: StoredRow, kept: StoredRow | undefined): boolean =>
  kept === undefined ||
  incoming.revision > kept.revision ||
  (incoming.revision === kept.revision && incoming.asOf >= kept.asOf)

/** An answer, sealed, on its way into a table. */
interface SealedAnswer extends Pick<Acceptance, 'asOf' | 'ofCommand' | 'gone'> {
  readonly rows: readonly StoredRow[]
  readonly receipt: StoredReceipt | null
  /** The organisation whose roster says which rows there are; null: this table's are on none. */
  readonly rosterOf: string | null
}

/** What scopes know of the subjects of an answer: which of its rows may be taken. */
const judgeOf = (
  { asOf, ofCommand }: Pick<SealedAnswer, 'asOf' | 'ofCommand'>,
  roster: StoredCursor | undefined,
  records: ReadonlyMap<string | undefined, StoredCursor | undefined>,
): ((row: StoredRow, old: StoredRow | undefined) => boolean) => {
  const isOver = (cursor: StoredCursor | undefined): boolean =>
    cursor !== undefined && cursor.gone !== '' && (ofCommand === true || cursor.asOf > asOf)
  const mayTake = ({ subjectId }: StoredRow, old: StoredRow | undefined): boolean =>
    roster?.isWhole === true
      ? old?.scopes?.includes(roster.scope) === true
      : !isOver(roster) && !isOver(records.get(subjectId))
  // Built anew, perhaps in another life of the database, whose revisions begin lower: there the
  // answer to a command is the news.
  const isRenewed = ({ subjectId }: StoredRow): boolean =>
    ofCommand === true && records.get(subjectId)?.building != null
  return (row, old) => mayTake(row, old) && (wins(row, old) || isRenewed(row))
}

/** Keeps a sealed answer in one transaction. */
export const keepAnswer = async (
  { database, rows: tableOf, receipts, cursors }: CacheDatabase,
  which: string,
  { rows, asOf, ofCommand, receipt, gone, rosterOf }: SealedAnswer,
): Promise<true> => {
  const table = tableOf(which)
  await database.transaction('rw', table, receipts(), cursors(), async () => {
    const keptReceipt = receipt === null ? undefined : await receipts().get(receipt.id)
    const isLate = keptReceipt !== undefined && keptReceipt.asOf > asOf
    const kept = await table.bulkGet(rows.map((row) => row.id))
    const roster = rosterOf === null ? undefined : await cursors().get(rosterScope(rosterOf))
    const records = new Map(
      (
        await cursors().bulkGet([...new Set(rows.map(({ subjectId }) => subjectScope(subjectId)))])
      ).map((cursor) => [cursor?.subjectId, cursor]),
    )
    const isTaken = judgeOf({ asOf, ...(ofCommand === true ? { ofCommand } : {}) }, roster, records)
    if (gone !== undefined && !isLate) {
      const present = await selected(table, gone.selection).toArray()
      // What came with a later answer than this one is not this answer's to remove, nor what a
      // scope holds.
      await table.bulkDelete([
        ...gone.of(present.filter((row) => row.asOf <= asOf && (row.scopes ?? []).length === 0)),
      ])
    }
    const taken = rows.flatMap((row, at) => {
      const old = kept[at]
      return isTaken(row, old)
        ? [old?.scopes === undefined ? row : { ...row, scopes: old.scopes }]
        : []
    })
    await table.bulkPut(taken)
    // Of a subject whose record this store never held (the browser took it away, and they were
    // lost meanwhile) no answer would ever take the row off: theirs is asked for.
    const strangers =
      ofCommand !== true || rosterOf !== null
        ? []
        : taken.filter(({ subjectId }) => subjectId !== '' && records.get(subjectId) === undefined)
    if (strangers.length > 0)
      await cursors().bulkPut(
        strangers.map(({ subjectId }) => unasked(subjectScope(subjectId), subjectId)),
      )
    if (receipt !== null && !isLate) await receipts().put(receipt)
  })
  return true
}
