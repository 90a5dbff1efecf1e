import { subjectOf } from '../../domain/sync/scopes'
import { problem, ProblemError } from '../../domain/problem'
import { type CacheStore, type EndedScope, type SealedRow } from '../store'
import type { Identified, Resource } from '../define'
import { readAnswer } from '../outbox/outcome'

/** An answer of `syncPull` with unopened rows. `asOf`: epoch milliseconds. */
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
    readonly remove: readonly {
      readonly type: string
      readonly id: string
      readonly reason: string
    }[]
  }[]
}

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
  /** Rows put and removed. */
  readonly rows: number
}

/** Rows read and sealed before the page may work: a few milliseconds. */
const rowsAtOnce = 10

/** The data of an answer; throws for one that says that something went wrong. */
const dataOf = (text: string): unknown => {
  const body = JSON.parse(text) as { readonly data?: unknown; readonly errors?: unknown }
  if (body.errors !== undefined) throw new ProblemError(problem('server:partial-answer'))
  return body.data
}

export interface ApplyOptions {
  readonly resources: readonly Resource<never, Identified>[]
  /** Parses the data of an answer. */
  readonly wire: (data: unknown) => PullAnswer
  /** Updates the signed-in user before the cursor is kept. */
  readonly me: {
    readonly entity: string
    readonly adopt: (value: unknown, organizationId: string) => Promise<void>
  }
  readonly report: (thrown: unknown, where: string) => void
  /** Lets the thread do what else it has to do before more rows are read. */
  readonly breathe: () => Promise<void>
}

/**
 * Reads, seals and keeps an answer in one transaction, in page or worker. Null: the store is
 * closed. Rejects with ProblemError for an unreadable answer, of which nothing is kept.
 */
export const createApply = (options: ApplyOptions) => {
  const resourceOf = (entity: string) => options.resources.find((known) => known.entity === entity)

  const sealedRow = async (
    store: CacheStore,
    { entity, value }: PullAnswer['scopes'][number]['put'][number],
    asOf: number,
  ): Promise<readonly SealedRow[]> => {
    if (entity === options.me.entity) {
      await options.me.adopt(value, store.organizationId)
      return []
    }
    const resource = resourceOf(entity)
    // An entity of a later version: this one has no place for it, and asks from the beginning when
    // it does.
    if (resource === undefined || !store.pulled.includes(resource.table)) return []
    const row = readAnswer((given) => resource.row(given), value, options.report, resource.name)
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

  const sealed = async (
    store: CacheStore,
    put: PullAnswer['scopes'][number]['put'],
    asOf: number,
  ): Promise<readonly SealedRow[]> => {
    const rows: SealedRow[] = []
    for (let from = 0; from < put.length; from += rowsAtOnce) {
      // Reading and sealing hold the thread: in a page somebody may be working on a screen
      // meanwhile.
      if (from > 0) await options.breathe()
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

  const opened = (entity: string, id: string | undefined): readonly string[] => {
    const scope = id === undefined ? null : (resourceOf(entity)?.opens(id) ?? null)
    return scope === null ? [] : [scope]
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
    const left: string[] = []
    const patches = await Promise.all(
      answer.scopes.map(async ({ scope, base, next, more, put, remove }) => {
        const ends: EndedScope[] = []
        for (const { type, id, reason } of remove) {
          // Who only left the roster may still be this user's to open: that scope is asked at once,
          // and answers for itself.
          if (reason === 'OUT_OF_SCOPE') left.push(...opened(type, id))
          else
            ends.push(
              ...opened(type, id).map((one) => ({ scope: one, subjectId: subjectOf(one), reason })),
            )
        }
        return {
          scope,
          subjectId: subjectOf(scope),
          base,
          next,
          isWhole: !more,
          ends,
          put: await sealed(store, put, asOf),
          opens: put.flatMap(({ entity, value }) =>
            opened(entity, (value as Partial<Identified>).id),
          ),
          closes: remove.flatMap(({ type, id }) => opened(type, id)),
          remove: remove.flatMap(({ type, id }) => {
            const table = resourceOf(type)?.table
            return table !== undefined && store.pulled.includes(table) ? [{ table, id }] : []
          }),
        }
      }),
    )
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
      left: [...left, ...outcome.left],
      rows: patches.reduce((sum, { put, remove }) => sum + put.length + remove.length, 0),
    }
  }
}
export type ApplyAnswer = ReturnType<typeof createApply>
