import { sql } from 'kysely'
import { z } from 'zod'
import { may } from '../../src/domain/access/may'
import { boardPage } from '../areas/virtual-ward/repository'
import { isoNow } from '../clock'
import { isWatchedBy, similarNames } from '../graphql/rows'
import type { Scope } from '../graphql/scope'
import { onTheBoard } from '../graphql/visibility'
import type { PullContext, Removed, ScopePull } from './scope-pull'

/** What a device holds: patient id to the row's version and the ward it was on. */
type Held = Readonly<Record<string, readonly [string, string | null]>>

/** Views that a device may still come back to after an answer that it never got. */
const keptViews = 8

/** Versions of every row of the board: all that a card shows is in them, so that rows are read only where one differs. */
async function boardVersions(scope: Scope): Promise<ReadonlyArray<{ readonly id: string; readonly ward_id: string | null; readonly version: string }>> {
  const { rows } = await sql<{ id: string; ward_id: string | null; version: string }>`
    select p.id, a.ward_id, md5(jsonb_build_array(p.revision, a.id, a.revision, w.name, c.name, s.latest_checkup_id, s.latest_acuity_id, ${isWatchedBy(scope.acting)}, ${similarNames}, o.name,
      (select jsonb_agg(jsonb_build_array(f.id, f.revision, f.ended_at) order by f.id) from patient_flag f where f.patient_id = p.id))::text) as version
    from patient p left join patient_summary s on s.patient_id = p.id
    left join ward_admission a on a.patient_id = p.id and a.discharged_at is null
    left join ward w on w.id = a.ward_id left join care_pathway c on c.id = a.care_pathway_id left join organization o on o.id = p.organization_id
    where p.deleted_at is null and ${onTheBoard(scope.acting, sql.ref('p.id'))} order by p.id collate "C"`.execute(scope.trx)
  return rows
}

/** Why each patient is no longer on the board of the user. */
async function removals(scope: Scope, held: Held, ids: readonly string[]): Promise<Removed[]> {
  if (ids.length === 0) return []
  const rows = await scope.trx.selectFrom('patient as p')
    .leftJoin('ward_admission as a', (join) => join.onRef('a.patient_id', '=', 'p.id').on('a.discharged_at', 'is', null))
    .select(['p.id', 'p.deleted_at', 'a.ward_id']).where('p.id', 'in', ids).execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = found.get(id)
    // Still on the ward where the device saw them: it is the user who left it.
    const reason = row === undefined ? 'REVOKED' : row.deleted_at !== null ? 'DELETED' : row.ward_id !== null && row.ward_id === held[id]?.[1] ? 'REVOKED' : 'OUT_OF_SCOPE'
    return { type: 'VirtualWardPatient', id, reason, mergedInto: null }
  })
}

const viewsOf = ({ scope, group, scopeId }: PullContext) => ({ group_id: group, user_id: scope.acting.userId, scope: scopeId })

async function readView(context: PullContext, version: number): Promise<Held | null> {
  if (version === 0) return {}
  const key = viewsOf(context)
  const row = await context.scope.trx.selectFrom('cvr').select('ids').where('group_id', '=', key.group_id).where('user_id', '=', key.user_id)
    .where('scope', '=', key.scope).where('version', '=', version).executeTakeFirst()
  return row?.ids ?? null
}

/** Keeps what the device will hold once it has this answer, and the view it came from until it comes with the new one. */
async function keepView(context: PullContext, base: number, held: Held): Promise<number> {
  const { scope } = context
  const key = viewsOf(context)
  const { version } = await scope.trx.insertInto('cvr')
    .values({ ...key, organization_id: scope.acting.organizationId, ids: JSON.stringify(held), created_at: isoNow(scope.clock) })
    .returning('version').executeTakeFirstOrThrow()
  await sql`delete from cvr where group_id = ${key.group_id} and user_id = ${key.user_id} and scope = ${key.scope} and version <> ${base} and (version < ${base}
    or version not in (select c.version from cvr c where c.group_id = ${key.group_id} and c.user_id = ${key.user_id} and c.scope = ${key.scope} order by c.version desc limit ${keptViews}))`.execute(scope.trx)
  return version
}

/** ROSTER:<organisation>: the patients on the wards of the user. Whoever leaves them is removed, with the reason. */
export const rosterScope: ScopePull<number> = {
  state: z.number().int().min(0),
  async pull(context, from, budget) {
    const { scope, subject } = context
    if (subject !== scope.acting.organizationId || !may(scope.acting.principal, 'virtual-ward.view')) return 'revoked'
    const base = from ?? 0
    const held = await readView(context, base)
    if (held === null) return 'reset'
    const current = await boardVersions(scope)
    const ids = new Set(current.map(({ id }) => id))
    const gone = Object.keys(held).filter((id) => !ids.has(id))
    const changed = current.filter(({ id, version }) => held[id]?.[0] !== version)
    if (gone.length === 0 && changed.length === 0) return { state: base, put: [], remove: [], more: false }
    const due = changed.slice(0, budget)
    const { patients } = due.length === 0 ? { patients: [] }
      : await boardPage(scope, { take: due.length, skip: 0, sort: [] }, scope.clock.now(), { only: due.map(({ id }) => id) })
    const read = new Set(patients.map(({ id }) => id))
    const next: Held = Object.fromEntries([
      ...Object.entries(held).filter(([id]) => ids.has(id)),
      ...due.filter(({ id }) => read.has(id)).map(({ id, version, ward_id }) => [id, [version, ward_id]] as const),
    ])
    return {
      state: await keepView(context, base, next),
      put: patients.map((patient) => ({ __typename: 'VirtualWardPatient' as const, ...patient })),
      remove: await removals(scope, held, gone),
      more: changed.length > due.length,
    }
  },
}
