import { rosterScope, subjectScope } from '../../domain/sync/scopes'
import { keepAnswer, selected } from './acceptance'
import type { Acceptance, CacheReading, CacheStore, IncomingRow } from './cache-contract'
import { cacheName, openCacheDatabase, type CacheDatabase } from './cache-database'
import type { SealContext } from './codec'
import type { StoreEnvironment } from './environment'
import { unasked, type StoreTables, type StoredReceipt, type StoredRow } from './tables'

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
