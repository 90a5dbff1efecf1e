import { isRosterScope, subjectOf } from '../../domain/sync/scopes'
import type { Dexie, Table } from 'dexie'
import {
  type StoreTables,
  type StoredCursor,
  type StoredReceipt,
  type StoredRow,
  type StoredStagedRow,
  unasked,
} from './tables'

/** A sealed row on its way into a table. */
export interface SealedRow {
  readonly table: string
  readonly row: StoredRow
}

/** A lost scope, its subject ('' for none), and why. */
export interface EndedScope {
  readonly scope: string
  readonly subjectId: string
  readonly reason: string
}

/** What one pull says of one scope; docs/sync-protocol.md. */
export interface ScopePatch {
  readonly scope: string
  /** The subject that the scope is about; '' for none. */
  readonly subjectId: string
  readonly base: string
  readonly next: string
  readonly put: readonly SealedRow[]
  readonly remove: readonly { readonly table: string; readonly id: string }[]
  /** Scopes that end with this patch: what a row that is no longer to be seen opened. */
  readonly ends: readonly EndedScope[]
  /** Scopes that the rows put open: they have news to fetch. */
  readonly opens: readonly string[]
  /** Scopes that the removed rows opened. */
  readonly closes: readonly string[]
  /** Nothing of the scope is left to ask for: a staged generation may replace the old one. */
  readonly isWhole: boolean
}

/** One answer, sealed. Times are epoch milliseconds. */
export interface PulledAnswer {
  /** Server time of the answer. */
  readonly asOf: number
  readonly checkedAt: number
  readonly patches: readonly ScopePatch[]
  readonly ended: readonly EndedScope[]
  /** Scopes that begin again, beside what is kept. */
  readonly reset: readonly string[]
  /** A screen asked: its scopes count as used, epoch milliseconds; absent: nobody looked. */
  readonly usedAt?: number
  /**
   * An empty answer is noted when the last note is this old, milliseconds: each wakes the readings.
   */
  readonly noteAfterMs: number
}

/** Scopes whose patch did not fit the cursor: another tab was faster. */
export interface PullOutcome {
  readonly stale: readonly string[]
  /** Scopes of kept subjects missing from a roster: each is to be asked. */
  readonly left: readonly string[]
}

/** The cursor to ask with: the staged generation's, if any; '' from the beginning. */
export const cursorToAsk = (kept: StoredCursor | null): string =>
  kept?.building?.cursor ?? kept?.cursor ?? ''

/** In the place of a reason: nothing of it was ever here, so that nothing went. */
const neverKnown = 'UNKNOWN'

const pulledOf = (tables: StoreTables): readonly string[] =>
  tables.filter(({ pulled }) => pulled).map(({ name }) => name)
const rosterOf = (tables: StoreTables): string | null =>
  tables.find(({ isRoster }) => isRoster === true)?.name ?? null

const without = (row: StoredRow, scope: string): readonly string[] =>
  (row.scopes ?? []).filter((held) => held !== scope)

// An empty bulk write asks the database for nothing, and a transaction that is asked for nothing
// commits: so none is made.
const putAll = async <Row, Key>(table: Table<Row, Key>, rows: readonly Row[]): Promise<void> => {
  if (rows.length > 0) await table.bulkPut(rows)
}
const deleteAll = async <Row, Key>(table: Table<Row, Key>, keys: readonly Key[]): Promise<void> => {
  if (keys.length > 0) await table.bulkDelete([...keys])
}

/** Rows and cursors of scopes, inside the caller's read-write transaction over `scopeTables`. */
const inTransaction = (database: Dexie, tables: StoreTables) => {
  const rowTables = pulledOf(tables)
  const roster = rosterOf(tables)
  const rowsOf = (which: string): Table<StoredRow, string> => database.table(which)
  const cursors: Table<StoredCursor, string> = database.table('cursor')
  const staged: Table<StoredStagedRow, string> = database.table('staged')
  const stagedId = (scope: string, table: string, id: string): string => `${scope} ${table} ${id}`

  /** A scope releases rows: those of other scopes stay, and what came after `newsAfter`. */
  const letGo = async (
    which: string,
    scope: string,
    rows: readonly StoredRow[],
    newsAfter = Infinity,
  ): Promise<void> => {
    const shared = rows.filter((row) => without(row, scope).length > 0 || row.asOf > newsAfter)
    await putAll(
      rowsOf(which),
      shared.map((row) => ({ ...row, scopes: without(row, scope) })),
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
      .filter((row) => (row.scopes ?? []).length === 0 && row.asOf <= asOf)
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
        about
          .filter((row) => (row.scopes ?? []).length === 0 && row.asOf <= asOf)
          .map(({ id }) => id),
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

  /**
   * Kept subjects missing from a complete or ended roster. Their scopes are to be asked, also after
   * a crash here. Answers which.
   */
  const markLeft = async (scope: string): Promise<readonly string[]> => {
    const held = new Set(
      roster === null ? [] : await rowsOf(roster).where('scopes').equals(scope).primaryKeys(),
    )
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
      left.map((cursor) => ({ ...cursor, dueAt: 0, isWhole: false })),
    )
    return left.map(({ scope }) => scope)
  }

  /**
   * Obeyed also where the cursor moved on, unless a later answer allowed it. Answers what is to be
   * asked now.
   */
  const end = async (
    { scope, subjectId, reason }: EndedScope,
    { asOf, checkedAt }: PulledAnswer,
  ): Promise<readonly string[]> => {
    const kept = await cursors.get(scope)
    if (kept !== undefined && kept.asOf > asOf) return []
    const wasKnown =
      kept !== undefined
        ? kept.cursor !== '' || (kept.gone !== '' && kept.gone !== neverKnown)
        : false
    const isKnown =
      wasKnown ||
      (subjectId !== '' &&
        (
          await Promise.all(
            rowTables.map((which) => rowsOf(which).where('subjectId').equals(subjectId).count()),
          )
        ).some((count) => count > 0))
    await empty(scope, subjectId, Infinity)
    await staged.where('scope').equals(scope).delete()
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
      ? await markLeft(scope)
      : []
  }

  /** Marks news of opened rows, and scopes that no row opens any more, which are to be asked. */
  const mark = async ({ opens, closes }: ScopePatch, asOf: number): Promise<void> => {
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
        .map((cursor) => ({
          ...cursor,
          dueAt: 0,
          ...(cursor.gone === '' ? { isWhole: false } : {}),
        })),
    )
  }

  /** Null: the patch is not for what is kept. Otherwise the scopes that it left to be asked. */
  const patch = async (
    one: ScopePatch,
    answer: PulledAnswer,
  ): Promise<readonly string[] | null> => {
    const { scope, subjectId } = one
    const kept = (await cursors.get(scope)) ?? null
    if (cursorToAsk(kept) !== one.base) return null
    // Asked from the beginning, as this one was, before the scope was known to have ended: the
    // cursor alone does not tell them apart.
    if (kept !== null && kept.gone !== '' && answer.asOf <= kept.asOf) return null
    // Nor is what was asked before a reset a page of what is built since: it may be of a former
    // life of the database.
    if (kept?.building?.cursor === '' && answer.asOf < kept.asOf) return null
    for (const ended of one.ends) await end(ended, answer) // of subjects: none of them leaves anything to ask
    if (one.opens.length + one.closes.length > 0) await mark(one, answer.asOf)
    const usedAt = answer.usedAt ?? kept?.usedAt
    const next = {
      scope,
      subjectId,
      checkedAt: answer.checkedAt,
      gone: '',
      dueAt: kept?.dueAt ?? 0,
      ...(usedAt === undefined ? {} : { usedAt }),
    }
    if (kept?.building != null) {
      await putAll(
        staged,
        one.put.map(({ table, row }) => ({
          key: stagedId(scope, table, row.id),
          scope,
          table,
          row,
        })),
      )
      await deleteAll(
        staged,
        one.remove.map(({ table, id }) => stagedId(scope, table, id)),
      )
      if (!one.isWhole) {
        await cursors.put({ ...kept, building: { cursor: one.next } })
        return []
      }
      const built = await staged.where('scope').equals(scope).toArray()
      await empty(scope, subjectId, answer.asOf)
      await put(scope, built)
      await staged.where('scope').equals(scope).delete()
      await cursors.put({
        ...next,
        cursor: one.next,
        asOf: answer.asOf,
        isWhole: true,
        building: null,
      })
      return isRosterScope(scope) ? await markLeft(scope) : []
    }
    const isQuiet = one.base === one.next && one.put.length === 0 && one.remove.length === 0
    if (
      isQuiet &&
      kept !== null &&
      kept.building === null &&
      kept.gone === '' &&
      kept.isWhole === one.isWhole &&
      answer.asOf - kept.asOf < answer.noteAfterMs
    )
      return []
    for (const which of rowTables) {
      const ids = one.remove.filter(({ table }) => table === which).map(({ id }) => id)
      if (ids.length > 0)
        await letGo(
          which,
          scope,
          (await rowsOf(which).bulkGet(ids)).filter((row) => row !== undefined),
        )
    }
    await put(scope, one.put)
    const isWholeNow = isRosterScope(scope) && one.isWhole && kept?.isWhole !== true
    if (isWholeNow) await dropStrays(answer.asOf)
    // Was whole and has more to come: newer changes were cut off, so what is kept is not as of this
    // answer yet.
    const isBehind = kept?.isWhole === true && !one.isWhole
    await cursors.put({
      ...next,
      cursor: one.next,
      asOf: isBehind ? kept.asOf : Math.max(answer.asOf, kept?.asOf ?? 0),
      isWhole: one.isWhole,
      building: null,
    })
    return isWholeNow ? await markLeft(scope) : []
  }

  const reset = async (scope: string): Promise<void> => {
    const kept = await cursors.get(scope)
    if (kept === undefined) return
    await staged.where('scope').equals(scope).delete()
    await cursors.put(
      kept.cursor === '' ? { ...kept, building: null } : { ...kept, building: { cursor: '' } },
    )
  }

  /** Deletions only: a full disk refuses the smallest write. Answers the freed characters. */
  const evict = async (scope: string): Promise<number> => {
    const kept = await cursors.get(scope)
    if (kept === undefined || kept.gone !== '') return 0
    const held = (
      await Promise.all(
        rowTables.map((which) => rowsOf(which).where('scopes').equals(scope).toArray()),
      )
    ).flat()
    // What came of the subject by name (an older page that a person went back to) goes
    // too, and counts.
    const named = (
      await Promise.all(
        rowTables.map((which) => rowsOf(which).where('subjectId').equals(kept.subjectId).toArray()),
      )
    ).flat()
    const going = [
      ...held.filter((row) => without(row, scope).length === 0),
      ...named.filter((row) => (row.scopes ?? []).length === 0),
    ]
    const built = await staged.where('scope').equals(scope).toArray()
    await deleteAll(
      staged,
      built.map(({ key }) => key),
    )
    await empty(scope, kept.subjectId, Infinity)
    await cursors.delete(scope)
    return [...going, ...built.map(({ row }) => row)].reduce(
      (sum, { body }) => sum + body.length,
      0,
    )
  }

  return { patch, reset, end, evict }
}

export const scopeTables = (tables: StoreTables): readonly string[] => [
  ...pulledOf(tables),
  'cursor',
  'staged',
]

/**
 * Applies one answer completely or not at all, inside a read-write transaction over `scopeTables`.
 */
export const applyPull = async (
  database: Dexie,
  tables: StoreTables,
  answer: PulledAnswer,
  asked: ReadonlyMap<string, string>,
): Promise<PullOutcome> => {
  const scopes = inTransaction(database, tables)
  const stale: string[] = []
  const left: string[] = []
  const isCurrent = async (scope: string): Promise<boolean> =>
    cursorToAsk((await database.table<StoredCursor, string>('cursor').get(scope)) ?? null) ===
    (asked.get(scope) ?? '')
  for (const one of answer.patches) {
    const asked = await scopes.patch(one, answer)
    if (asked === null) stale.push(one.scope)
    else left.push(...asked)
  }
  for (const one of answer.ended) left.push(...(await scopes.end(one, answer)))
  // A cursor that the server refused and another tab has replaced since is not refused any more.
  for (const scope of answer.reset) if (await isCurrent(scope)) await scopes.reset(scope)
  return { stale, left }
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
  const freed = await inTransaction(database, tables).evict(scope)
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
