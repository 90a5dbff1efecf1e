import { sql } from 'kysely'
import type { LookupPatient } from '../../../schema/generated/resolvers'
import { may } from '../../../src/domain/access/may'
import type { LookupCriteria } from '../../../src/domain/patient/lookup'
import type { Scope } from '../../graphql/scope'
import { opensListed } from '../patient-list'

/** A patient of another organisation. */
export interface Stranger {
  readonly id: string
  /** Where they are registered. */
  readonly organization_id: string
  readonly first_name: string
  readonly last_name: string
  readonly birth_date: string
}

/**
 * Patients of the acting organisation that fit, two at most: read with owner's rights by index, where
 * row security would gather all its patients first. An identifier with its birth date says who
 * somebody is, whatever the spelling of their name.
 */
export const findOwn = (
  { trx, acting }: Scope,
  { nhsNumber, birthDate, firstName, lastName }: LookupCriteria,
) => {
  let query = trx
    .selectFrom('patient_list_row as x')
    .select([
      'x.id',
      'x.first_name',
      'x.last_name',
      'x.birth_date',
      'x.gender',
      'x.national_identifier_type',
      'x.national_identifier_value',
      opensListed(acting).as('opens'),
    ])
  if (nhsNumber !== null) query = query.where('x.national_identifier_value', '=', nhsNumber)
  if (birthDate !== null) query = query.where('x.birth_date', '=', birthDate)
  if (nhsNumber === null && firstName !== null && lastName !== null)
    query = query.where('x.search_name', '=', sql<string>`fold_text(${`${firstName} ${lastName}`})`)
  return query.orderBy('x.id').limit(2).execute()
}
type Own = Awaited<ReturnType<typeof findOwn>>[number]

/** Patients of other organisations with this identifier and this birth date, two at most. */
export const findElsewhere = async (
  { trx }: Scope,
  nhsNumber: string,
  birthDate: string,
): Promise<readonly Stranger[]> =>
  (await sql<Stranger>`select * from app_find_elsewhere(${nhsNumber}, ${birthDate})`.execute(trx))
    .rows

const admissionOf = async (
  { trx }: Scope,
  patientId: string,
): Promise<LookupPatient['wardAdmission']> => {
  const row = await trx
    .selectFrom('board_admission as a')
    .select([
      'a.admitted_at',
      'a.ward_id',
      'a.ward_name',
      'a.care_pathway_id',
      'a.care_pathway_name',
      sql<{ id: string; name: string }>`app_named_organization(a.organization_id)`.as('owner'),
    ])
    .where('a.patient_id', '=', patientId)
    .executeTakeFirst()
  return row === undefined
    ? null
    : {
        admittedAt: row.admitted_at,
        ward: { id: row.ward_id, name: row.ward_name },
        carePathway: { id: row.care_pathway_id, name: row.care_pathway_name },
        organization: row.owner,
      }
}

/** How the patient is reached; to who may not open the record, nothing. */
const contactOf = async (
  { trx, acting }: Scope,
  { id, opens }: Own,
): Promise<Pick<LookupPatient, 'address' | 'telephone' | 'selfCareEmail'>> =>
  opens && may(acting.principal, 'patient.view')
    ? await trx
        .selectFrom('patient as p')
        .select((from) => [
          'p.address',
          'p.telephone',
          from
            .selectFrom('self_care as s')
            .innerJoin('user_account as u', 'u.id', 's.user_id')
            .select('u.email')
            .whereRef('s.patient_id', '=', 'p.id')
            .where('u.deleted_at', 'is', null)
            .limit(1)
            .as('selfCareEmail'),
        ])
        .where('p.id', '=', id)
        .executeTakeFirstOrThrow()
    : { address: null, telephone: null, selfCareEmail: null }

/** What the look-up tells of a patient of the acting organisation. */
export const toldOf = async (scope: Scope, row: Own): Promise<LookupPatient> => ({
  id: row.id,
  opens: row.opens && may(scope.acting.principal, 'patient.view'),
  gender: row.gender,
  nationalIdentifier:
    row.national_identifier_type === null || row.national_identifier_value === null
      ? null
      : { type: row.national_identifier_type, value: row.national_identifier_value },
  ...(await contactOf(scope, row)),
  wardAdmission: await admissionOf(scope, row.id),
})
