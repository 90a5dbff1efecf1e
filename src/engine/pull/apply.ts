import { problem, ProblemError } from '../../domain/problem'
import { subjectOf } from '../../domain/sync/scopes'
import { readAnswer, type Identified, type Resource, type ScopedResource } from '../define'
import type { PullAnswer } from '../protocol'
import type { CacheStore, EndedScope, SealedRow } from '../store'

/** An answer on its way into a store: plain data, so that it may cross into a worker. */
export interface PulledText {
  /** The body as it came. */
  readonly text: string
  /** The cursors that it was asked with, by scope; '' from the beginning. */
  readonly asked: readonly (readonly [scope: string, cursor: string])[]
  /** Epoch milliseconds. */
  readonly checkedAt: number
  readonly noteAfterMs: number
  /** Somebody looks at what was asked for. */
  readonly isUsed: boolean
}

/** What became of an answer: plain data as well. */
export interface PullTaken {
  readonly epoch: string
  /** Scopes that the answer spoke of, and those of them that have more to give. */
  readonly answered: readonly string[]
  readonly more: readonly string[]
  /** Another tab was faster. */
  readonly stale: readonly string[]
  readonly reset: readonly string[]
  readonly ended: readonly EndedScope[]
  /** Scopes of rows that only left the asking view: each is asked. */
  readonly left: readonly string[]
  /** Scopes with an end, and how long they were still the user's when the server answered. */
  readonly ending: readonly {
    readonly scope: string
    readonly endsAt: number
    readonly leftMs: number
  }[]
  /** Rows put and removed. */
  readonly rows: number
}

/** The data of an answer; throws for one that says that something went wrong. */
const dataOf = (text: string): unknown => {
  const body = JSON.parse(text) as { readonly data?: unknown; readonly errors?: unknown }
  if (body.errors !== undefined) throw new ProblemError(problem('server:partial-answer'))
  return body.data
}

/** Rows read and sealed before the page may work: a few milliseconds. */
const rowsAtOnce = 10

type Incoming = PullAnswer['scopes'][number]['put']

interface SealRowsOptions {
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
const createSealRows = ({ resourceOf, me, report, breathe }: SealRowsOptions) => {
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

type ScopeAnswer = PullAnswer['scopes'][number]

export interface ApplyOptions extends Omit<SealRowsOptions, 'resourceOf'> {
  readonly resources: readonly Resource<never, Identified>[]
  /** Parses the data of an answer. */
  readonly wire: (data: unknown) => PullAnswer
}

/**
 * Reads, seals and keeps an answer in one transaction, in page or worker. Null: the store is
 * closed. Rejects with ProblemError for an unreadable answer, of which nothing is kept.
 */
export const createApply = (options: ApplyOptions) => {
  const resourceOf = (entity: string) =>
    options.resources.find(
      (known): known is ScopedResource<never, Identified> => known.entity === entity,
    )

  const sealed = createSealRows({ ...options, resourceOf })
  const scopeOf = (entity: string, id: string | undefined): readonly string[] => {
    const scope = id === undefined ? null : (resourceOf(entity)?.opens(id) ?? null)
    return scope === null ? [] : [scope]
  }

  /** What removed rows say of the scopes that they opened. */
  const leavingOf = (remove: ScopeAnswer['remove']) => {
    const left: string[] = []
    const ends: EndedScope[] = []
    for (const { type, id, reason } of remove) {
      const scopes = scopeOf(type, id)
      // Who only left the roster may still be this user's to open: that scope is asked at once,
      // and answers for itself.
      if (reason === 'OUT_OF_SCOPE') left.push(...scopes)
      else ends.push(...scopes.map((scope) => ({ scope, subjectId: subjectOf(scope), reason })))
    }
    return { left, ends }
  }

  const patchOf = async (
    store: CacheStore,
    { scope, base, next, more, moreOf, endsAt, put, remove }: ScopeAnswer,
    asOf: number,
  ) => {
    const { left, ends } = leavingOf(remove)
    return {
      left,
      patch: {
        scope,
        subjectId: subjectOf(scope),
        base,
        next,
        isWhole: !more,
        moreOf,
        endsAt,
        ends,
        put: await sealed(store, put, asOf),
        opens: put.flatMap(({ entity, value }) =>
          scopeOf(entity, (value as Partial<Identified>).id),
        ),
        closes: remove.flatMap(({ type, id }) => scopeOf(type, id)),
        remove: remove.flatMap(({ type, id }) => {
          const table = resourceOf(type)?.table
          return table !== undefined && store.pulled.includes(table) ? [{ table, id }] : []
        }),
      },
    }
  }

  return async (
    store: CacheStore,
    { text, asked, checkedAt, noteAfterMs, isUsed }: PulledText,
  ): Promise<PullTaken | null> => {
    const answer = readAnswer(() => options.wire(dataOf(text)), text, options.report, 'syncPull')
    const { asOf } = answer
    const ended: EndedScope[] = answer.revokedScopes.map((scope) => ({
      scope,
      subjectId: subjectOf(scope),
      reason: 'REVOKED',
    }))
    const read = await Promise.all(answer.scopes.map((one) => patchOf(store, one, asOf)))
    const patches = read.map(({ patch }) => patch)
    const outcome = await store.applyPull(
      {
        asOf,
        checkedAt,
        patches,
        ended,
        reset: answer.resetScopes,
        noteAfterMs,
        ...(isUsed ? { usedAt: checkedAt } : {}),
      },
      new Map(asked),
    )
    if (outcome === null) return null
    return {
      epoch: answer.epoch,
      answered: [
        ...new Set([
          ...answer.scopes.map(({ scope }) => scope),
          ...answer.revokedScopes,
          ...answer.resetScopes,
        ]),
      ],
      more: answer.scopes.filter(({ more }) => more).map(({ scope }) => scope),
      stale: outcome.stale,
      reset: answer.resetScopes,
      ended: [
        ...ended,
        ...patches
          .filter(({ scope }) => !outcome.stale.includes(scope))
          .flatMap(({ ends }) => ends),
      ],
      left: [...read.flatMap(({ left }) => left), ...outcome.left],
      ending: answer.scopes.flatMap(({ scope, endsAt }) =>
        endsAt === null ? [] : [{ scope, endsAt, leftMs: endsAt - asOf }],
      ),
      rows: patches.reduce((sum, { put, remove }) => sum + put.length + remove.length, 0),
    }
  }
}
export type ApplyAnswer = ReturnType<typeof createApply>
