import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { CardSchedule, NamedReference, VirtualWardPatient } from '../../../schema/generated/resolvers'
import { may } from '../../../src/domain/access/may'
import type { SortTerm, VirtualWardQuery } from '../../../src/domain/virtual-ward/virtual-ward'
import { foldName, isNumberSearch } from '../../../src/domain/virtual-ward/filter'
import { openAlerts } from '../../graphql/alerts'
import { activeAdmissions, acuityById, bucketsById, checkupsById, isWatchedBy, monitoringSessionsById, similarNames } from '../../graphql/rows'
import type { Trx } from '../../db/database'
import type { Scope } from '../../graphql/scope'
import { onTheBoard, wardIsOwn } from '../../graphql/visibility'

/**
 * Order terms. The same as src/domain/virtual-ward/order.ts, which orders the same rows offline; a test compares the two.
 * What is unknown comes last in both directions. A patient without a row of the summary has no alerts.
 */
type Column = RawBuilder<unknown>
const columns: Readonly<Record<SortTerm['field'], (inWindow: RawBuilder<boolean>) => Column>> = {
  // As acuitySeverity of src/domain/patient: the highest acuity is the lowest number.
  acuityScore: () => sql`5 - s.acuity_score`,
  alertCount: () => sql`coalesce(s.open_alerts, 0)`,
  // A card is ordered by the check-up that it shows, so that a hidden score moves nobody.
  ewsScore: (inWindow) => sql`case when ${inWindow} then s.total_score end`,
  lastName: () => sql`fold_text(p.last_name) collate "C"`,
  latestVitals: (inWindow) => sql`case when ${inWindow} then s.latest_checkup_ended_at end`,
}
const orderBy = (sort: readonly SortTerm[], inWindow: RawBuilder<boolean>): RawBuilder<unknown> => sql.join([
  ...sort.map(({ field, direction }) => (direction === 'ASC' ? sql`${columns[field](inWindow)} asc nulls last` : sql`${columns[field](inWindow)} desc nulls last`)),
  sql`p.id collate "C" asc`,
])

/** The same as matchesSearch: digits are looked for in the identifier, words each in the name. */
const matchesText = (text: string): RawBuilder<boolean> => {
  if (isNumberSearch(text)) {
    const digits = text.replace(/\D/g, '')
    return digits === '' ? sql<boolean>`false` : sql<boolean>`strpos(p.national_identifier_value, ${digits}) > 0`
  }
  const words = foldName(text).split(/[\s,]+/).filter((word) => word !== '')
  return sql<boolean>`(${sql.join([sql`true`, ...words.map((word) => sql`strpos(p.search_name, ${word}) > 0`)], sql` and `)})`
}

/** A list that names nothing filters nothing. */
const named = (ids: readonly string[] | undefined): ids is readonly string[] => ids !== undefined && ids.length > 0

/** Less than the whole board: these patients alone, as far as they are on it; or those whom the user watches. */
export interface BoardPart { readonly only?: readonly string[]; readonly watched?: boolean }

const conditions = (scope: Scope, query: VirtualWardQuery, { only, watched = false }: BoardPart): RawBuilder<boolean> => {
  const text = query.nameOrNhsNumber ?? ''
  const { wardIds, neighborIds } = query
  return sql.join([
    sql`p.deleted_at is null`,
    onTheBoard(scope.acting, sql.ref('p.id')),
    ...(only === undefined ? [] : [sql`p.id = any(${[...only]}::text[])`]),
    ...(watched ? [isWatchedBy(scope.acting)] : []),
    ...(!named(wardIds) ? [] : [sql`p.id in (select wa.patient_id from ward_admission wa where wa.discharged_at is null and wa.ward_id = any(${[...wardIds]}::text[]))`]),
    ...(!named(neighborIds) ? [] : [sql`p.organization_id = any(${[...neighborIds]}::text[])`]),
    ...(text.trim() === '' ? [] : [matchesText(text)]),
  ], sql` and `)
}

/** For a page behind the last patient, which has no row to tell. */
const countBoard = async (trx: Trx, where: RawBuilder<boolean>): Promise<number> =>
  (await trx.selectFrom('patient as p').select(sql<number>`count(*)::int`.as('total')).where(where).executeTakeFirstOrThrow()).total

/** What each pathway asks for, once for all of its patients on a page. */
const schedulesOf = async (trx: Trx, pathwayIds: readonly string[]): Promise<ReadonlyMap<string, readonly Omit<CardSchedule, 'latestEndedAt'>[]>> => {
  if (pathwayIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; list: Omit<CardSchedule, 'latestEndedAt'>[] }>`
    select x.id, app_card_schedules(x.id) as list from (select distinct unnest(${[...new Set(pathwayIds)]}::text[]) as id) x`.execute(trx)
  return new Map(rows.map(({ id, list }) => [id, list]))
}

/** One page of the board, or of a part of it, and how many patients that has in all. */
export async function boardPage(scope: Scope, query: VirtualWardQuery, nowMs: number, part: BoardPart = {}): Promise<{ patients: VirtualWardPatient[]; total: number }> {
  const { trx } = scope
  const where = conditions(scope, query, part)
  const since = query.withCheckupsInLastHours === undefined ? null : new Date(nowMs - query.withCheckupsInLastHours * 3_600_000).toISOString()
  const inWindow = since === null ? sql<boolean>`true` : sql<boolean>`s.latest_checkup_ended_at >= ${since}::timestamptz`
  const rows = await trx.selectFrom('patient as p').leftJoin('patient_summary as s', 's.patient_id', 'p.id')
    .select(['p.id', 'p.revision', 'p.first_name', 'p.last_name', 'p.birth_date', 'p.gender', 'p.national_identifier_type', 'p.national_identifier_value'])
    .select(['s.latest_checkup_id', 's.latest_checkup_ended_at', 's.latest_acuity_id', 's.trend', 's.latest_by_type', 's.latest_bucket_id', 's.monitoring_session_id', similarNames.as('similar'), isWatchedBy(scope.acting).as('watched'), sql<NamedReference>`app_named_organization(p.organization_id)`.as('organization')])
    // Counted in the same pass: row security and the wards are asked once, not twice.
    .select(sql<number>`(count(*) over ())::int`.as('total'))
    .where(where).orderBy(orderBy(query.sort, inWindow)).limit(query.take).offset(query.skip).execute()
  const shown = rows.flatMap((row) =>
    row.latest_checkup_id !== null && row.latest_checkup_ended_at !== null && (since === null || row.latest_checkup_ended_at >= since) ? [row.latest_checkup_id] : [])
  const checkups = await checkupsById(trx, shown)
  const acuity = await acuityById(trx, rows.flatMap(({ latest_acuity_id: id }) => (id === null ? [] : [id])))
  const monitored = may(scope.acting.principal, 'monitoring.view') ? rows : []
  const buckets = await bucketsById(trx, monitored.flatMap(({ latest_bucket_id: id }) => (id === null ? [] : [id])))
  const sessions = await monitoringSessionsById(trx, monitored.flatMap(({ monitoring_session_id: id }) => (id === null ? [] : [id])))
  const admissions = await activeAdmissions(trx, rows.map((row) => row.id))
  const schedules = await schedulesOf(trx, [...admissions.values()].map(({ carePathway }) => carePathway.id))
  const alerts = await openAlerts(trx, rows.map((row) => row.id))
  const patients = rows.map((row) => ({
    id: row.id,
    revision: row.revision,
    organization: row.organization,
    firstName: row.first_name,
    lastName: row.last_name,
    numSimilarNames: row.similar,
    birthDate: row.birth_date,
    gender: row.gender,
    nationalIdentifier: row.national_identifier_type === null || row.national_identifier_value === null
      ? null : { type: row.national_identifier_type, value: row.national_identifier_value },
    wardAdmission: admissions.get(row.id) ?? null,
    latestCheckup: checkups.get(row.latest_checkup_id ?? '') ?? null,
    latestAcuityScore: acuity.get(row.latest_acuity_id ?? '') ?? null,
    trend: (row.trend ?? []).map(([at, totalScore, riskLevel]) => ({ endedAt: new Date(at).toISOString(), totalScore, riskLevel })),
    schedules: (schedules.get(admissions.get(row.id)?.carePathway.id ?? '') ?? []).map((one) => {
      const ended = row.latest_by_type?.[one.id]
      return { ...one, latestEndedAt: ended === undefined ? null : new Date(ended).toISOString() }
    }),
    continuousMonitoringSession: sessions.get(row.monitoring_session_id ?? '') ?? null,
    latestContinuousMonitoring: buckets.get(row.latest_bucket_id ?? '') ?? null,
    onWatchList: row.watched,
    alerts: alerts.get(row.id) ?? [],
  }))
  return { patients, total: rows[0]?.total ?? (query.skip === 0 ? 0 : await countBoard(trx, where)) }
}

/** What the board can be filtered by: the user's wards with the wards flag, the neighbours of a practice. */
export async function filterValues(scope: Scope): Promise<{ wards: NamedReference[]; neighbors: NamedReference[] }> {
  const { trx, acting } = scope
  const wards = acting.principal.features.has('wards')
    ? await trx.selectFrom('ward as w').select(['w.id', 'w.name']).where('w.organization_id', '=', acting.organizationId).where('w.deleted_at', 'is', null)
      .where(wardIsOwn(acting, sql.ref('w.id'))).orderBy('w.name').orderBy('w.id').execute()
    : []
  const neighbors = acting.organizationType === 'practice'
    ? await trx.selectFrom('organization_neighbour as n').innerJoin('organization as o', 'o.id', 'n.neighbour_id').select(['o.id', 'o.name'])
      .where('n.organization_id', '=', acting.organizationId).orderBy('o.name').orderBy('o.id').execute()
    : []
  return { wards, neighbors }
}
