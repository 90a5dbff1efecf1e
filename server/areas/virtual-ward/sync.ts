import { sql } from 'kysely'
import { may } from '../../../src/domain/access/may'
import { maySeeRhythm } from '../../../src/domain/ecg/rhythm-events'
import type { Trx } from '../../db/database'
import type { Gone, ListPart } from '../../engine/list-scope'
import type { Removed } from '../../engine/scope-pull'
import type { Acting } from '../../graphql/acting'
import type { Scope } from '../../graphql/scope'
import { onTheBoard, wardIsOwn } from '../../graphql/visibility'
import { boardPage } from './repository'

/** The latest bucket and session, for whom cards show them. */
const monitoringVersion = (scope: Scope) =>
  may(scope.acting.principal, 'monitoring.view')
    ? sql`jsonb_build_array(s.latest_bucket_id, cm.id, cm.revision)`
    : sql`null`

/** The rhythm events, for whom cards show it. */
const rhythmVersion = (scope: Scope) =>
  maySeeRhythm(scope.acting.principal) ? sql`s.rhythm_events` : sql`null`

/**
 * Versions of every row of the board: all that a card shows is in them, so that rows are read only
 * where one differs. Flags and similar names are gathered once for all: asked row by row, 5,000
 * patients took a minute under row security.
 */
async function boardVersions(
  scope: Scope,
): Promise<
  ReadonlyArray<{ readonly id: string; readonly place: string | null; readonly version: string }>
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
    select p.id, a.ward_id, md5(jsonb_build_array(p.revision, a.id, a.revision, w.name, c.name, s.latest_checkup_id, s.rescored, s.latest_acuity_id, s.trend, s.latest_by_type, q.list, ${monitoringVersion(scope)}, ${rhythmVersion(scope)}, e.is_watched, k.n, o.name, f.list, m.list)::text) as version
    from board p left join patient_summary s on s.patient_id = p.id
    left join ward_admission a on a.patient_id = p.id and a.discharged_at is null
    left join ward w on w.id = a.ward_id left join care_pathway c on c.id = a.care_pathway_id left join organization o on o.id = p.organization_id
    left join watch_list_entry e on e.patient_id = p.id and e.user_id = ${scope.acting.userId} and e.organization_id = ${scope.acting.organizationId} and e.is_watched
    left join continuous_monitoring_session cm on cm.id = s.monitoring_session_id
    left join flags f on f.patient_id = p.id left join alarms m on m.patient_id = p.id left join asked q on q.id = a.care_pathway_id and q.organization_id = a.organization_id left join alike k on k.similar_key = p.similar_key
    order by p.id collate "C"`.execute(scope.trx)
  return rows.map(({ id, ward_id: place, version }) => ({ id, place, version }))
}

async function standingOf(scope: Scope): Promise<string> {
  const { rows } = await sql<{
    versions: string
  }>`select app_roster_versions(false) as versions`.execute(scope.trx)
  const { principal } = scope.acting
  return `${rows[0]?.versions ?? ''} ${principal.features.has('wards')} ${may(principal, 'ward.oversee')} ${may(principal, 'monitoring.view')} ${maySeeRhythm(principal)}`
}

/** Why each patient is no longer on the board of the user. */
async function removed(scope: Scope, gone: readonly Gone[]): Promise<Removed[]> {
  const rows = await scope.trx
    .selectFrom('patient as p')
    .leftJoin('ward_admission as a', (join) =>
      join.onRef('a.patient_id', '=', 'p.id').on('a.discharged_at', 'is', null),
    )
    .select(['p.id', 'p.deleted_at', 'a.ward_id'])
    .where(
      'p.id',
      'in',
      gone.map(({ id }) => id),
    )
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  return gone.map(({ id, place }) => {
    const row = found.get(id)
    // Still on the ward where the device saw them: it is the user who left it.
    const reason =
      row === undefined
        ? 'REVOKED'
        : row.deleted_at !== null
          ? 'DELETED'
          : row.ward_id !== null && row.ward_id === place
            ? 'REVOKED'
            : 'OUT_OF_SCOPE'
    return { type: 'VirtualWardPatient', id, reason, mergedInto: null }
  })
}

/** The wards of the user by id, joined: what the board holds changes with them. */
const wardsOf = async (trx: Trx, acting: Acting): Promise<string> => {
  if (!acting.principal.features.has('wards')) return 'all'
  const rows = await trx
    .selectFrom('ward as w')
    .select('w.id')
    .where('w.deleted_at', 'is', null)
    .where(wardIsOwn(acting, sql.ref('w.id')))
    .orderBy('w.id')
    .execute()
  return rows.map(({ id }) => id).join(',')
}

/** The board: the patients on the wards of the user, each with the ward. */
export const syncedBoard: ListPart = {
  action: 'virtual-ward.view',
  coverage: wardsOf,
  standing: standingOf,
  versions: boardVersions,
  async read(scope, ids) {
    const page = { take: ids.length, skip: 0, sort: [] }
    const { patients } = await boardPage(scope, page, scope.clock.now(), { only: ids })
    return patients.map((patient) => ({ __typename: 'VirtualWardPatient', ...patient }))
  },
  removed,
}
