import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
const eyes = 'security definer set search_path from current'

/**
 * When the last stay of a patient of the acting organisation ended, wherever it was. A test patient
 * is not another organisation's to admit, as the look-up does not find them (0250).
 */
export const lastDischarge: Migration = {
  name: '0292-last-discharge',
  sql: `
create function app_last_discharge(asked text) returns timestamptz language plpgsql volatile ${eyes} as $$
begin return (select max(a.discharged_at) from ward_admission a where a.patient_id = asked
  and exists (select 1 from patient_organization po where po.patient_id = asked and po.organization_id = ${org})); end $$;
create or replace function app_registered_elsewhere(kind text, identifier text, born date) returns table (id text, organization_id text)
language plpgsql stable ${eyes} as $$
begin return query
  select p.id, p.organization_id from patient p
  where p.national_identifier_type = kind and p.national_identifier_value = identifier and p.birth_date = born and p.deleted_at is null
  and not p.is_test; end $$;
`,
}
