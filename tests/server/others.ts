import { sql } from 'kysely'
import type { Database } from '../../server/db/database'

/** Patients of each of the other organisations. */
const each = 500
/** What is filled in without its triggers, as a restored backup is. */
const tables = [
  'care_pathway',
  'ward',
  'patient',
  'patient_organization',
  'ward_admission',
  'admission_event',
  'patient_summary',
] as const

/**
 * Adds patients of other organisations to the tests' world, which those of the world have nothing
 * to do with: 500 in each, every tenth on a ward. Statistics are brought up to date, so that plans
 * are those of a database that has lived.
 * @param patients how many there are then, in whole organisations
 * @param before how many were added already
 */
export async function addOthers(
  asOwner: Database['asSystem'],
  patients: number,
  before = 0,
): Promise<void> {
  const [from, to] = [before / each + 1, patients / each]
  const triggers = (state: 'disable' | 'enable'): string =>
    tables.map((table) => `alter table ${table} ${state} trigger user;`).join('\n')
  await asOwner((trx) =>
    sql
      .raw(
        `
    ${triggers('disable')}
    insert into organization (id, name, type, edition, telephone, address, features, national_identifier_scheme, created_at)
      select 'o' || i, 'Other ' || i, 'virtual_ward', 'en-GB', '', '{}', '{"wards": true}', 'NhsNumber', now() from generate_series(${from}, ${to}) i;
    insert into care_pathway (id, organization_id, name, created_at, updated_at, revision)
      select 'op' || i, 'o' || i, 'Pathway', now(), now(), 1 from generate_series(${from}, ${to}) i;
    insert into ward (id, organization_id, name, created_at, updated_at, revision)
      select 'ow' || i, 'o' || i, 'Ward', now(), now(), 1 from generate_series(${from}, ${to}) i;
    insert into patient (id, organization_id, first_name, last_name, gender, birth_date, national_identifier_type, national_identifier_value, created_at, revision)
      select 'o' || i, 'o' || 1 + (i - 1) / ${each}, 'First' || i % 97, 'Other' || i % 9973, 'female', '1940-02-29', 'NhsNumber', lpad(i::text, 10, '0'), now(), i from generate_series(${before} + 1, ${patients}) i;
    insert into identifier_trace (patient_id, organization_id, asked, status, retrieved_at)
      select p.id, p.organization_id, app_trace_digest(p), 'Found', now() from patient p where p.id like 'o%' on conflict do nothing;
    insert into patient_organization (patient_id, organization_id, linked_at) select p.id, p.organization_id, now() from patient p where p.id like 'o%' on conflict do nothing;
    insert into ward_admission (id, patient_id, organization_id, ward_id, care_pathway_id, admitted_at, created_at, revision)
      select 'oa' || i, 'o' || i, 'o' || 1 + (i - 1) / ${each}, 'ow' || 1 + (i - 1) / ${each}, 'op' || 1 + (i - 1) / ${each}, now(), now(), i
      from generate_series(${before} + 1, ${patients}, 10) i;
    insert into admission_event (id, admission_id, patient_id, organization_id, type, effective_at, created_at, ward_id, care_pathway_id, revision)
      select 'oe' || a.id, a.id, a.patient_id, a.organization_id, 'Admission', now(), now(), a.ward_id, a.care_pathway_id, a.revision
      from ward_admission a where a.id like 'oa%' and not exists (select from admission_event e where e.admission_id = a.id);
    insert into patient_summary (patient_id) select a.patient_id from ward_admission a where a.id like 'oa%' on conflict do nothing;
    insert into similar_name (patient_id, organization_id, similar_key)
      select p.id, p.organization_id, p.similar_key from patient p where p.id like 'o%' on conflict do nothing;
    insert into org_version (organization_id, version) select 'o' || i, 1000 from generate_series(${from}, ${to}) i;
    ${triggers('enable')}
  `,
      )
      .execute(trx),
  )
  await asOwner((trx) => sql.raw('analyze').execute(trx))
}
