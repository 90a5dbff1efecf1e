import { sql } from 'kysely'
import { z } from 'zod'
import type { Action } from '../../src/domain/access/may'
import { may } from '../../src/domain/access/may'
import { scopeKinds } from '../../src/domain/sync/scopes'
import { isoNow } from '../clock'
import type { Trx } from '../db/database'
import type { Acting } from '../graphql/acting'
import type { Scope } from '../graphql/scope'
import type { Entity } from './entities'
import type { PullContext, Removed, ScopeKind } from './scope-pull'

/** A row that a device holds and that is not on the list. */
export interface Gone {
  readonly id: string
  readonly place: string | null
}

/** A list of which devices hold every row, and lose those that leave it. */
export interface ListPart {
  /** Who has it. */
  readonly action: Action
  /** The query by name that gives out the same rows. */
  readonly givenAs: string
  /** Changes with what the list covers, for a hello. */
  coverage(trx: Trx, acting: Acting): Promise<string>
  /**
   * All that the list is made of, in one text: as long as it is the same, nothing can have changed.
   * Read before any row: what is committed later changes it again.
   */
  standing(scope: Scope): Promise<string>
  /** Every row of the list, with a version of all that it shows, and where it is; by id. */
  versions(scope: Scope): Promise<
    ReadonlyArray<{
      readonly id: string
      readonly place: string | null
      readonly version: string
    }>
  >
  /** Rows by id, as far as they are still on the list. */
  read(scope: Scope, ids: readonly string[]): Promise<readonly Entity[]>
  /** Why rows are no longer on the list; `place` is where the device saw them. */
  removed(scope: Scope, gone: readonly Gone[]): Promise<readonly Removed[]>
}

/** What a device holds: id to the row's version and where it was. */
type Held = Readonly<Record<string, readonly [string, string | null]>>

/** Views that a device may still come back to after an answer that it never got. */
const keptViews = 8

const viewsOf = ({ scope, group, scopeId }: PullContext) => ({
  group_id: group,
  user_id: scope.acting.userId,
  scope: scopeId,
})

const viewQuery = (context: PullContext, version: number) => {
  const key = viewsOf(context)
  return context.scope.trx
    .selectFrom('cvr')
    .where('group_id', '=', key.group_id)
    .where('user_id', '=', key.user_id)
    .where('scope', '=', key.scope)
    .where('version', '=', version)
}

async function readView(context: PullContext, version: number): Promise<Held | null> {
  if (version === 0) return {}
  const row = await viewQuery(context, version).select('ids').executeTakeFirst()
  return row?.ids ?? null
}

/** Whether a view that was whole still is. */
async function isStill(context: PullContext, version: number, standing: string): Promise<boolean> {
  const row = await viewQuery(context, version).select('seen').executeTakeFirst()
  return row !== undefined && row.seen === standing
}

/** Keeps that a view is whole as things are. */
async function noteSeen(context: PullContext, version: number, standing: string): Promise<void> {
  const key = viewsOf(context)
  await context.scope.trx
    .updateTable('cvr')
    .set({ seen: standing })
    .where('group_id', '=', key.group_id)
    .where('user_id', '=', key.user_id)
    .where('scope', '=', key.scope)
    .where('version', '=', version)
    .execute()
}

/**
 * Keeps what the device will hold once it has this answer, and the view it came from until it comes
 * with the new one.
 */
async function keepView(
  context: PullContext,
  base: number,
  held: Held,
  seen: string | null,
): Promise<number> {
  const { scope } = context
  const key = viewsOf(context)
  const { version } = await scope.trx
    .insertInto('cvr')
    .values({
      ...key,
      organization_id: scope.acting.organizationId,
      ids: JSON.stringify(held),
      seen,
      created_at: isoNow(scope.clock),
    })
    .returning('version')
    .executeTakeFirstOrThrow()
  await sql`delete from cvr where group_id = ${key.group_id} and user_id = ${key.user_id} and scope = ${key.scope} and version <> ${base} and (version < ${base}
    or version not in (select c.version from cvr c where c.group_id = ${key.group_id} and c.user_id = ${key.user_id} and c.scope = ${key.scope} order by c.version desc limit ${keptViews}))`.execute(
    scope.trx,
  )
  return version
}

/**
 * ROSTER:<organisation>: the rows of the list. What leaves it is removed, with the reason.
 */
export const listScope = (part: ListPart): ScopeKind<number> => ({
  kind: scopeKinds.roster,
  state: z.number().int().min(0),
  offered: async (trx, acting) =>
    may(acting.principal, part.action) ? part.coverage(trx, acting) : null,
  async pull(context, from, budget) {
    const { scope, subject } = context
    if (subject !== scope.acting.organizationId || !may(scope.acting.principal, part.action))
      return 'revoked'
    const base = from ?? 0
    const standing = await part.standing(scope)
    if (from !== null && base > 0 && (await isStill(context, base, standing)))
      return { state: base, put: [], remove: [], more: false }
    const held = await readView(context, base)
    if (held === null) return 'reset'
    const current = await part.versions(scope)
    const ids = new Set(current.map(({ id }) => id))
    const gone = Object.entries(held)
      .filter(([id]) => !ids.has(id))
      .map(([id, [, place]]) => ({ id, place }))
    const changed = current.filter(({ id, version }) => held[id]?.[0] !== version)
    if (gone.length === 0 && changed.length === 0) {
      await noteSeen(context, base, standing)
      return { state: base, put: [], remove: [], more: false }
    }
    const due = changed.slice(0, budget)
    const rows =
      due.length === 0
        ? []
        : await part.read(
            scope,
            due.map(({ id }) => id),
          )
    const read = new Set(rows.map(({ id }) => id))
    const next: Held = Object.fromEntries([
      ...Object.entries(held).filter(([id]) => ids.has(id)),
      ...due
        .filter(({ id }) => read.has(id))
        .map(({ id, version, place }) => [id, [version, place]] as const),
    ])
    const state = await keepView(context, base, next, read.size < changed.length ? null : standing)
    return {
      state,
      put: rows,
      remove: gone.length === 0 ? [] : await part.removed(scope, gone),
      more: changed.length > due.length,
    }
  },
  older: {
    givenAs: () => part.givenAs,
    read: async ({ scope, subject }, _type, wanted) =>
      subject !== scope.acting.organizationId ||
      !may(scope.acting.principal, part.action) ||
      !('ids' in wanted)
        ? null
        : part.read(scope, wanted.ids),
  },
})
