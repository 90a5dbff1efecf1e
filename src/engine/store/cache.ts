import { rosterScope, subjectScope } from '../../domain/sync/scopes'
import { Dexie, type Table } from 'dexie'
import type { SealContext } from './codec'
import { dexieOptions, shortHash, type StoreEnvironment } from './environment'
import { guarded } from './guard'
import type { PulledAnswer, PullOutcome } from './scopes'
import {
  cacheSchemas,
  cacheVersion,
  unasked,
  type StoreTables,
  type StoredCursor,
  type StoredReceipt,
  type StoredRow,
} from './tables'

/** Which rows: one, a subject's, a subject's in a time span (epoch milliseconds), or all. */
export type RowSelection =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'subject'; readonly subjectId: string }
  | { readonly by: 'time'; readonly subjectId: string; readonly from: number; readonly to: number }
  | { readonly by: 'all' }

/** A row to be kept, still open. */
export interface IncomingRow {
  readonly id: string
  readonly subjectId: string
  readonly at: number
  readonly revision: number
  readonly value: unknown
}

/** One answer to be kept, all of it or nothing. */
export interface Acceptance {
  readonly table: string
  readonly rows: readonly IncomingRow[]
  /** Epoch milliseconds. */
  readonly asOf: number
  /** From a command's answer, perhaps stored long ago: it proves no right of today. */
  readonly ofCommand?: true
  readonly receipt?: { readonly id: string; readonly passing: boolean; readonly value: unknown }
  /** Kept rows that the answer shows to be gone; synchronous, inside the transaction. */
  readonly gone?: {
    readonly selection: RowSelection
    readonly of: (
      kept: readonly { readonly id: string; readonly at: number }[],
    ) => readonly string[]
  }
}

/** What a screen's reading is made of, as it was at one moment. */
export interface CacheReading {
  readonly rows: readonly StoredRow[]
  readonly receipt: StoredReceipt | null
  readonly cursor: StoredCursor | null
}

export interface CacheStore {
  readonly name: string
  readonly userId: string
  readonly organizationId: string
  /** Tables that scopes fill. */
  readonly pulled: readonly string[]
  /** True once closed here or deleted by another tab: nothing is read or kept any more. */
  isClosed(): boolean
  close(): void
  /** Raw rows; for live queries. Open their bodies afterwards with `openRow`. */
  rows(table: string, selection: RowSelection): Promise<readonly StoredRow[]>
  /** Rows, receipt and the cursor of `scope` (null: of none) in one transaction. */
  reading(
    table: string,
    selection: RowSelection,
    receiptId: string,
    scope: string | null,
  ): Promise<CacheReading>
  receipt(id: string): Promise<StoredReceipt | null>
  openRow(table: string, row: StoredRow): Promise<unknown>
  openReceipt(receipt: StoredReceipt): Promise<unknown>
  /**
   * Keeps an answer in one transaction: the higher revision wins, then the later answer. Revoked
   * rows, and cards missing from a complete roster, do not return. False: the store is closed.
   */
  accept(acceptance: Acceptance): Promise<boolean>
  /** A sealed row for `applyPull`; at most 500 at once. `asOf`: server time, epoch milliseconds. */
  sealRow(table: string, row: IncomingRow, asOf: number): Promise<StoredRow>
  /** How far a scope has come; null: it was never asked for. For live queries. */
  cursor(scope: string): Promise<StoredCursor | null>
  /** Those of several scopes, in their order, in one question. */
  cursorsOf(scopes: readonly string[]): Promise<readonly (StoredCursor | null)[]>
  cursors(): Promise<readonly StoredCursor[]>
  /** Has subjects asked for whom this store never asked for; of others nothing changes. */
  askFor(subjectIds: readonly string[]): Promise<void>
  /**
   * Rows, removals and cursors of one answer in one transaction. `asked`: its cursors. Null: the
   * store is closed.
   */
  applyPull(answer: PulledAnswer, asked: ReadonlyMap<string, string>): Promise<PullOutcome | null>
  /**
   * Evicts a scope, and receipts that would make the rest look complete. Answers the freed
   * characters.
   */
  evict(scope: string, isReceipt: (id: string) => boolean): Promise<number>
  /**
   * Evicts rows of the sized tables (or `which`), oldest answers first, down to so many characters.
   * Answers how many.
   */
  trimSized(most: number, which?: readonly string[]): Promise<number>
  /** Forgets rows that this user may no longer see. */
  remove(table: string, selection: RowSelection): Promise<void>
}

/** True for an earlier release's cache; a newer one belongs to another tab. */
export const isEarlierCache = (name: string): boolean =>
  Number(/-v(\d+)$/.exec(name)?.[1] ?? 0) < cacheVersion

export const cacheName = (userId: string, organizationId: string): string =>
  `lamplight-cache-${shortHash(userId)}-${organizationId}-v${cacheVersion}`

const selected = (table: Table<StoredRow, string>, selection: RowSelection) =>
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

/**
 * Opens the disposable store of a user in an organisation. `onTaken`: another tab deletes or
 * upgrades it. `as: 'guest'`: beside a page that has it open; never made (rejects with ProblemError
 * storage), searches untouched.
 */
export const openCache = async (
  environment: StoreEnvironment & { readonly tables: StoreTables },
  userId: string,
  organizationId: string,
  onTaken: () => void = () => undefined,
  as: 'page' | 'guest' = 'page',
): Promise<CacheStore> => {
  const { codec, tables } = environment
  const isRoster = (which: string): boolean =>
    tables.some(({ name: known, isRoster: is }) => known === which && is === true)
  const pulled = tables.filter(({ pulled: is }) => is).map(({ name: known }) => known)
  const sized = tables.filter(({ isSized }) => isSized === true).map(({ name: known }) => known)
  const name = cacheName(userId, organizationId)
  const database = new Dexie(name, { ...dexieOptions(environment), cache: 'disabled' })
  for (const { version, stores } of cacheSchemas(tables)) database.version(version).stores(stores)
  // Thrown while it is being made: nothing is made then.
  if (as === 'guest')
    database.on('populate', () => {
      throw new Error('There is no such store')
    })
  let closed = false
  // Another tab deletes or upgrades it. `false` keeps Dexie from opening an empty one again.
  database.on('versionchange', () => {
    closed = true
    database.close()
    onTaken()
    return false
  })
  /** Dexie would reopen a lost or closed connection, as an empty database. */
  const stillOpen = (): Dexie => {
    if (closed) throw new Dexie.DatabaseClosedError()
    return database
  }
  const table = (which: string): Table<StoredRow, string> => stillOpen().table(which)
  const receipts = (): Table<StoredReceipt, string> => stillOpen().table('receipt')
  const cursors = (): Table<StoredCursor, string> => stillOpen().table('cursor')
  const context = (which: string, id: string, version?: number): SealContext => ({
    table: which,
    id,
    userId,
    organizationId,
    ...(version === undefined ? {} : { version }),
  })
  const guard = <Value>(work: () => PromiseLike<Value>): Promise<Value> =>
    guarded(database, () => !closed, work)

  await guard(async () => {
    await database.open()
    if (as === 'page') await receipts().where('passing').equals(1).delete()
  })

  const sealRow = async (
    which: string,
    { value, ...row }: IncomingRow,
    asOf: number,
  ): Promise<StoredRow> => {
    const body = await codec.seal(context(which, row.id, row.revision), value)
    return { ...row, asOf, ...(sized.includes(which) ? { size: body.length } : {}), body }
  }

  /** Does `work` in a store that may close under it: null then. */
  const unlessClosed = async <Value>(work: () => Promise<Value>): Promise<Value | null> => {
    if (closed) return null
    try {
      return await guard(work)
    } catch (thrown) {
      if (closed) return null
      throw thrown
    }
  }

  const accept = async ({
    table: which,
    rows,
    asOf,
    ofCommand,
    receipt,
    gone,
  }: Acceptance): Promise<boolean> => {
    const sealed: readonly StoredRow[] = await Promise.all(
      rows.map((row) => sealRow(which, row, asOf)),
    )
    const sealedReceipt: StoredReceipt | null =
      receipt === undefined
        ? null
        : {
            id: receipt.id,
            asOf,
            passing: receipt.passing ? 1 : 0,
            body: await codec.seal(context('receipt', receipt.id), receipt.value),
          }
    const kept = await unlessClosed(async () => {
      await database.transaction('rw', table(which), receipts(), cursors(), async () => {
        const keptReceipt =
          sealedReceipt === null ? undefined : await receipts().get(sealedReceipt.id)
        const isLate = keptReceipt !== undefined && keptReceipt.asOf > asOf
        const rowsKept = await table(which).bulkGet(sealed.map((row) => row.id))
        const roster = isRoster(which)
          ? await cursors().get(rosterScope(organizationId))
          : undefined
        const records = new Map(
          (
            await cursors().bulkGet([
              ...new Set(sealed.map(({ subjectId }) => subjectScope(subjectId))),
            ])
          ).map((cursor) => [cursor?.subjectId, cursor]),
        )
        const isOver = (cursor: StoredCursor | undefined): boolean =>
          cursor !== undefined && cursor.gone !== '' && (ofCommand === true || cursor.asOf > asOf)
        const mayTake = ({ subjectId }: StoredRow, old: StoredRow | undefined): boolean =>
          roster?.isWhole === true
            ? old?.scopes?.includes(roster.scope) === true
            : !isOver(roster) && !isOver(records.get(subjectId))
        // Built anew, perhaps in another life of the database, whose revisions begin lower: there
        // the answer to a command is the news.
        const isRenewed = ({ subjectId }: StoredRow): boolean =>
          ofCommand === true && records.get(subjectId)?.building != null
        if (gone !== undefined && !isLate) {
          const present = await selected(table(which), gone.selection).toArray()
          // What came with a later answer than this one is not this answer's to remove, nor what a
          // scope holds.
          await table(which).bulkDelete([
            ...gone.of(
              present.filter((row) => row.asOf <= asOf && (row.scopes ?? []).length === 0),
            ),
          ])
        }
        const taken = sealed.flatMap((row, at) => {
          const old = rowsKept[at]
          return mayTake(row, old) && (wins(row, old) || isRenewed(row))
            ? [old?.scopes === undefined ? row : { ...row, scopes: old.scopes }]
            : []
        })
        await table(which).bulkPut(taken)
        // Of a subject whose record this store never held (the browser took it away, and they were
        // lost meanwhile) no answer would ever take the row off: theirs is asked for.
        const strangers =
          ofCommand !== true || isRoster(which)
            ? []
            : taken.filter(
                ({ subjectId }) => subjectId !== '' && records.get(subjectId) === undefined,
              )
        if (strangers.length > 0)
          await cursors().bulkPut(
            strangers.map(({ subjectId }) => unasked(subjectScope(subjectId), subjectId)),
          )
        if (sealedReceipt !== null && !isLate) await receipts().put(sealedReceipt)
      })
      return true
    })
    return kept === true
  }

  return {
    name,
    userId,
    organizationId,
    pulled,
    isClosed: () => closed,
    close: () => {
      closed = true
      database.close()
    },
    rows: async (which, selection) => await selected(table(which), selection).toArray(),
    reading: async (which, selection, receiptId, scope) =>
      await stillOpen().transaction(
        'r',
        scope === null ? [which, 'receipt'] : [which, 'receipt', 'cursor'],
        async () => {
          const [rows, receipt, cursor] = await Promise.all([
            selected(table(which), selection).toArray(),
            receipts().get(receiptId),
            scope === null ? undefined : cursors().get(scope),
          ])
          return { rows, receipt: receipt ?? null, cursor: cursor ?? null }
        },
      ),
    receipt: async (id) => (await receipts().get(id)) ?? null,
    openRow: (which, row) => codec.open(context(which, row.id, row.revision), row.body),
    openReceipt: (receipt) => codec.open(context('receipt', receipt.id), receipt.body),
    accept,
    sealRow,
    cursor: async (scope) => (await cursors().get(scope)) ?? null,
    cursorsOf: async (scopes) =>
      (await cursors().bulkGet([...scopes])).map((found) => found ?? null),
    cursors: async () => await cursors().toArray(),
    askFor: async (subjectIds) =>
      void (await unlessClosed(
        async () =>
          await database.transaction('rw', cursors(), async () => {
            const known = await cursors().bulkGet(subjectIds.map(subjectScope))
            const strangers = subjectIds.filter((_id, at) => known[at] === undefined)
            if (strangers.length > 0)
              await cursors().bulkPut(strangers.map((id) => unasked(subjectScope(id), id)))
            return true
          }),
      )),
    // An async function: only then Dexie keeps the transaction open. The code is loaded before the
    // transaction, outside of the sign-in page's scripts.
    applyPull: async (answer, asked) => {
      const { applyPull, scopeTables } = await import('./scopes')
      return await unlessClosed(
        async () =>
          await database.transaction(
            'rw',
            scopeTables(tables),
            async () => await applyPull(database, tables, answer, asked),
          ),
      )
    },
    evict: async (scope, isReceipt) => {
      const { evictScope, scopeTables } = await import('./scopes')
      return (
        (await unlessClosed(
          async () =>
            await database.transaction(
              'rw',
              [...scopeTables(tables), 'receipt'],
              async () => await evictScope(database, tables, scope, isReceipt),
            ),
        )) ?? 0
      )
    },
    trimSized: async (most, which = sized) => {
      const { trimSized } = await import('./scopes')
      let gone = 0
      for (const one of which)
        gone +=
          (await unlessClosed(
            async () =>
              await database.transaction(
                'rw',
                one,
                async () => await trimSized(database, one, most),
              ),
          )) ?? 0
      return gone
    },
    remove: async (which, selection) => {
      if (!closed) await guard(() => selected(table(which), selection).delete())
    },
  }
}

/**
 * Deletes a cache database. False: a frozen or older tab still holds it; it is deleted with that
 * tab, and nobody waits.
 */
export const deleteDatabase = async (
  environment: StoreEnvironment,
  name: string,
): Promise<boolean> => {
  const database = new Dexie(name, dexieOptions(environment))
  return await new Promise<boolean>((resolve, reject) => {
    database.on('blocked', () => resolve(false))
    database.delete().then(() => resolve(true), reject)
  })
}
