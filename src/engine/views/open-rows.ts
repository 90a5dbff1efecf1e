import { toProblem } from '../../domain/problem'
import type { CacheReading, CacheStore, StoredRow } from '../store'
import type { Identified, Receipt, Resource } from '../define'
import { receiptSchema } from './refresh'

/** Rows whose ciphers work at the same time. */
const rowsAtOnce = 20

/**
 * True for what a codec says of a body that its key does not open; not where there is no key at
 * all.
 */
const isForeign = (thrown: unknown): boolean => toProblem(thrown).code === 'storage:unreadable'

export interface OpenRowsOptions<Params, Entity extends Identified> {
  readonly cache: CacheStore
  readonly resource: Resource<Params, Entity>
  /** A row was found that no key opens: it is not here, whatever its cursor says. */
  readonly unopened?: (() => Promise<void>) | undefined
  /** Between two rows that are read: the page may do something else. */
  readonly breathe?: (() => Promise<void>) | undefined
  readonly report: (thrown: unknown, where: string) => void
}

/** Opens rows and receipts of one reading, and remembers what is open. */
export const createOpenRows = <Params, Entity extends Identified>({
  cache,
  resource,
  unopened,
  breathe,
  report,
}: OpenRowsOptions<Params, Entity>) => {
  const opened = new Map<string, { readonly body: string; readonly value: Entity }>()
  /** Asked for once in the life of a view, unless that failed. */
  let isAskedAnew = false
  const askAnew = (thrown: unknown): void => {
    if (isAskedAnew || !isForeign(thrown)) return
    isAskedAnew = true
    unopened?.().catch((error: unknown) => {
      isAskedAnew = false
      report(error, 'pull')
    })
  }
  const unreadable = (thrown: unknown): null => {
    report(thrown, `row of ${resource.name}`)
    return null
  }
  const decrypted = async (row: StoredRow): Promise<{ readonly body: unknown } | null> => {
    if (opened.get(row.id)?.body === row.body) return null
    try {
      return { body: await cache.openRow(resource.table, row) }
    } catch (thrown) {
      askAnew(thrown)
      return unreadable(thrown)
    }
  }
  const readRow = (row: StoredRow, { body }: { readonly body: unknown }): void => {
    try {
      opened.set(row.id, { body: row.body, value: resource.row(body) })
    } catch (thrown) {
      unreadable(thrown)
    }
  }
  const some = async (rows: readonly StoredRow[]): Promise<readonly (Entity | null)[]> => {
    const found = await Promise.all(rows.map(decrypted))
    for (const [at, row] of rows.entries()) {
      const one = found[at]
      if (one == null || opened.get(row.id)?.body === row.body) continue
      readRow(row, one)
      await breathe?.()
    }
    return rows.map((row) => {
      const known = opened.get(row.id)
      return known?.body === row.body ? known.value : null
    })
  }

  return {
    receipt: async (receipt: CacheReading['receipt']): Promise<Receipt | null> => {
      if (receipt === null) return null
      try {
        return receiptSchema.parse(await cache.openReceipt(receipt))
      } catch (thrown) {
        if (!isForeign(thrown)) throw thrown
        // As if there were none: what it says of is asked for again.
        askAnew(thrown)
        return null
      }
    },
    /**
     * The values of all rows; null for one that this version cannot read: reported, and said with
     * the reading. Null instead of values: `isOver` meanwhile, and what was opened is remembered.
     */
    values: async (
      rows: readonly StoredRow[],
      isOver: () => boolean,
    ): Promise<readonly (Entity | null)[] | null> => {
      const values: (Entity | null)[] = []
      for (let from = 0; from < rows.length; from += rowsAtOnce) {
        values.push(...(await some(rows.slice(from, from + rowsAtOnce))))
        if (isOver()) return null
      }
      // What is no longer kept is no longer remembered open either.
      const kept = new Set(rows.map((row) => row.id))
      for (const id of opened.keys()) if (!kept.has(id)) opened.delete(id)
      return values
    },
  }
}
