import type { CacheStore, SealedRow } from '../store'
import { readAnswer, type Identified, type Resource } from '../define'
import type { PullAnswer } from './pull-answer'

/** Rows read and sealed before the page may work: a few milliseconds. */
const rowsAtOnce = 10

type Incoming = PullAnswer['scopes'][number]['put']

export interface SealRowsOptions {
  readonly resourceOf: (entity: string) => Resource<never, Identified> | undefined
  /** Updates the signed-in user before the cursor is kept. */
  readonly me: {
    readonly entity: string
    readonly adopt: (value: unknown, organizationId: string) => Promise<void>
  }
  readonly report: (thrown: unknown, where: string) => void
  /** Lets the thread do what else it has to do before more rows are read. */
  readonly breathe: () => Promise<void>
}

/** Reads the rows of an answer and seals them for the tables of a store. */
export const createSealRows = ({ resourceOf, me, report, breathe }: SealRowsOptions) => {
  const sealedRow = async (
    store: CacheStore,
    { entity, value }: Incoming[number],
    asOf: number,
  ): Promise<readonly SealedRow[]> => {
    if (entity === me.entity) {
      await me.adopt(value, store.organizationId)
      return []
    }
    const resource = resourceOf(entity)
    // An entity of a later version: this one has no place for it, and asks from the beginning when
    // it does.
    if (resource === undefined || !store.pulled.includes(resource.table)) return []
    const row = readAnswer((given) => resource.row(given), value, report, resource.name)
    return [
      {
        table: resource.table,
        row: await store.sealRow(
          resource.table,
          { id: row.id, revision: row.revision, ...resource.index(row), value: row },
          asOf,
        ),
      },
    ]
  }

  return async (store: CacheStore, put: Incoming, asOf: number): Promise<readonly SealedRow[]> => {
    const rows: SealedRow[] = []
    for (let from = 0; from < put.length; from += rowsAtOnce) {
      // Reading and sealing hold the thread: in a page somebody may be working on a screen
      // meanwhile.
      if (from > 0) await breathe()
      rows.push(
        ...(
          await Promise.all(
            put.slice(from, from + rowsAtOnce).map((one) => sealedRow(store, one, asOf)),
          )
        ).flat(),
      )
    }
    return rows
  }
}
