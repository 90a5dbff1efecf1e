import { z } from 'zod'
import { problem, ProblemError, toProblem } from '../../domain/problem'
import type { Sender } from '../../platform/graphql'
import { isWholeOf, shortHash, type CacheStore } from '../store'
import { paramsKey, type Identified, type Receipt, type Resource } from '../define'
import { readAnswer } from '../outbox/outcome'
import type { ScreenPull } from '../pull/on-screen'
import { createAskedOnce } from '../pull/asked-once'

/** The receipt's id. A search names a person: its id is salted, and forgotten with the tab. */
export const receiptId = <Params, Entity extends Identified>(
  resource: Resource<Params, Entity>,
  params: Params,
  salt: string,
): string =>
  `${resource.name} ${shortHash(`${resource.keepReceipt(params) ? '' : salt}${paramsKey(params)}`)}`

export const receiptSchema: z.ZodType<Receipt> = z.object({
  ids: z.array(z.string()),
  total: z.number().nullable(),
  asOf: z.number(),
  checkedAt: z.number(),
})

/**
 * Refreshes one reading by its scope or its named query, in one transaction. Equal running requests
 * are one, unless there was news since (asked-once.ts). An answer for a closed store is dropped.
 */
export const createRefresh = (options: {
  readonly sender: Sender
  readonly cache: () => CacheStore | null
  readonly screen: ScreenPull
  /** How often screens were told of news. */
  readonly news: () => number
  readonly now: () => number
  readonly salt: string
  readonly report: (thrown: unknown, where: string) => void
}) => {
  const once = createAskedOnce<Receipt>(options.news)

  const ask = async <Params, Entity extends Identified>(
    cache: CacheStore,
    resource: Resource<Params, Entity>,
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
        id: receiptId(resource, params, options.salt),
        passing: !resource.keepReceipt(params),
        value: receipt,
      },
      gone: { selection: resource.select(params), of: (rows) => resource.gone(rows, page, params) },
    })
    if (!kept) throw new ProblemError(problem('storage:store-closed'))
    return receipt
  }

  const pulled = async <Params, Entity extends Identified>(
    cache: CacheStore,
    resource: Resource<Params, Entity>,
    params: Params,
    scope: string,
  ): Promise<Receipt> => {
    const cursor = await options.screen(cache, scope, resource.request(params).noRetry === true)
    const selection = resource.select(params)
    const rows = await cache.rows(resource.table, selection)
    // One row, or a time, of a history that has not come so far back yet. Of a time some may be here
    // and the rest not.
    if (
      !isWholeOf(cursor, resource.entity) &&
      (selection.by === 'time' || (selection.by === 'id' && rows.length === 0))
    )
      return await ask(cache, resource, params)
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
    const scope = resource.scope(params, cache)
    return once(cache, `${resource.name} ${paramsKey(params)}`, () =>
      scope === null ? ask(cache, resource, params) : pulled(cache, resource, params, scope),
    )
  }
}
