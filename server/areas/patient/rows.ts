import { sql } from 'kysely'
import type {
  AcuityScore,
  NamedReference,
  Person,
  WardAdmission,
} from '../../../schema/generated/resolvers'
import { acuityScoreSchema } from '../../../src/domain/patient/acuity'
import { wardAdmissionSchema } from '../../../src/domain/patient/patient'
import type { Trx } from '../../db/database'
import { isOneOf } from '../../db/is-one-of'
import { plainFields } from '../../db/plain-fields'

const admissionFields = plainFields(
  wardAdmissionSchema,
  'organization',
  'ward',
  'carePathway',
  'patientFlags',
)
const acuityFields = plainFields(acuityScoreSchema, 'createdBy', 'late')

/** The active admission of each patient that has one, with the flags that were active during it. */
export async function activeAdmissions(
  trx: Trx,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, WardAdmission>> {
  if (patientIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('board_admission as a')
    .select([
      ...admissionFields.from('a'),
      'a.ward_id',
      'a.ward_name',
      'a.care_pathway_id',
      'a.care_pathway_name',
      sql<WardAdmission['patientFlags']>`coalesce((
    select jsonb_agg(jsonb_build_object('type', f.type, 'title', f.title, 'description', f.description, 'active', f.ended_at is null) order by f.started_at, f.id)
    from patient_flag f where f.patient_id = a.patient_id and (f.ended_at is null or f.ended_at >= a.admitted_at)), '[]')`.as(
        'flags',
      ),
      sql<NamedReference>`app_named_organization(a.organization_id)`.as('organization'),
    ])
    .where(isOneOf('a.patient_id', patientIds))
    .execute()
  return new Map(
    rows.map((row) => [
      row.patientId,
      {
        ...admissionFields.of(row),
        organization: row.organization,
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
    .select([
      ...acuityFields.from('s'),
      's.is_late',
      sql<Person | null>`app_person(s.created_by)`.as('author'),
    ])
    .where(isOneOf('s.id', ids))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      { ...acuityFields.of(row), createdBy: row.author, late: row.is_late },
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
