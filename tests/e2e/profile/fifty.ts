import { checkNationalIdentifier, formatNationalIdentifier } from '../../../src/domain/identity'
import type { GovernedServer } from '../governed'

export interface KnownPatient {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly number: string
}

const letters = (at: number): string =>
  String.fromCodePoint(97 + Math.floor(at / 26), 97 + (at % 26))
/** NHS numbers that differ in their last digits. */
const numbers = (count: number): readonly string[] =>
  Array.from({ length: 10_000 }, (_, at) => `943476${String(at).padStart(4, '0')}`)
    .filter((digits) => checkNationalIdentifier(digits).ok)
    .slice(0, count)

/**
 * The nurse's two wards of Riverside with 50 patients more than they had, whose names and numbers
 * stand in no dictionary, list or code that a browser may have on its disk.
 */
export const admitFifty = async (server: GovernedServer): Promise<readonly KnownPatient[]> => {
  const nurses = `select a.patient_id from ward_admission a join ward w on w.id = a.ward_id where a.discharged_at is null and w.name in ('Respiratory Ward', 'Heart Failure Ward')`
  const [{ all = '' } = {}] =
    (await server.govern(`select string_agg(column_name, ', ') as all from information_schema.columns
    where table_name = 'patient' and is_generated = 'NEVER' and column_name not in ('id', 'national_identifier_type', 'national_identifier_value')`)) as {
      all?: string
    }[]
  await server.govern(
    `insert into patient (id, ${all}) select md5(p.id || n)::uuid::text, ${all} from patient p cross join generate_series(1, 3) n where p.id in (${nurses})`,
  )
  const copied = `join patient c on c.id in (md5(a.patient_id || '1')::uuid::text, md5(a.patient_id || '2')::uuid::text, md5(a.patient_id || '3')::uuid::text)`
  await server.govern(
    `insert into patient_organization (patient_id, organization_id, linked_at) select c.id, a.organization_id, a.linked_at from patient_organization a ${copied}`,
  )
  await server.govern(`insert into ward_admission (id, patient_id, organization_id, ward_id, care_pathway_id, admitted_at, created_at, revision)
    select md5('admission' || c.id)::uuid::text, c.id, a.organization_id, a.ward_id, a.care_pathway_id, a.admitted_at, a.created_at, a.revision from ward_admission a ${copied}`)
  const ids = (await server.govern(
    `select id from patient where id in (${nurses}) and id in (select patient_id from ward_admission where id = md5('admission' || patient_id)::uuid::text) order by id limit 50`,
  )) as { id: string }[]
  const patients = ids.map(({ id }, at) => ({
    id,
    firstName: `Qzaffrin${letters(at)}`,
    lastName: `Zqvarden${letters(at)}`,
    number: numbers(50)[at] ?? '',
  }))
  const values = patients
    .map(
      ({ id, firstName, lastName, number }) =>
        `('${id}', '${firstName}', '${lastName}', '${number}')`,
    )
    .join(', ')
  await server.govern(`update patient p set first_name = v.f, last_name = v.l, national_identifier_type = 'NhsNumber', national_identifier_value = v.n
    from (values ${values}) as v (id, f, l, n) where p.id = v.id`)
  return patients
}

/** What nobody may find of a patient. */
export const wordsOf = ({ firstName, lastName, number }: KnownPatient): readonly string[] => [
  firstName,
  lastName,
  number,
  formatNationalIdentifier(number),
]
