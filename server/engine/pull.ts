import type { EntityType, QuerySyncPullArgs, ScopeCursor } from '../../schema/generated/resolvers'
import type { Admitted } from '../graphql/caller'
import { badInput } from '../graphql/errors'
import { hearGiven } from '../graphql/given'
import type { Scope } from '../graphql/scope'
import { readCursor, writeCursor } from './cursor'
import type { Entity } from './entities'
import { beginEpoch, currentEpoch } from './epoch'
import { groupPattern, keptMs } from './parts'
import type { SyncParts } from './parts'
import { isBeyondLink, kindOf } from './scope-pull'
import type { Removed, ScopeKind } from './scope-pull'
import type { Synced } from './synced'
import type { Vault } from './vault'

/** Rows of one answer, and scopes of one request. */
const pullLimits = { rows: 500, scopes: 50 } as const

interface ScopePatch {
  readonly scope: string
  readonly base: string
  readonly next: string
  readonly put: readonly Entity[]
  readonly remove: readonly Removed[]
  readonly more: boolean
  readonly moreOf: readonly EntityType[] | null
  readonly endsAt: string | null
}
interface Pulled {
  readonly epoch: string
  readonly asOf: string
  readonly scopes: ScopePatch[]
  readonly revokedScopes: string[]
  readonly resetScopes: string[]
  readonly more: boolean
}

/** A signed cursor is ahead of the database: that was put back to an earlier state. */
class Restored extends Error {}

interface OnePull {
  readonly scope: Scope
  readonly vault: Vault
  readonly group: string
  readonly epoch: string
  readonly organizationVersion: number
  readonly asked: ScopeCursor
  readonly budget: number
  /** Taken before anything is read, ms. */
  readonly nowMs: number
}

/**
 * A cursor that is still good is replaced after so long, so that it never grows too old while its
 * device comes now and then.
 */
const renewMs = 7 * 86_400_000

type One = { readonly patch: ScopePatch; readonly weight: number } | 'revoked' | 'reset'

async function pullOne<State>(kind: ScopeKind<State>, subject: string, one: OnePull): Promise<One> {
  const { scope, vault, group, epoch, organizationVersion, asked, nowMs } = one
  const owner = {
    scope: asked.scope,
    userId: scope.acting.userId,
    organizationId: scope.acting.organizationId,
    group,
  }
  const base = asked.cursor ?? ''
  const read = base === '' ? null : readCursor(vault, owner, base, kind.state)
  if (base !== '' && read === null) {
    scope.log.warn({
      event: 'sync-cursor-refused',
      userId: scope.acting.userId,
      group,
      scope: asked.scope,
    })
    return 'reset'
  }
  if (read !== null && read.epoch !== epoch) return 'reset'
  if (read !== null && read.organizationVersion > organizationVersion) throw new Restored()
  // What changed since may have been purged from the change log (server/engine/purge.ts).
  if (read !== null && nowMs - read.madeAt > keptMs) return 'reset'
  const changes = await kind.pull(
    { scope, group, scopeId: asked.scope, subject },
    read?.state ?? null,
    one.budget,
  )
  if (typeof changes === 'string') return changes
  const isSame =
    read !== null &&
    nowMs - read.madeAt < renewMs &&
    changes.put.length === 0 &&
    changes.remove.length === 0 &&
    JSON.stringify(changes.state) === JSON.stringify(read.state)
  const next = isSame
    ? base
    : writeCursor(
        vault,
        owner,
        { epoch, organizationVersion, madeAt: nowMs, state: changes.state },
        kind.state,
      )
  const { put, remove, more, moreOf = null, weight = put.length, endsAt = null } = changes
  return { weight, patch: { scope: asked.scope, base, next, put, remove, more, moreOf, endsAt } }
}

const pullScope = (scopes: Synced['scopes'], one: OnePull): Promise<One> => {
  const { kind, subject } = kindOf(scopes, one.asked.scope)
  return kind === undefined || isBeyondLink(one.scope.acting, one.asked.scope)
    ? Promise.resolve('revoked')
    : pullOne(kind, subject, one)
}

const checkPull = ({ group, cursors, limit }: QuerySyncPullArgs['in']): number => {
  const rows = limit ?? pullLimits.rows
  const errors = [
    ...(groupPattern.test(group)
      ? []
      : [{ path: 'in.group', message: 'Must be 8 to 64 letters, digits, - or _' }]),
    ...(cursors.length <= pullLimits.scopes
      ? []
      : [{ path: 'in.cursors', message: `Must be ${pullLimits.scopes} or fewer` }]),
    ...(new Set(cursors.map(({ scope }) => scope)).size === cursors.length
      ? []
      : [{ path: 'in.cursors', message: 'A scope may be named once' }]),
    ...(rows >= 1 && rows <= pullLimits.rows
      ? []
      : [{ path: 'in.limit', message: `Must be 1 to ${pullLimits.rows}` }]),
  ]
  if (errors.length > 0) throw badInput(errors)
  return rows
}

/**
 * Query syncPull. Scopes are answered in the order asked until the rows are used up; the rest comes
 * with the next pull.
 */
export async function syncPull(
  parts: SyncParts,
  admitted: Admitted,
  args: QuerySyncPullArgs,
): Promise<Pulled> {
  const limit = checkPull(args.in)
  const { group, cursors } = args.in
  const { database, clock } = parts
  const nowMs = clock.now()
  const asOf = new Date(nowMs).toISOString()
  const epoch = await currentEpoch(database, clock)
  const reset = (now: string): Pulled => ({
    epoch: now,
    asOf,
    scopes: [],
    revokedScopes: [],
    resetScopes: cursors.map(({ scope }) => scope),
    more: false,
  })
  if (args.in.epoch !== epoch) return reset(epoch)
  const vault = await parts.vault.open()
  try {
    return await database.asOrganization(admitted.acting.organizationId, async (trx) => {
      const scope: Scope = {
        trx,
        ...admitted,
        clock,
        settings: parts.settings,
        log: parts.log,
        idempotencyKey: null,
        // A device that does not delete a scope at its end gets none that ends.
        ...(args.in.keepsEnds === true ? { reads: true } : {}),
      }
      const row = await trx
        .selectFrom('org_version')
        .select('version')
        .where('organization_id', '=', admitted.acting.organizationId)
        .executeTakeFirst()
      const result = { ...reset(epoch), resetScopes: [] as string[] }
      const given = hearGiven(admitted, 'syncPull', group)
      let left = limit
      let more = false
      for (const asked of cursors) {
        if (left <= 0) {
          more = true
          break
        }
        const one = await pullScope(parts.synced.scopes, {
          // What a device holds already, it was given before; a link is asked about as long as it is read.
          scope:
            (asked.cursor ?? '') === '' || admitted.acting.link !== undefined
              ? { ...scope, given: given.hear }
              : scope,
          vault,
          group,
          epoch,
          organizationVersion: row?.version ?? 0,
          asked,
          budget: left,
          nowMs,
        })
        if (one === 'revoked') result.revokedScopes.push(asked.scope)
        else if (one === 'reset') result.resetScopes.push(asked.scope)
        else {
          result.scopes.push(one.patch)
          left -= one.weight
          more ||= one.patch.more
        }
      }
      await given.keep(trx, nowMs)
      return { ...result, more }
    })
  } catch (error) {
    if (!(error instanceof Restored)) throw error
    parts.log.warn({ event: 'sync-restore-noticed', userId: admitted.acting.userId, group })
    return reset(await beginEpoch(database, clock, epoch))
  }
}
