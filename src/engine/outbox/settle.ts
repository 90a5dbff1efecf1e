import { problem, ProblemError } from '../../domain/problem'
import type { Me } from '../../domain/user/me'
import type { CacheStore } from '../store'
import type { ChangedRow, Identified, Resource, Settled } from '../define'

/** Whose store: a user in an organisation. */
interface StoreOwner {
  readonly userId: string
  readonly organizationId: string
}

/** The resources of the rows that a command changed. */
export const changedBy = (rows: readonly ChangedRow[] = []): readonly string[] =>
  rows.map(({ resource }) => resource)

const notKept = (): ProblemError => new ProblemError(problem('storage:store-closed'))

/**
 * Keeps the server's answer to a command. Confirmed work is never invisible: the answer enters the
 * store of its user and organisation, or this rejects and the work stays.
 */
export const createSettle = (options: {
  /** The open store, if any. */
  readonly cache: () => CacheStore | null
  readonly now: () => number
  readonly adopt: (me: Me) => Promise<void>
  readonly resource: (name: string) => Resource<unknown, Identified> | undefined
}) => {
  const keep = async (store: CacheStore, rows: readonly ChangedRow[]): Promise<void> => {
    for (const { resource: name, row, asOf = options.now() } of rows) {
      const resource = options.resource(name)
      if (resource === undefined) throw new Error(`No resource is called ${name}`)
      const kept = await store.accept({
        table: resource.table,
        asOf,
        ofCommand: true,
        rows: [{ id: row.id, revision: row.revision, ...resource.index(row), value: row }],
      })
      if (!kept) throw notKept()
    }
  }

  return {
    /** The answer to waiting work of `owner`. */
    waiting: async (rows: readonly ChangedRow[], owner: StoreOwner): Promise<void> => {
      if (rows.length === 0) return
      const open = options.cache()
      // Signed out, or at work elsewhere by now: the next pass hears of it again, and its author
      // reads it where it was written.
      if (
        open === null ||
        open.userId !== owner.userId ||
        open.organizationId !== owner.organizationId
      )
        throw notKept()
      await keep(open, rows)
    },
    /** The answer to an online command; without an open store the next reading asks anyway. */
    atOnce: async (settled: Settled<unknown>, organizationId: string | null): Promise<void> => {
      if (settled.session !== undefined) await options.adopt(settled.session)
      const open = options.cache()
      if (open !== null && open.organizationId === organizationId)
        await keep(open, settled.accept ?? [])
    },
  }
}
