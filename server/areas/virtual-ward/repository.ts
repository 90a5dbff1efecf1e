import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import type { NamedReference, VirtualWardPatient } from '../../../schema/generated/resolvers'
import { may } from '../../../src/domain/access/may'
import { maySeeRhythm } from '../../../src/domain/ecg/rhythm-events'
import { recurrenceOf } from '../../../src/domain/virtual-ward/card-schedule'
import { keepsBucket, noBucket } from '../../../src/domain/virtual-ward/order'
import { holdingValues } from '../../../src/domain/virtual-ward/own-values'
import type { VirtualWardQuery } from '../../../src/domain/virtual-ward/virtual-ward'
import { noMarks } from '../../../src/domain/critical/marks'
import { foldName } from '../../../src/domain/identity'
import { isNumberSearch } from '../../../src/domain/virtual-ward/filter'
import type { Trx } from '../../db/database'
import type { Tables } from '../../db/tables'
import type { Scope } from '../../graphql/scope'
import { rowIsOnTheBoard, wardIsOwn } from '../../graphql/visibility'
import { openAlerts } from '../alert'
import { newestCheckups, type ShownCheckup } from '../checkup'
import { criticalMarks } from '../critical-information'
import { tasksOf } from '../task'
import { bucketsById, monitoringSessionsById } from '../monitoring'
import { activeAdmissions, acuityById, isWatchedBy, similarNames } from '../patient'
import {
  cardSchedules,
  cardTrend,
  earlierCheckupIds,
  rhythmEvents,
  workOutUnknown,
} from '../patient-summary'
import { repeatsOf } from '../repeat'
import { atOf, isOverdue, orderBy, type At } from './board-order'

/** The same as matchesSearch: digits are looked for in the identifier, words each in the name. */
export const matchesText = (text: string): RawBuilder<boolean> => {
  if (isNumberSearch(text)) {
    const digits = text.replace(/\D/g, '')
    return digits === ''
      ? sql<boolean>`false`
      : sql<boolean>`strpos(p.national_identifier_value, ${digits}) > 0`
  }
  const words = foldName(text)
    .split(/[\s,]+/)
    .filter((word) => word !== '')
  return sql<boolean>`(${sql.join([sql`true`, ...words.map((word) => sql`strpos(p.search_name, ${word}) > 0`)], sql` and `)})`
}

/** A list that names nothing filters nothing. */
const named = (ids: readonly string[] | undefined): ids is readonly string[] =>
  ids !== undefined && ids.length > 0

/**
 * Less than the whole board: these patients alone, as far as they are on it; or those whom the user
 * watches.
 */
export interface BoardPart {
  readonly only?: readonly string[]
  readonly watched?: boolean
}

const conditions = (
  scope: Scope,
  query: VirtualWardQuery,
  at: At,
  { only, watched = false }: BoardPart,
): RawBuilder<boolean> => {
  const text = query.nameOrNhsNumber ?? ''
  const { wardIds, neighborIds } = query
  return sql.join(
    [
      rowIsOnTheBoard(scope.acting),
      ...(only === undefined ? [] : [sql`p.id = any(${[...only]}::text[])`]),
      ...(watched ? [isWatchedBy(scope.acting)] : []),
      ...(!named(wardIds) ? [] : [sql`p.ward_id = any(${[...wardIds]}::text[])`]),
      ...(!named(neighborIds) ? [] : [sql`p.organization_id = any(${[...neighborIds]}::text[])`]),
      ...(text.trim() === '' ? [] : [matchesText(text)]),
      ...(query.onlyOverdue === true ? [isOverdue(at)] : []),
    ],
    sql` and `,
  )
}

/**
 * Who a patient is, is joined to the fifty of a page, and to all only where they are found or
 * ordered by it.
 */
const viewFor = ({
  nameOrNhsNumber,
  neighborIds,
  sort,
}: VirtualWardQuery): 'board_key' | 'board_row' =>
  nameOrNhsNumber?.trim() || named(neighborIds) || sort.some(({ field }) => field === 'lastName')
    ? 'board_row'
    : 'board_key'

const countBoard = async (
  trx: Trx,
  query: VirtualWardQuery,
  where: RawBuilder<boolean>,
): Promise<number> =>
  (
    await sql<{
      total: number
    }>`select count(*)::int as total from ${sql.table(viewFor(query))} p where ${where}`.execute(
      trx,
    )
  ).rows[0]?.total ?? 0

type Asked = Parameters<typeof cardSchedules>[0][number]

/**
 * What the pathway of each patient's admission asks for, worked out once for all who are admitted
 * alike: by patient.
 */
const schedulesOf = async (
  trx: Trx,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Asked[]>> => {
  if (patientIds.length === 0) return new Map()
  const { rows } = await sql<{ ids: string[]; list: Asked[] }>`
    select x.ids, app_card_schedules(x.care_pathway_id, x.organization_id) as list from (
      select a.care_pathway_id, a.organization_id, array_agg(a.patient_id) as ids from board_admission a where a.patient_id = any(${[...patientIds]}::text[]) group by 1, 2) x`.execute(
    trx,
  )
  return new Map(rows.flatMap(({ ids, list }) => ids.map((id) => [id, list] as const)))
}

/** The check-ups before the latest that cards show something of, by patient, the newest first. */
const earlierCheckups = async (
  trx: Trx,
  rows: readonly Pick<Selectable<Tables['board_row']>, 'id' | 'latest_checkup_id' | 'trend'>[],
  latest: ReadonlyMap<string, ShownCheckup>,
): Promise<ReadonlyMap<string, readonly ShownCheckup[]>> => {
  const asked = rows.flatMap((row) => {
    const newest = latest.get(row.latest_checkup_id ?? '')
    if (newest === undefined) return []
    const ids = earlierCheckupIds(row.trend, newest.id, newest.notScored == null)
    return ids.length === 0 ? [] : [{ id: row.id, newest, ids }]
  })
  const found = await newestCheckups(
    trx,
    asked.flatMap(({ ids }) => ids),
  )
  return new Map(
    asked.map(({ id, newest, ids }) => {
      const before = ids.flatMap((one) => found.get(one) ?? [])
      return [
        id,
        newest.notScored == null
          ? before
          : holdingValues([newest, ...before]).filter((one) => one.id !== newest.id),
      ]
    }),
  )
}

/** One page of the board, or of a part of it, and how many patients that has in all. */
export async function boardPage(
  scope: Scope,
  query: VirtualWardQuery,
  nowMs: number,
  part: BoardPart = {},
): Promise<{ patients: VirtualWardPatient[]; total: number }> {
  const { trx } = scope
  const now = new Date(nowMs).toISOString()
  const since =
    query.withCheckupsInLastHours === undefined
      ? null
      : new Date(nowMs - query.withCheckupsInLastHours * 3_600_000).toISOString()
  const at = atOf(scope, now, since)
  const where = conditions(scope, query, at, part)
  if (
    query.onlyOverdue === true ||
    query.sort.some(({ field }) => ['clinicalUrgency', 'ewsScore', 'latestVitals'].includes(field))
  )
    await workOutUnknown(trx)
  // Those of the page are read each by its own id: a list of ids that is known only then would be
  // planned as all the patients.
  const { rows } = await sql<
    Selectable<Tables['board_row']> & {
      readonly total: number
      readonly watched: boolean
      readonly organization: NamedReference
    }
  >`
    select p.*, found.total, ${isWatchedBy(scope.acting)} as watched, app_named_organization(p.organization_id) as organization
    from (select array_agg(k.id) as ids, max(k.total) as total from (
      select p.id, (count(*) over ())::int as total from ${sql.table(viewFor(query))} p where ${where} order by ${orderBy(query.sort, at)} limit ${query.take} offset ${query.skip}) k) found
    cross join unnest(found.ids) with ordinality as place (id, nth) cross join lateral (select * from board_row r where r.id = place.id offset 0) p
    order by place.nth`.execute(trx)
  const ids = rows.map(({ id }) => id)
  const shown = rows.flatMap((row) =>
    row.latest_checkup_id !== null &&
    row.latest_checkup_ended_at !== null &&
    (since === null || row.latest_checkup_ended_at >= since)
      ? [row.latest_checkup_id]
      : [],
  )
  const checkups = await newestCheckups(trx, shown)
  const earlier = await earlierCheckups(trx, rows, checkups)
  const acuity = await acuityById(
    trx,
    rows.flatMap(({ latest_acuity_id: id }) => (id === null ? [] : [id])),
  )
  const monitored = may(scope.acting.principal, 'monitoring.view') ? rows : []
  const buckets = await bucketsById(
    trx,
    monitored.flatMap(({ latest_bucket_id: id, standing_buckets: standing }) => [
      ...(id === null ? [] : [id]),
      ...(standing ?? []).map(([one]) => one),
    ]),
  )
  const sessions = await monitoringSessionsById(
    trx,
    monitored.flatMap(({ monitoring_session_id: id }) => (id === null ? [] : [id])),
  )
  const rhythms = await rhythmEvents(trx, maySeeRhythm(scope.acting.principal) ? ids : [])
  const admissions = await activeAdmissions(trx, ids)
  const schedules = await schedulesOf(trx, ids)
  const similar = await similarNames(trx, ids)
  const alerts = await openAlerts(trx, ids)
  const marks = await criticalMarks(scope, ids)
  const tasks = await tasksOf(trx, ids)
  const repeats = await repeatsOf(trx, ids)
  const patients = rows.map((row) => {
    const latestCheckup = checkups.get(row.latest_checkup_id ?? '') ?? null
    const monitoring = {
      continuousMonitoringSession: sessions.get(row.monitoring_session_id ?? '') ?? null,
      latestContinuousMonitoring: buckets.get(row.latest_bucket_id ?? '') ?? null,
      earlierContinuousMonitoring: (row.standing_buckets ?? []).flatMap(([id]) =>
        id === row.latest_bucket_id ? [] : (buckets.get(id) ?? []),
      ),
    }
    const admission = admissions.get(row.id) ?? null
    return {
      id: row.id,
      revision: row.revision,
      organization: row.organization,
      firstName: row.first_name,
      lastName: row.last_name,
      numSimilarNames: similar.get(row.id) ?? 0,
      birthDate: row.birth_date,
      gender: row.gender,
      nationalIdentifier:
        row.national_identifier_type === null || row.national_identifier_value === null
          ? null
          : { type: row.national_identifier_type, value: row.national_identifier_value },
      wardAdmission: admission,
      latestCheckup,
      earlierCheckups: [...(earlier.get(row.id) ?? [])],
      latestAcuityScore: acuity.get(row.latest_acuity_id ?? '') ?? null,
      criticalMarks: marks.get(row.id) ?? noMarks,
      tasks: tasks.get(row.id) ?? [],
      trend: cardTrend(row.trend),
      schedules: cardSchedules(schedules.get(row.id) ?? [], row.latest_by_type).map((one) => ({
        ...one,
        recurrence: recurrenceOf(one),
      })),
      repeats: repeats.get(row.id) ?? [],
      ...monitoring,
      // As inWindow.
      ...(!keepsBucket(monitoring, query.withCheckupsInLastHours, nowMs) ? noBucket : {}),
      rhythmEvents: [...(rhythms.get(row.id) ?? [])],
      onWatchList: row.watched,
      alerts: alerts.get(row.id) ?? [],
    }
  })
  // A page behind the last patient has no row to tell.
  return {
    patients,
    total: rows[0]?.total ?? (query.skip === 0 ? 0 : await countBoard(trx, query, where)),
  }
}

/**
 * What the board can be filtered by: the user's wards with the wards flag, the neighbours of a
 * practice.
 */
export async function filterValues(
  scope: Scope,
): Promise<{ wards: NamedReference[]; neighbors: NamedReference[] }> {
  const { trx, acting } = scope
  const wards = acting.principal.features.has('wards')
    ? await trx
        .selectFrom('ward as w')
        .select(['w.id', 'w.name'])
        .where('w.organization_id', '=', acting.organizationId)
        .where('w.deleted_at', 'is', null)
        .where(wardIsOwn(acting, sql.ref('w.id')))
        .orderBy('w.name')
        .orderBy('w.id')
        .execute()
    : []
  const neighbors =
    acting.organizationType === 'practice'
      ? await trx
          .selectFrom('organization_neighbour as n')
          .innerJoin('organization as o', 'o.id', 'n.neighbour_id')
          .select(['o.id', 'o.name'])
          .where('n.organization_id', '=', acting.organizationId)
          .orderBy('o.name')
          .orderBy('o.id')
          .execute()
      : []
  return { wards, neighbors }
}
