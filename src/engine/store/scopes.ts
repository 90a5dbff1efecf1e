import type { Dexie, Table } from 'dexie'
import { isRosterScope, subjectOf } from '../../domain/sync/scopes'
import {
  cursorToAsk,
  type EndedScope,
  type PulledAnswer,
  type PullOutcome,
  type ScopePatch,
  type SealedRow,
} from './cache-contract'
import {
  neverKnown,
  unasked,
  type StoredCursor,
  type StoredRow,
  type StoredStagedRow,
  type StoreTables,
} from './tables'

// An empty bulk write asks the database for nothing, and a transaction that is asked for nothing
// commits: so none is made.
const putAll = async <Row, Key>(table: Table<Row, Key>, rows: readonly Row[]): Promise<void> => {
  if (rows.length > 0) await table.bulkPut(rows)
}
export const deleteAll = async <Row, Key>(
  table: Table<Row, Key>,
  keys: readonly Key[],
): Promise<void> => {
  if (keys.length > 0) await table.bulkDelete([...keys])
}

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

const pulledOf = (tables: StoreTables): readonly string[] =>
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

export const scopeTables = (tables: StoreTables): readonly string[] => [
  ...pulledOf(tables),
  'cursor',
  'staged',
]

/** What scopes are kept in, inside the caller's read-write transaction over `scopeTables`. */
interface ScopeStore {
  readonly rows: HeldRows
  readonly cursors: Table<StoredCursor, string>
  readonly staged: StagedRows
}
export const openScopes = (database: Dexie, tables: StoreTables): ScopeStore => ({
  rows: openHeldRows(database, tables),
  cursors: database.table('cursor'),
  staged: openStagedRows(database),
})

/**
 * Kept subjects missing from a complete or ended roster. Their scopes are to be asked, also after a
 * crash here. Answers which.
 */
const markLeft = async (
  { rows, cursors }: ScopeStore,
  scope: string,
): Promise<readonly string[]> => {
  const held = await rows.subjectsOn(scope)
  const left = await cursors
    .filter(
      ({ subjectId, gone, cursor, building }) =>
        subjectId !== '' &&
        gone === '' &&
        (cursor !== '' || building !== null) &&
        !held.has(subjectId),
    )
    .toArray()
  await putAll(
    cursors,
    left.map(({ moreOf: _before, ...cursor }) => ({ ...cursor, dueAt: 0, isWhole: false })),
  )
  return left.map(({ scope: one }) => one)
}

/**
 * Obeyed also where the cursor moved on, unless a later answer allowed it. Answers what is to be
 * asked now.
 */
const end = async (
  store: ScopeStore,
  { scope, subjectId, reason }: EndedScope,
  { asOf, checkedAt }: PulledAnswer,
): Promise<readonly string[]> => {
  const { rows, cursors, staged } = store
  const kept = await cursors.get(scope)
  if (kept !== undefined && kept.asOf > asOf) return []
  const wasKnown =
    kept !== undefined
      ? kept.cursor !== '' || (kept.gone !== '' && kept.gone !== neverKnown)
      : false
  const isKnown = wasKnown || (subjectId !== '' && (await rows.isAnythingAbout(subjectId)))
  await rows.empty(scope, subjectId, Infinity)
  await staged.drop(scope)
  // Drafts lie in a database of their own: this entry is what they go by
  // (src/engine/drafts/drafts.ts), also after a crash right here.
  await cursors.put({
    ...unasked(scope, subjectId),
    asOf,
    checkedAt,
    gone: isKnown ? reason : neverKnown,
  })
  // A right was lost, not a place: who was on the roster may be nobody of this user's any more.
  // Once: refused again, it says nothing new.
  return isRosterScope(scope) && (kept === undefined || kept.gone === '')
    ? await markLeft(store, scope)
    : []
}

/** Marks news of opened rows, and scopes that no row opens any more, which are to be asked. */
const mark = async (
  { cursors }: ScopeStore,
  { opens, closes }: ScopePatch,
  asOf: number,
): Promise<void> => {
  const opened = await cursors.bulkGet([...opens])
  await putAll(
    cursors,
    opens.map((scope, at) => ({
      ...(opened[at] ?? unasked(scope, subjectOf(scope))),
      dueAt: asOf,
    })),
  )
  const closed = await cursors.bulkGet([...closes])
  await putAll(
    cursors,
    closed
      .filter((cursor) => cursor !== undefined)
      .map(({ moreOf: _before, ...cursor }) => ({
        ...cursor,
        dueAt: 0,
        ...(cursor.gone === '' ? { isWhole: false } : {}),
      })),
  )
}

/** The cursor after a patch, but for how far it has come. */
type Ahead = Omit<StoredCursor, 'cursor' | 'asOf' | 'isWhole' | 'moreOf' | 'building'>

/** A page of the generation that is built beside what is shown; the last one takes its place. */
const buildOn = async (
  store: ScopeStore,
  kept: StoredCursor,
  one: ScopePatch,
  ahead: Ahead,
  asOf: number,
): Promise<readonly string[]> => {
  const { rows, cursors, staged } = store
  const { scope, subjectId } = one
  await staged.add(scope, one)
  if (!one.isWhole) {
    const { endsAt: _before, ...shown } = kept
    await cursors.put({
      ...shown,
      ...(one.endsAt == null ? {} : { endsAt: one.endsAt }),
      building: { cursor: one.next },
    })
    return []
  }
  const built = await staged.of(scope)
  await rows.empty(scope, subjectId, asOf)
  await rows.put(scope, built)
  await staged.drop(scope)
  await cursors.put({ ...ahead, cursor: one.next, asOf, isWhole: true, building: null })
  return isRosterScope(scope) ? await markLeft(store, scope) : []
}

const moreOf = ({ isWhole, moreOf: of }: ScopePatch): Pick<StoredCursor, 'moreOf'> =>
  isWhole || of == null ? {} : { moreOf: of }

/** True for an answer without news whose note would wake readings for nothing. */
const isQuiet = (kept: StoredCursor | null, one: ScopePatch, answer: PulledAnswer): boolean =>
  one.base === one.next &&
  one.put.length === 0 &&
  one.remove.length === 0 &&
  kept !== null &&
  kept.building === null &&
  kept.gone === '' &&
  kept.isWhole === one.isWhole &&
  JSON.stringify(kept.moreOf) === JSON.stringify(moreOf(one).moreOf) &&
  (kept.endsAt ?? null) === (one.endsAt ?? null) &&
  answer.asOf - kept.asOf < answer.noteAfterMs

/** News of what is shown. */
const addTo = async (
  store: ScopeStore,
  kept: StoredCursor | null,
  one: ScopePatch,
  ahead: Ahead,
  asOf: number,
): Promise<readonly string[]> => {
  const { rows, cursors } = store
  const { scope } = one
  await rows.release(scope, one.remove)
  await rows.put(scope, one.put)
  const isWholeNow = isRosterScope(scope) && one.isWhole && kept?.isWhole !== true
  if (isWholeNow) await rows.dropStrays(asOf)
  // Was whole and has more to come: newer changes were cut off, so what is kept is not as of this
  // answer yet.
  const isBehind = kept?.isWhole === true && !one.isWhole
  await cursors.put({
    ...ahead,
    cursor: one.next,
    asOf: isBehind ? kept.asOf : Math.max(asOf, kept?.asOf ?? 0),
    isWhole: one.isWhole,
    ...moreOf(one),
    building: null,
  })
  return isWholeNow ? await markLeft(store, scope) : []
}

/** Null: the patch is not for what is kept. Otherwise the scopes that it left to be asked. */
const patch = async (
  store: ScopeStore,
  one: ScopePatch,
  answer: PulledAnswer,
): Promise<readonly string[] | null> => {
  const { scope, subjectId } = one
  const kept = (await store.cursors.get(scope)) ?? null
  if (cursorToAsk(kept) !== one.base) return null
  // Asked from the beginning, as this one was, before the scope was known to have ended: the
  // cursor alone does not tell them apart.
  if (kept !== null && kept.gone !== '' && answer.asOf <= kept.asOf) return null
  // Nor is what was asked before a reset a page of what is built since: it may be of a former
  // life of the database.
  if (kept?.building?.cursor === '' && answer.asOf < kept.asOf) return null
  // Of subjects: none of them leaves anything to ask.
  for (const ended of one.ends) await end(store, ended, answer)
  if (one.opens.length + one.closes.length > 0) await mark(store, one, answer.asOf)
  const usedAt = answer.usedAt ?? kept?.usedAt
  const ahead: Ahead = {
    scope,
    subjectId,
    checkedAt: answer.checkedAt,
    gone: '',
    dueAt: kept?.dueAt ?? 0,
    ...(usedAt === undefined ? {} : { usedAt }),
    ...(one.endsAt == null ? {} : { endsAt: one.endsAt }),
  }
  if (kept?.building != null) return await buildOn(store, kept, one, ahead, answer.asOf)
  return isQuiet(kept, one, answer) ? [] : await addTo(store, kept, one, ahead, answer.asOf)
}

const reset = async ({ cursors, staged }: ScopeStore, scope: string): Promise<void> => {
  const kept = await cursors.get(scope)
  if (kept === undefined) return
  await staged.drop(scope)
  await cursors.put(
    kept.cursor === '' ? { ...kept, building: null } : { ...kept, building: { cursor: '' } },
  )
}

/**
 * Applies one answer completely or not at all, inside a read-write transaction over `scopeTables`.
 */
export const applyPull = async (
  database: Dexie,
  tables: StoreTables,
  answer: PulledAnswer,
  asked: ReadonlyMap<string, string>,
): Promise<PullOutcome> => {
  const store = openScopes(database, tables)
  const stale: string[] = []
  const left: string[] = []
  const isCurrent = async (scope: string): Promise<boolean> =>
    cursorToAsk((await store.cursors.get(scope)) ?? null) === (asked.get(scope) ?? '')
  for (const one of answer.patches) {
    const toAsk = await patch(store, one, answer)
    if (toAsk === null) stale.push(one.scope)
    else left.push(...toAsk)
  }
  for (const one of answer.ended) left.push(...(await end(store, one, answer)))
  // A cursor that the server refused and another tab has replaced since is not refused any more.
  for (const scope of answer.reset) if (await isCurrent(scope)) await reset(store, scope)
  return { stale, left }
}
