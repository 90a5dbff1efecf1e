import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`

/**
 * The look-up above organisations: with owner's rights, by identifier and birth date alone, and
 * only who is not the acting organisation's. A test patient is none of anybody else's.
 */
export const patientLookup: Migration = {
  name: '0250-patient-lookup',
  sql: `
alter table patient add column is_test boolean not null default false;
create index patient_by_birth_date on patient (birth_date);
create function app_find_elsewhere(identifier text, born date) returns table (
  id text, organization_id text, first_name text, last_name text, birth_date date) language plpgsql stable security definer set search_path from current as $$
begin return query
  select p.id, p.organization_id, p.first_name, p.last_name, p.birth_date from patient p
  where p.national_identifier_value = identifier and p.birth_date = born and p.deleted_at is null and not p.is_test
  and not exists (select 1 from patient_organization po where po.patient_id = p.id and po.organization_id = ${org})
  order by p.created_at, p.id limit 2;
end $$;
`,
}
