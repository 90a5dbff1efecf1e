import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
/** What the national directory said of patients' numbers; the owner writes them. */
export const identifierTraceTables = ['identifier_trace'] as const

/**
 * One row per patient. `asked`: a digest of what the directory was asked about; with other details
 * the answer is none of theirs, and they are asked about again.
 */
export const identifierTrace: Migration = {
  name: '0281-identifier-trace',
  sql: `
create table identifier_trace (
  patient_id text primary key references patient, organization_id text not null references organization,
  asked text not null, status text not null check (status in ('Pending', 'Found', 'NotFound', 'Superseded', 'Mismatch')),
  differs jsonb not null default '[]', retrieved_at timestamptz, attempts integer not null default 0,
  due_at timestamptz not null, claimed_until timestamptz);
create index identifier_trace_due on identifier_trace (due_at) where status = 'Pending';
create function app_trace_digest(p patient) returns text language sql immutable as $$
  select md5(concat_ws('|', p.national_identifier_type, p.national_identifier_value, p.first_name, p.last_name, p.birth_date - date '1900-01-01', p.gender)) $$;
alter table identifier_trace enable row level security;
alter table identifier_trace force row level security;
create policy owner_all on identifier_trace to current_user using (true) with check (true);
create policy tenant_reads on identifier_trace for select to ${appRole} using (
  exists (select 1 from patient_organization po where po.patient_id = identifier_trace.patient_id and po.organization_id = ${org}));
grant select on identifier_trace to ${appRole};
grant execute on function app_trace_digest(patient) to ${appRole};
`,
}
