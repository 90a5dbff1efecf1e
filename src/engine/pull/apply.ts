import { subjectOf } from '../../domain/sync/scopes'
import type { CacheStore, EndedScope } from '../store'
import { readAnswer, type Identified, type Resource, type ScopedResource } from '../define'
import { dataOf, type PullAnswer, type PulledText, type PullTaken } from './pull-answer'
import { createSealRows, type SealRowsOptions } from './seal-rows'

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
