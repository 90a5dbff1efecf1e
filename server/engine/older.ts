import type { QuerySyncOlderArgs } from '../../schema/generated/resolvers'
import type { Admitted } from '../graphql/caller'
import { badInput } from '../graphql/errors'
import { hearGiven } from '../graphql/given'
import { pageLimit, pageSize } from '../graphql/paging'
import type { Entity } from './entities'
import type { SyncParts } from './parts'
import { isBeyondLink, kindOf } from './scope-pull'

/**
 * Query syncOlder: rows of a scope that a device asks for before the scope has come to them; null
 * where the scope is not the user's, or has no such row.
 */
export async function syncOlder(
  parts: SyncParts,
  admitted: Admitted,
  { in: asked }: QuerySyncOlderArgs,
): Promise<{ readonly asOf: string; readonly rows: readonly Entity[] } | null> {
  const take = pageSize(asked.take)
  const ids = asked.ids ?? null
  if (ids !== null && (ids.length === 0 || ids.length > pageLimit))
    throw badInput([{ path: 'in.ids', message: `Must be 1 to ${pageLimit}` }])
  const { database, clock } = parts
  const nowMs = clock.now()
  return database.asOrganization(admitted.acting.organizationId, async (trx) => {
    const { kind, subject } = kindOf(parts.synced.scopes, asked.scope)
    const older = kind?.older
    const name = older?.givenAs(asked.type)
    if (older === undefined || name === undefined || isBeyondLink(admitted.acting, asked.scope))
      return null
    const given = hearGiven(admitted, name)
    const rows = await older.read(
      {
        scope: {
          trx,
          ...admitted,
          clock,
          settings: parts.settings,
          log: parts.log,
          idempotencyKey: null,
          reads: true,
          given: given.hear,
        },
        group: '',
        scopeId: asked.scope,
        subject,
      },
      asked.type,
      ids === null ? { from: asked.from ?? null, before: asked.before ?? null, take } : { ids },
    )
    if (rows === null) return null
    await given.keep(trx, nowMs)
    return { asOf: new Date(nowMs).toISOString(), rows }
  })
}
