import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type {
  AcuityScore,
  Checkup,
  ContinuousMonitoringBucket,
  NamedReference,
  Person,
  WardAdmission,
} from '../../schema/generated/resolvers'
import type { Readings } from '../../src/domain/checkup/checkup'
import type { LatestBucket } from '../../src/domain/monitoring/bucket'
import type { MonitoringSession } from '../../src/domain/monitoring/session'
import type { Trx } from '../db/database'
import { latestBucketOf } from '../db/latest-bucket'
import type { Tables } from '../db/tables'

/**
 * Among a list of ids, as one parameter: fifty of them took longer to write down and to bind than
 * to find.
 */
const isOneOf = (column: string, ids: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${[...ids]}::text[])`

/** What was not measured, for rows that were stored with less than today's entity. */
const nothingMeasured: Readings = {
  temperature: null,
  pulseRate: null,
  pulseOxiData: null,
  respiratoryRate: null,
  consciousness: null,
  onOxygen: null,
  oxygenFlow: null,
  bloodPressureData: null,
  symptoms: [],
  softSigns: [],
  weight: null,
  peakExpiratoryFlowRate: null,
  glucose: null,
  picture: [],
  lungSounds: [],
  attachments: [],
  notes: null,
  selectedAction: null,
  isStable: null,
}

type CheckupRow = Selectable<Tables['checkup']> & {
  readonly author: Person | null
  readonly organization: NamedReference
}

/** Check-ups with the names of their author and organisation. */
export const selectCheckups = (trx: Trx) =>
  trx
    .selectFrom('checkup as c')
    .selectAll('c')
    .select([
      sql<Person | null>`app_person(c.created_by)`.as('author'),
      sql<NamedReference>`app_named_organization(c.organization_id)`.as('organization'),
    ])

/** A stored check-up as the contract shows it. */
export function checkupOf(row: CheckupRow): Checkup {
  const readings: Readings = { ...nothingMeasured, ...row.readings }
  return {
    ...readings,
    id: row.id,
    revision: row.revision,
    patientId: row.patient_id,
    type: row.type,
    subtype: row.subtype,
    checkupType: row.checkup_type,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    receivedAt: row.received_at,
    createdBy: row.author,
    organization: row.organization,
    ewsScores: row.ews_scores,
    hasLungSounds: readings.lungSounds.length > 0,
    hasPictures: readings.picture.length > 0,
  }
}

/** Check-ups by id, as the contract shows them; ids that are not visible are left out. */
export async function checkupsById(
  trx: Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Checkup>> {
  if (ids.length === 0) return new Map()
  const rows = await selectCheckups(trx).where(isOneOf('c.id', ids)).execute()
  return new Map(rows.map((row) => [row.id, checkupOf(row)]))
}

/** The active admission of each patient that has one, with the flags that were active during it. */
export async function activeAdmissions(
  trx: Trx,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, WardAdmission>> {
  if (patientIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('board_admission as a')
    .selectAll('a')
    .select(
      sql<WardAdmission['patientFlags']>`coalesce((
    select jsonb_agg(jsonb_build_object('type', f.type, 'title', f.title, 'description', f.description, 'active', f.ended_at is null) order by f.started_at, f.id)
    from patient_flag f where f.patient_id = a.patient_id and (f.ended_at is null or f.ended_at >= a.admitted_at)), '[]')`.as(
        'flags',
      ),
    )
    .where(isOneOf('a.patient_id', patientIds))
    .execute()
  return new Map(
    rows.map((row) => [
      row.patient_id,
      {
        patientId: row.patient_id,
        admittedAt: row.admitted_at,
        createdAt: row.created_at,
        revision: row.revision,
        expectedDischargeDate: row.expected_discharge_date,
        ward: { id: row.ward_id, name: row.ward_name },
        carePathway: { id: row.care_pathway_id, name: row.care_pathway_name },
        patientFlags: row.flags,
      },
    ]),
  )
}

/**
 * How many other patients that the organisation sees are easily taken for each of these. Ids come
 * from visible rows.
 */
export async function similarNames(
  trx: Trx,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (patientIds.length === 0) return new Map()
  const { rows } = await sql<{
    id: string
    similar: number
  }>`select * from app_similar_names(${[...patientIds]}::text[])`.execute(trx)
  return new Map(rows.map(({ id, similar }) => [id, similar]))
}

/** Acuity scores by id, as the contract shows them; ids that are not visible are left out. */
export async function acuityById(
  trx: Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AcuityScore>> {
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('patient_acuity_score as s')
    .selectAll('s')
    .select(sql<Person | null>`app_person(s.created_by)`.as('author'))
    .where(isOneOf('s.id', ids))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        revision: row.revision,
        score: row.score,
        reason: row.reason,
        capturedAt: row.captured_at,
        createdAt: row.created_at,
        createdBy: row.author,
        late: row.is_late,
      },
    ]),
  )
}

/**
 * Whether the user watches the patient `p`. As a list, which a board of thousands hashes once;
 * nobody watches many.
 */
export const isWatchedBy = ({
  userId,
  organizationId,
}: {
  readonly userId: string
  readonly organizationId: string
}) => sql<boolean>`p.id in (
  select e.patient_id from watch_list_entry e where e.user_id = ${userId} and e.organization_id = ${organizationId} and e.is_watched)`

/** A stored bucket as the contract shows it. */
export const bucketOf = (
  row: Pick<Selectable<Tables['monitoring_bucket']>, 'started_at' | 'received_at' | 'data'>,
): LatestBucket & ContinuousMonitoringBucket => latestBucketOf(row)

/** Buckets by id; ids that are not visible are left out. */
export async function bucketsById(
  trx: Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ContinuousMonitoringBucket>> {
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('monitoring_bucket')
    .select(['id', 'started_at', 'received_at', 'data'])
    .where(isOneOf('id', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, bucketOf(row)]))
}

/** Sessions of continuous monitoring by id; ids that are not visible are left out. */
export async function monitoringSessionsById(
  trx: Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MonitoringSession>> {
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('continuous_monitoring_session')
    .selectAll()
    .where(isOneOf('id', ids))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        organization: { id: row.organization_id },
        type: row.type,
        createdAt: row.created_at,
        endedAt: row.ended_at,
      },
    ]),
  )
}
