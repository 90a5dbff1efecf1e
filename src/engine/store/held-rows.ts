import { isRosterScope } from '../../domain/sync/scopes'
import type { Dexie, Table } from 'dexie'
import { deleteAll, putAll } from './bulk'
import type { SealedRow } from './pulled-answer'
import type { StoredRow, StoreTables } from './tables'

export const pulledOf = (tables: StoreTables): readonly string[] =>
  tables.filter(({ pulled }) => pulled).map(({ name }) => name)
const rosterOf = (tables: StoreTables): string | null =>
  tables.find(({ isRoster }) => isRoster === true)?.name ?? null

/** The other scopes that hold a row. */
export const heldBeside = (row: StoredRow, scope: string): readonly string[] =>
  (row.scopes ?? []).filter((held) => held !== scope)
const isUnheld = (row: StoredRow): boolean => (row.scopes ?? []).length === 0

/** The rows that scopes hold, inside the caller's read-write transaction. */
export const openHeldRows = (database: Dexie, tables: StoreTables) => {
  const rowTables = pulledOf(tables)
  const roster = rosterOf(tables)
  const rowsOf = (which: string): Table<StoredRow, string> => database.table(which)

  /** A scope releases rows: those of other scopes stay, and what came after `newsAfter`. */
  const letGo = async (
    which: string,
    scope: string,
    rows: readonly StoredRow[],
    newsAfter = Infinity,
  ): Promise<void> => {
    const shared = rows.filter((row) => heldBeside(row, scope).length > 0 || row.asOf > newsAfter)
    await putAll(
      rowsOf(which),
      shared.map((row) => ({ ...row, scopes: heldBeside(row, scope) })),
    )
    await deleteAll(
      rowsOf(which),
      rows.filter((row) => !shared.includes(row)).map(({ id }) => id),
    )
  }

  /**
   * Cards from commands' answers until `asOf` that no roster holds: nothing else would remove them.
   */
  const dropStrays = async (asOf: number): Promise<void> => {
    if (roster === null) return
    const strays = await rowsOf(roster)
      .filter((row) => isUnheld(row) && row.asOf <= asOf)
      .primaryKeys()
    await deleteAll(rowsOf(roster), strays)
  }

  /**
   * A scope releases all, with its subject's unnamed rows until `asOf`; later ones are news that
   * the next pull names.
   */
  const empty = async (scope: string, subjectId: string, asOf: number): Promise<void> => {
    for (const which of rowTables) {
      await letGo(
        which,
        scope,
        await rowsOf(which).where('scopes').equals(scope).toArray(),
        subjectId === '' ? Infinity : asOf,
      )
      if (subjectId === '') continue
      const about = await rowsOf(which).where('subjectId').equals(subjectId).toArray()
      await deleteAll(
        rowsOf(which),
        about.filter((row) => isUnheld(row) && row.asOf <= asOf).map(({ id }) => id),
      )
    }
    if (isRosterScope(scope)) await dropStrays(asOf)
  }

  const put = async (scope: string, incoming: readonly SealedRow[]): Promise<void> => {
    for (const which of rowTables) {
      const rows = incoming.filter(({ table }) => table === which).map(({ row }) => row)
      if (rows.length === 0) continue
      const kept = await rowsOf(which).bulkGet(rows.map(({ id }) => id))
      await putAll(
        rowsOf(which),
        rows.map((row, at) => {
          const old = kept[at]
          const scopes = [...new Set([...(old?.scopes ?? []), scope])]
          // The server's view by this pull, unless a command's answer or a query brought a later
          // revision meanwhile.
          return old === undefined || row.revision >= old.revision
            ? { ...row, scopes }
            : { ...old, scopes }
        }),
      )
    }
  }

  /** A scope releases the rows that the server took off it. */
  const release = async (
    scope: string,
    removed: readonly { readonly table: string; readonly id: string }[],
  ): Promise<void> => {
    for (const which of rowTables) {
      const ids = removed.filter(({ table }) => table === which).map(({ id }) => id)
      if (ids.length > 0)
        await letGo(
          which,
          scope,
          (await rowsOf(which).bulkGet(ids)).filter((row) => row !== undefined),
        )
    }
  }

  const by = async (index: 'scopes' | 'subjectId', value: string): Promise<readonly StoredRow[]> =>
    (
      await Promise.all(
        rowTables.map((which) => rowsOf(which).where(index).equals(value).toArray()),
      )
    ).flat()

  return {
    dropStrays,
    empty,
    put,
    release,
    heldBy: (scope: string) => by('scopes', scope),
    about: (subjectId: string) => by('subjectId', subjectId),
    isAnythingAbout: async (subjectId: string): Promise<boolean> =>
      (
        await Promise.all(
          rowTables.map((which) => rowsOf(which).where('subjectId').equals(subjectId).count()),
        )
      ).some((count) => count > 0),
    /** The subjects that a roster holds. */
    subjectsOn: async (scope: string): Promise<ReadonlySet<string>> =>
      new Set(
        roster === null ? [] : await rowsOf(roster).where('scopes').equals(scope).primaryKeys(),
      ),
  }
}
export type HeldRows = ReturnType<typeof openHeldRows>
