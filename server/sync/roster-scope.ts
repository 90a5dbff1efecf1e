import { sql } from 'kysely'
import { z } from 'zod'
import { may } from '../../src/domain/access/may'
import { boardPage } from '../areas/virtual-ward/repository'
import { isoNow } from '../clock'
import type { Scope } from '../graphql/scope'
import { onTheBoard } from '../graphql/visibility'
import type { PullContext, Removed, ScopePull } from './scope-pull'

/** What a device holds: patient id to the row's version and the ward it was on. */
type Held = Readonly<Record<string, readonly [string, string | null]>>

/** Views that a device may still come back to after an answer that it never got. */
const keptViews = 8

/** The latest bucket and session, for whom cards show them. */
const monitoringVersion = (scope: Scope) =>
  may(scope.acting.principal, 'monitoring.view')
    ? sql`jsonb_build_array(s.latest_bucket_id, cm.id, cm.revision)`
    : sql`null`

/**
 * Versions of every row of the board: all that a card shows is in them, so that rows are read only
 * where one differs. Flags and similar names are gathered once for all: asked row by row, 5,000
 * patients took a minute under row security.
 */
async function boardVersions(
  scope: Scope,
): Promise<
  ReadonlyArray<{ readonly id: string; readonly ward_id: string | null; readonly version: string }>
> {
  const { rows } = await sql<{ id: string; ward_id: string | null; version: string }>`
    with board as materialized (select p.id, p.revision, p.similar_key, p.organization_id from patient p where p.deleted_at is null and ${onTheBoard(scope.acting, sql.ref('p.id'))}),
    flags as (select f.patient_id, jsonb_agg(jsonb_build_array(f.id, f.revision, f.ended_at) order by f.id) as list from patient_flag f
      where f.patient_id in (select b.id from board b) group by f.patient_id),
    alarms as (select al.patient_id, jsonb_agg(jsonb_build_array(al.id, al.revision, app_alert_rule_revision(al.alert_rule_id)) order by al.id) as list from alert al
      where al.status = 'open' and al.patient_id in (select b.id from board b) group by al.patient_id),
    asked as (select x.id, x.organization_id, app_card_schedules(x.id, x.organization_id) as list from (select distinct a.care_pathway_id as id, a.organization_id from ward_admission a
      where a.discharged_at is null and a.patient_id in (select b.id from board b)) x),
    alike as (select other.similar_key, count(*)::int as n from patient other where other.deleted_at is null group by other.similar_key)
    select p.id, a.ward_id, md5(jsonb_build_array(p.revision, a.id, a.revision, w.name, c.name, s.latest_checkup_id, s.rescored, s.latest_acuity_id, s.trend, s.latest_by_type, q.list, ${monitoringVersion(scope)}, e.is_watched, k.n, o.name, f.list, m.list)::text) as version
    from board p left join patient_summary s on s.patient_id = p.id
    left join ward_admission a on a.patient_id = p.id and a.discharged_at is null
    left join ward w on w.id = a.ward_id left join care_pathway c on c.id = a.care_pathway_id left join organization o on o.id = p.organization_id
    left join watch_list_entry e on e.patient_id = p.id and e.user_id = ${scope.acting.userId} and e.organization_id = ${scope.acting.organizationId} and e.is_watched
    left join continuous_monitoring_session cm on cm.id = s.monitoring_session_id
    left join flags f on f.patient_id = p.id left join alarms m on m.patient_id = p.id left join asked q on q.id = a.care_pathway_id and q.organization_id = a.organization_id left join alike k on k.similar_key = p.similar_key
    order by p.id collate "C"`.execute(scope.trx)
  return rows
}

/**
 * All that a roster is made of, in a line: as long as it is the same, nothing can have changed.
 * Read before any row: what is committed later changes it again.
 */
async function standingOf(scope: Scope): Promise<string> {
  const { rows } = await sql<{
    versions: string
  }>`select app_roster_versions(false) as versions`.execute(scope.trx)
  const { principal } = scope.acting
  return `${rows[0]?.versions ?? ''} ${principal.features.has('wards')} ${may(principal, 'ward.oversee')} ${may(principal, 'monitoring.view')}`
}

/** Why each patient is no longer on the board of the user. */
async function removals(scope: Scope, held: Held, ids: readonly string[]): Promise<Removed[]> {
  if (ids.length === 0) return []
  const rows = await scope.trx
    .selectFrom('patient as p')
    .leftJoin('ward_admission as a', (join) =>
      join.onRef('a.patient_id', '=', 'p.id').on('a.discharged_at', 'is', null),
    )
    .select(['p.id', 'p.deleted_at', 'a.ward_id'])
    .where('p.id', 'in', ids)
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = found.get(id)
    // Still on the ward where the device saw them: it is the user who left it.
    const reason =
      row === undefined
        ? 'REVOKED'
        : row.deleted_at !== null
          ? 'DELETED'
          : row.ward_id !== null && row.ward_id === held[id]?.[1]
            ? 'REVOKED'
            : 'OUT_OF_SCOPE'
    return { type: 'VirtualWardPatient', id, reason, mergedInto: null }
  })
}

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

/** Notes that a view is whole as things stand. */
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
 * ROSTER:<organisation>: the patients on the wards of the user. Whoever leaves them is removed,
 * with the reason.
 */
export const rosterScope: ScopePull<number> = {
  state: z.number().int().min(0),
  async pull(context, from, budget) {
    const { scope, subject } = context
    if (
      subject !== scope.acting.organizationId ||
      !may(scope.acting.principal, 'virtual-ward.view')
    )
      return 'revoked'
    const base = from ?? 0
    const standing = await standingOf(scope)
    if (from !== null && base > 0 && (await isStill(context, base, standing)))
      return { state: base, put: [], remove: [], more: false }
    const held = await readView(context, base)
    if (held === null) return 'reset'
    const current = await boardVersions(scope)
    const ids = new Set(current.map(({ id }) => id))
    const gone = Object.keys(held).filter((id) => !ids.has(id))
    const changed = current.filter(({ id, version }) => held[id]?.[0] !== version)
    if (gone.length === 0 && changed.length === 0) {
      await noteSeen(context, base, standing)
      return { state: base, put: [], remove: [], more: false }
    }
    const due = changed.slice(0, budget)
    const { patients } =
      due.length === 0
        ? { patients: [] }
        : await boardPage(scope, { take: due.length, skip: 0, sort: [] }, scope.clock.now(), {
            only: due.map(({ id }) => id),
          })
    const read = new Set(patients.map(({ id }) => id))
    const next: Held = Object.fromEntries([
      ...Object.entries(held).filter(([id]) => ids.has(id)),
      ...due
        .filter(({ id }) => read.has(id))
        .map(({ id, version, ward_id }) => [id, [version, ward_id]] as const),
    ])
    return {
      state: await keepView(context, base, next, read.size < changed.length ? null : standing),
      put: patients.map((patient) => ({ __typename: 'VirtualWardPatient' as const, ...patient })),
      remove: await removals(scope, held, gone),
      more: changed.length > due.length,
    }
  },
}
