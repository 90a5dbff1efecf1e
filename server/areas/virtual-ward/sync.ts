import { sql } from 'kysely'
import { may } from '../../../src/domain/access/may'
import { maySeeRhythm } from '../../../src/domain/ecg/rhythm-events'
import type { Trx } from '../../db/database'
import type { Gone, ListPart } from '../../engine/list-scope'
import type { Removed } from '../../engine/scope-pull'
import type { Acting } from '../../graphql/acting'
import type { Scope } from '../../graphql/scope'
import { rowIsOnTheBoard, wardIsOwn } from '../../graphql/visibility'
import { boardPage } from './repository'

/** The latest bucket and session, for whom cards show them. */
const monitoringVersion = (scope: Scope) =>
  may(scope.acting.principal, 'monitoring.view')
    ? sql`jsonb_build_array(p.latest_bucket_id, p.session_id, p.session_revision)`
    : sql`null`

/** The rhythm events, for whom cards show it. */
const rhythmVersion = (scope: Scope) =>
  maySeeRhythm(scope.acting.principal) ? sql`p.rhythm_events` : sql`null`

/**
 * Versions of every row of the board: all that a card shows is in them, so that rows are read only
 * where one differs. Similar names are counted once for all, not row by row.
 */
async function boardVersions(
  scope: Scope,
): Promise<
  ReadonlyArray<{ readonly id: string; readonly place: string | null; readonly version: string }>
> {
  const { rows } = await sql<{ id: string; ward_id: string | null; version: string }>`
    with board as materialized (select * from roster_row p where ${rowIsOnTheBoard(scope.acting)}),
    asked as (select x.care_pathway_id, x.admitted_by, app_card_schedules(x.care_pathway_id, x.admitted_by) as list
      from (select distinct b.care_pathway_id, b.admitted_by from board b where b.care_pathway_id is not null) x)
    select p.id, p.ward_id, md5(jsonb_build_array(p.revision, p.admission_id, p.admission_revision, p.ward_name, p.care_pathway_name, p.latest_checkup_id, p.rescored, p.latest_acuity_id, p.trend, p.latest_by_type,
      q.list, ${monitoringVersion(scope)}, ${rhythmVersion(scope)}, p.id in (select e.patient_id from watch_list_entry e
        where e.user_id = ${scope.acting.userId} and e.organization_id = ${scope.acting.organizationId} and e.is_watched), k.similar, p.organization_name, p.flags, p.alerts, p.others_from, p.critical, p.tasks, p.repeats)::text) as version
    from board p
    left join asked q on q.care_pathway_id = p.care_pathway_id and q.admitted_by = p.admitted_by
    left join app_similar_names(array(select b.id from board b)) k on k.id = p.id
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
  givenAs: 'patientOnBoard',
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
