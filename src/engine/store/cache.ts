import { Dexie, type Table } from 'dexie'
import { rosterScope, subjectScope } from '../../domain/sync/scopes'
import type {
  Acceptance,
  CacheReading,
  CacheStore,
  IncomingRow,
  RowSelection,
} from './cache-contract'
import { dexieOptions, type SealContext, type StoreEnvironment } from './environment'
import { guarded } from './guard'
import {
  cacheName,
  cacheSchemas,
  unasked,
  type StoredCursor,
  type StoredReceipt,
  type StoredRow,
  type StoreTables,
} from './tables'

/** The tables of an open cache. All of them throw once it was closed here or by another tab. */
interface CacheDatabase {
  readonly database: Dexie
  /** The database, unless it was closed: Dexie would open a lost one again, empty. */
  stillOpen(): Dexie
  rows(table: string): Table<StoredRow, string>
  receipts(): Table<StoredReceipt, string>
  cursors(): Table<StoredCursor, string>
  isClosed(): boolean
  close(): void
  /** Once more on a fresh connection after a loss. */
  guard<Value>(work: () => PromiseLike<Value>): Promise<Value>
  /** Does `work` in a store that may close under it: null then. */
  unlessClosed<Value>(work: () => Promise<Value>): Promise<Value | null>
}

/** `as: 'guest'`: opened beside a page, never made. `onTaken`: another tab deletes or upgrades it. */
const openCacheDatabase = async (
  environment: StoreEnvironment & { readonly tables: StoreTables },
  name: string,
  onTaken: () => void,
  as: 'page' | 'guest',
): Promise<CacheDatabase> => {
  const database = new Dexie(name, { ...dexieOptions(environment), cache: 'disabled' })
  for (const { version, stores } of cacheSchemas(environment.tables))
    database.version(version).stores(stores)
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
  const stillOpen = (): Dexie => {
    if (closed) throw new Dexie.DatabaseClosedError()
    return database
  }
  const guard = <Value>(work: () => PromiseLike<Value>): Promise<Value> =>
    guarded(database, () => !closed, work)
  const receipts = (): Table<StoredReceipt, string> => stillOpen().table('receipt')

  await guard(async () => {
    await database.open()
  })
  return {
    database,
    stillOpen,
    rows: (which) => stillOpen().table(which),
    receipts,
    cursors: () => stillOpen().table('cursor'),
    isClosed: () => closed,
    close: () => {
      closed = true
      database.close()
    },
    guard,
    unlessClosed: async (work) => {
      if (closed) return null
      try {
        return await guard(work)
      } catch (thrown) {
        if (closed) return null
        throw thrown
      }
    },
  }
}

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
const keepAnswer = async (
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

/** Receipts of calls: what they were answered. */
const ofCall = 'answer '
/** So many answers of calls are kept, the newest ones. */
const mostAnswers = 40

type CacheEnvironment = StoreEnvironment & { readonly tables: StoreTables }

/** How rows and receipts of this user in this organisation are sealed and opened. */
const sealsOf = (
  { codec, tables }: CacheEnvironment,
  owner: { readonly userId: string; readonly organizationId: string },
) => {
  const sized = tables.filter(({ isSized }) => isSized === true).map(({ name }) => name)
  const context = (table: string, id: string, version?: number): SealContext => ({
    table,
    id,
    ...owner,
    ...(version === undefined ? {} : { version }),
  })
  return {
    sized,
    row: async (
      which: string,
      { value, ...row }: IncomingRow,
      asOf: number,
    ): Promise<StoredRow> => {
      const body = await codec.seal(context(which, row.id, row.revision), value)
      return { ...row, asOf, ...(sized.includes(which) ? { size: body.length } : {}), body }
    },
    receipt: async (
      { id, value }: NonNullable<Acceptance['receipt']>,
      asOf: number,
    ): Promise<StoredReceipt> => ({
      id,
      asOf,
      body: await codec.seal(context('receipt', id), value),
    }),
    openRow: (which: string, row: StoredRow): Promise<unknown> =>
      codec.open(context(which, row.id, row.revision), row.body),
    openReceipt: (receipt: StoredReceipt): Promise<unknown> =>
      codec.open(context('receipt', receipt.id), receipt.body),
  }
}

/**
 * What is done by scope. The code is loaded before a transaction, outside of the sign-in page's
 * scripts. The bodies of transactions are async functions: only then Dexie keeps them open.
 */
const byScope = (
  { database, unlessClosed }: CacheDatabase,
  tables: StoreTables,
  sized: readonly string[],
): Pick<CacheStore, 'applyPull' | 'evict' | 'trimSized'> => ({
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
    const [{ scopeTables }, { evictScope }] = await Promise.all([
      import('./scopes'),
      import('./scope-eviction'),
    ])
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
    const { trimSized } = await import('./scope-eviction')
    let gone = 0
    for (const one of which)
      gone +=
        (await unlessClosed(
          async () =>
            await database.transaction('rw', one, async () => await trimSized(database, one, most)),
        )) ?? 0
    return gone
  },
})

/**
 * Opens the disposable store of a user in an organisation. `onTaken`: another tab deletes or
 * upgrades it. `as: 'guest'`: beside a page that has it open; never made (rejects with ProblemError
 * storage), searches untouched.
 */
export const openCache = async (
  environment: CacheEnvironment,
  userId: string,
  organizationId: string,
  onTaken: () => void = () => undefined,
  as: 'page' | 'guest' = 'page',
): Promise<CacheStore> => {
  const { tables } = environment
  const name = cacheName(userId, organizationId)
  const seals = sealsOf(environment, { userId, organizationId })
  const there = await openCacheDatabase(environment, name, onTaken, as)
  const { database, stillOpen, rows: table, receipts, cursors, guard, unlessClosed } = there
  const isRoster = (which: string): boolean =>
    tables.some(({ name: known, isRoster: is }) => known === which && is === true)

  const accept = async ({ table: which, rows, receipt, ...rest }: Acceptance): Promise<boolean> => {
    const { asOf } = rest
    const sealed = {
      ...rest,
      rows: await Promise.all(rows.map((row) => seals.row(which, row, asOf))),
      receipt: receipt === undefined ? null : await seals.receipt(receipt, asOf),
      rosterOf: isRoster(which) ? organizationId : null,
    }
    return (await unlessClosed(() => keepAnswer(there, which, sealed))) === true
  }

  const reading: CacheStore['reading'] = async (which, selection, receiptId, scope) =>
    await stillOpen().transaction(
      'r',
      scope === null ? [which, 'receipt'] : [which, 'receipt', 'cursor'],
      async (): Promise<CacheReading> => {
        const [rows, receipt, cursor] = await Promise.all([
          selected(table(which), selection).toArray(),
          receipts().get(receiptId),
          scope === null ? undefined : cursors().get(scope),
        ])
        return { rows, receipt: receipt ?? null, cursor: cursor ?? null }
      },
    )

  const askFor = async (subjectIds: readonly string[]): Promise<void> =>
    void (await unlessClosed(
      async () =>
        await database.transaction('rw', cursors(), async () => {
          const known = await cursors().bulkGet(subjectIds.map(subjectScope))
          const strangers = subjectIds.filter((_id, at) => known[at] === undefined)
          if (strangers.length > 0)
            await cursors().bulkPut(strangers.map((id) => unasked(subjectScope(id), id)))
          return true
        }),
    ))

  return {
    name,
    userId,
    organizationId,
    pulled: tables.filter(({ pulled: is }) => is).map(({ name: known }) => known),
    isClosed: there.isClosed,
    close: there.close,
    rows: async (which, selection) => await selected(table(which), selection).toArray(),
    reading,
    onRoster: async () => {
      const roster = tables.find(({ isRoster: is }) => is === true)
      return roster === undefined
        ? []
        : await table(roster.name).where('scopes').equals(rosterScope(organizationId)).primaryKeys()
    },
    receipt: async (id) => (await receipts().get(id)) ?? null,
    answer: async (id) => {
      const kept = await unlessClosed(() => receipts().get(`${ofCall}${id}`))
      return kept == null ? null : { value: await seals.openReceipt(kept), at: kept.asOf }
    },
    keepAnswer: async (id, value, at) => {
      const sealed = await seals.receipt({ id: `${ofCall}${id}`, value }, at)
      await unlessClosed(
        async () =>
          await database.transaction('rw', receipts(), async () => {
            await receipts().put(sealed)
            const all = await receipts().where('id').startsWith(ofCall).toArray()
            const over = all.toSorted((a, b) => b.asOf - a.asOf).slice(mostAnswers)
            await receipts().bulkDelete(over.map((one) => one.id))
            return true
          }),
      )
    },
    forgetAnswers: async (id) =>
      void (await unlessClosed(() =>
        id === undefined
          ? receipts().where('id').startsWith(ofCall).delete()
          : receipts().where('id').equals(`${ofCall}${id}`).delete(),
      )),
    openRow: seals.openRow,
    openReceipt: seals.openReceipt,
    accept,
    sealRow: seals.row,
    cursor: async (scope) => (await cursors().get(scope)) ?? null,
    cursorsOf: async (scopes) =>
      (await cursors().bulkGet([...scopes])).map((found) => found ?? null),
    cursors: async () => await cursors().toArray(),
    ending: async () => await cursors().where('endsAt').above(0).toArray(),
    askFor,
    ...byScope(there, tables, seals.sized),
    remove: async (which, selection) => {
      if (!there.isClosed()) await guard(() => selected(table(which), selection).delete())
    },
  }
}
