import { z } from 'zod'
import { problem, ProblemError, toProblem } from '../../domain/problem'
import type { Sender } from '../../platform/graphql'
import { isWholeOf, shortHash, type CacheStore } from '../store'
import {
  paramsKey,
  readAnswer,
  type AskedResource,
  type Identified,
  type Receipt,
  type Resource,
  type ScopedResource,
} from '../define'
import type { OlderAnswer, OlderQuestion } from '../protocol'
import { createAskedOnce, type ScreenPull } from '../pull/on-screen'

export const receiptId = <Params, Entity extends Identified>(
  resource: Resource<Params, Entity>,
  params: Params,
): string => `${resource.name} ${shortHash(paramsKey(params))}`

export const receiptSchema: z.ZodType<Receipt> = z.object({
  ids: z.array(z.string()),
  total: z.number().nullable(),
  asOf: z.number(),
  checkedAt: z.number(),
})

/** Which rows the scope is asked for by name: of a history that it has not come to yet. */
const olderOf = <Params, Entity extends Identified>(
  resource: ScopedResource<Params, Entity>,
  params: Params,
): Pick<OlderQuestion, 'ids' | 'from' | 'before'> | null => {
  const before = resource.before(params)
  if (before !== undefined) return { before }
  const selection = resource.select(params)
  switch (selection.by) {
    case 'id':
      return { ids: [selection.id] }
    case 'time':
      return {
        from: new Date(selection.from).toISOString(),
        before: new Date(selection.to).toISOString(),
      }
    default:
      return null
  }
}

/**
 * Refreshes one reading by its scope, or by its document where it is of none, in one transaction.
 * Equal running requests are one, unless there was news since (`createAskedOnce`). An answer for a
 * closed store is dropped.
 */
export const createRefresh = (options: {
  readonly sender: Sender
  readonly cache: () => CacheStore | null
  readonly screen: ScreenPull
  /** How often screens were told of news. */
  readonly news: () => number
  readonly now: () => number
  readonly older: (question: OlderQuestion, organizationId: string) => Promise<OlderAnswer | null>
  readonly report: (thrown: unknown, where: string) => void
}) => {
  const once = createAskedOnce<Receipt>(options.news)

  const ask = async <Params, Entity extends Identified>(
    cache: CacheStore,
    resource: AskedResource<Params, Entity>,
    params: Params,
  ): Promise<Receipt> => {
    let answer: unknown
    try {
      answer = await options.sender.send({
        ...resource.request(params),
        organizationId: cache.organizationId,
      })
    } catch (thrown) {
      const { kind } = toProblem(thrown)
      const selection = resource.select(params)
      // Gone, or no longer this user's to see: what the device kept of it goes too.
      if ((kind === 'not-found' || kind === 'forbidden') && selection.by !== 'all')
        await cache.remove(resource.table, selection)
      throw thrown
    }
    const page = readAnswer(
      (value) => resource.wire(value, params),
      answer,
      options.report,
      resource.name,
    )
    const checkedAt = options.now()
    const asOf = page.asOf ?? checkedAt
    const receipt: Receipt = {
      ids: page.rows.map((row) => row.id),
      total: page.total,
      asOf,
      checkedAt,
    }
    const kept = await cache.accept({
      table: resource.table,
      asOf,
      rows: page.rows.map((row) => ({
        id: row.id,
        revision: row.revision,
        ...resource.index(row),
        value: row,
      })),
      receipt: {
        id: receiptId(resource, params),
        value: receipt,
      },
      gone: { selection: resource.select(params), of: (rows) => resource.gone(rows, page, params) },
    })
    if (!kept) throw new ProblemError(problem('storage:store-closed'))
    return receipt
  }

  /** Asks a scope for rows that it has not come to, and keeps them. */
  const askOlder = async <Params, Entity extends Identified>(
    cache: CacheStore,
    {
      resource,
      scope,
    }: { readonly resource: ScopedResource<Params, Entity>; readonly scope: string },
    wanted: Pick<OlderQuestion, 'ids' | 'from' | 'before'>,
  ): Promise<Receipt> => {
    const found = await options.older(
      { scope, entity: resource.entity, ...wanted },
      cache.organizationId,
    )
    if (found === null) throw new ProblemError(problem('not-found'))
    const { asOf, rows } = found
    const entities = rows.map((row) => resource.row(row))
    const kept = await cache.accept({
      table: resource.table,
      asOf,
      rows: entities.map((row) => ({
        id: row.id,
        revision: row.revision,
        ...resource.index(row),
        value: row,
      })),
    })
    if (!kept) throw new ProblemError(problem('storage:store-closed'))
    return { ids: entities.map(({ id }) => id), total: null, asOf, checkedAt: options.now() }
  }

  const pulled = async <Params, Entity extends Identified>(
    cache: CacheStore,
    resource: ScopedResource<Params, Entity>,
    params: Params,
  ): Promise<Receipt> => {
    const scope = resource.scope(params, cache)
    const wanted = olderOf(resource, params)
    if (wanted !== null && resource.before(params) !== undefined)
      return await askOlder(cache, { resource, scope }, wanted)
    const cursor = await options.screen(cache, scope, resource.isAskedOnce)
    const rows = await cache.rows(resource.table, resource.select(params))
    // One row, or a time, of a history that has not come so far back yet. Of a time some may be here
    // and the rest not.
    if (
      wanted !== null &&
      !isWholeOf(cursor, resource.entity) &&
      (wanted.ids === undefined || rows.length === 0)
    )
      return await askOlder(cache, { resource, scope }, wanted)
    return {
      ids: rows.map(({ id }) => id),
      total: null,
      asOf: cursor.asOf,
      checkedAt: cursor.checkedAt,
    }
  }

  return <Params, Entity extends Identified>(
    resource: Resource<Params, Entity>,
    params: Params,
  ): Promise<Receipt> => {
    const cache = options.cache()
    if (cache === null || cache.isClosed())
      return Promise.reject(new ProblemError(problem('no-token')))
    return once(cache, `${resource.name} ${paramsKey(params)}`, () =>
      resource.entity === null ? ask(cache, resource, params) : pulled(cache, resource, params),
    )
  }
}
