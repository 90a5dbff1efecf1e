import { problem, ProblemError } from '../../domain/problem'
import { cursorToAsk, patientOf, rowTables, type CacheStore, type EndedScope, type RowTable, type SealedRow } from '../../platform/store'
import type { Identified, Resource } from '../kit'

/** One answer of `syncPull`, read but not opened: rows are still what the server sent. `asOf`: epoch milliseconds. */
export interface PullAnswer {
  readonly epoch: string
  readonly asOf: number
  readonly revokedScopes: readonly string[]
  readonly resetScopes: readonly string[]
  readonly scopes: readonly {
    readonly scope: string
    readonly base: string
    readonly next: string
    readonly more: boolean
    readonly put: readonly { readonly entity: string; readonly value: unknown }[]
    readonly remove: readonly { readonly type: string; readonly id: string; readonly reason: string }[]
  }[]
}

export interface PullQuestion {
  readonly group: string
  readonly epoch: string
  readonly cursors: readonly { readonly scope: string; readonly cursor: string | null }[]
  readonly limit: number
}

/** How one question is asked. */
export interface PullManner {
  /** Rows at most, 1 to 500: what one transaction and one turn of sealing take on. */
  readonly limit: number
  /** Not asked again by the transport when it fails. */
  readonly once: boolean
  /** An answer without news is noted when the last note is older than this, milliseconds. */
  readonly noteAfterMs: number
}

/** What one question came to. Scopes in none of the lists were answered, kept, and have no more. */
export interface PullPage {
  /** Have more to give, or were not reached: to be asked again. */
  readonly again: readonly string[]
  /** Another tab was faster: to be asked again. */
  readonly stale: readonly string[]
  /** Begin anew, beside what is kept: to be asked again. */
  readonly reset: readonly string[]
  readonly ended: readonly EndedScope[]
  readonly rows: number
}

/** Rows that are read and sealed before the page may do something else: a few milliseconds on a slow tablet. */
const rowsAtOnce = 10

const closed = (): ProblemError => new ProblemError(problem('storage', 'This answer came after its store was closed'))
const isRowTable = (table: string): table is RowTable => rowTables.some((known) => known === table)

/**
 * Asks for what changed in scopes since their cursors and keeps the answer, sealed first, in one transaction. An answer that
 * comes when its store is closed is thrown away; one that cannot be read is kept not at all.
 */
export const createPull = (options: {
  readonly resources: readonly Resource<never, Identified>[]
  readonly ask: (question: PullQuestion, organizationId: string, once: boolean) => Promise<PullAnswer>
  readonly group: () => Promise<string>
  /** The server's life as this device last heard of it. */
  readonly epoch: () => Promise<string>
  /** The server's life is another one: says hello again, which also moves the outbox. */
  readonly greet: () => Promise<void>
  /** Takes over the signed-in user as the server now knows them, before the cursor says that they are held. */
  readonly me: { readonly entity: string; readonly adopt: (value: unknown, organizationId: string) => Promise<void> }
  /** Reads one answer's row by its resource; throws ProblemError for what cannot be read. */
  readonly read: (wire: (value: unknown) => Identified, value: unknown, where: string) => Identified
  readonly now: () => number
  /** Lets the page do what it has to do before more rows are read. */
  readonly breathe: () => Promise<void>
}) => {
  const resourceOf = (entity: string) => options.resources.find((known) => known.entity === entity)

  const sealedRow = async (store: CacheStore, { entity, value }: PullAnswer['scopes'][number]['put'][number], asOf: number): Promise<readonly SealedRow[]> => {
    if (entity === options.me.entity) {
      await options.me.adopt(value, store.organizationId)
      return []
    }
    const resource = resourceOf(entity)
    // An entity of a later version: this one has no place for it, and asks from the beginning when it does.
    if (resource === undefined || !isRowTable(resource.table)) return []
    const row = options.read((given) => resource.row(given), value, resource.name)
    return [{ table: resource.table, row: await store.sealRow(resource.table, { id: row.id, revision: row.revision, ...resource.index(row), value: row }, asOf) }]
  }

  const sealed = async (store: CacheStore, put: PullAnswer['scopes'][number]['put'], asOf: number): Promise<readonly SealedRow[]> => {
    const rows: SealedRow[] = []
    for (let from = 0; from < put.length; from += rowsAtOnce) {
      // Reading and sealing hold the page's thread: somebody may be working on a screen meanwhile.
      if (from > 0) await options.breathe()
      rows.push(...(await Promise.all(put.slice(from, from + rowsAtOnce).map((one) => sealedRow(store, one, asOf)))).flat())
    }
    return rows
  }

  const opened = (entity: string, id: string | undefined): readonly string[] => {
    const scope = id === undefined ? null : resourceOf(entity)?.opens(id) ?? null
    return scope === null ? [] : [scope]
  }

  return async (store: CacheStore, scopes: readonly string[], manner: PullManner): Promise<PullPage> => {
    const asked = new Map(await Promise.all(scopes.map(async (scope) => [scope, cursorToAsk(await store.cursor(scope))] as const)))
    const epoch = await options.epoch()
    const answer = await options.ask({
      group: await options.group(), epoch, limit: manner.limit, cursors: [...asked].map(([scope, cursor]) => ({ scope, cursor: cursor === '' ? null : cursor })),
    }, store.organizationId, manner.once)
    const checkedAt = options.now()
    const { asOf } = answer
    const ended: EndedScope[] = answer.revokedScopes.map((scope) => ({ scope, patientId: patientOf(scope), reason: 'REVOKED' }))
    const left: string[] = []
    const patches = await Promise.all(answer.scopes.map(async ({ scope, base, next, more, put, remove }) => {
      const ends: EndedScope[] = []
      for (const { type, id, reason } of remove) {
        // Who only left the wards may still be this user's to open: that scope is asked at once, and answers for itself.
        if (reason === 'OUT_OF_SCOPE') left.push(...opened(type, id))
        else ends.push(...opened(type, id).map((one) => ({ scope: one, patientId: patientOf(one), reason })))
      }
      return {
        scope, patientId: patientOf(scope), base, next, isWhole: !more, ends, put: await sealed(store, put, asOf),
        opens: put.flatMap(({ entity, value }) => opened(entity, (value as Partial<Identified>).id)), closes: remove.flatMap(({ type, id }) => opened(type, id)),
        remove: remove.flatMap(({ type, id }) => { const table = resourceOf(type)?.table; return table !== undefined && isRowTable(table) ? [{ table, id }] : [] }),
      }
    }))
    const outcome = await store.applyPull({ asOf, checkedAt, patches, ended, reset: answer.resetScopes, noteAfterMs: manner.noteAfterMs }, asked)
    if (outcome === null) throw closed()
    const over = [...ended, ...patches.filter(({ scope }) => !outcome.stale.includes(scope)).flatMap(({ ends }) => ends)]
    if (answer.epoch !== epoch) await options.greet()
    const answered = new Set([...answer.scopes.map(({ scope }) => scope), ...answer.revokedScopes, ...answer.resetScopes])
    const held = (await Promise.all(left.map((scope) => store.cursor(scope)))).flatMap((cursor) => cursor === null || cursor.gone !== '' ? [] : [cursor.scope])
    return {
      again: [...new Set([...answer.scopes.filter(({ more }) => more).map(({ scope }) => scope), ...scopes.filter((scope) => !answered.has(scope)), ...held])],
      stale: outcome.stale,
      reset: answer.resetScopes,
      ended: over,
      rows: patches.reduce((sum, { put, remove }) => sum + put.length + remove.length, 0),
    }
  }
}
export type Pull = ReturnType<typeof createPull>
