import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const own = `organization_id = current_setting('app.organization', true)`

/** Names of the tables, for the tests' matrix of row security. */
export const checkupFileTables = ['checkup_file', 'checkup_file_bytes'] as const

/**
 * Files that check-ups name: pictures, breath sounds, reports. Whoever sees the patient's check-ups
 * sees them, and as those they stay. The bytes stand apart, so that nothing else reads them, and are
 * not compressed again.
 */
export const checkupFiles: Migration = {
  name: '0530-checkup-files',
  sql: `
create table checkup_file (
  id text primary key, organization_id text not null references organization, patient_id text not null references patient, source_id text not null,
  name text not null, media_type text not null check (media_type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'audio/wav', 'audio/mpeg', 'audio/mp4')),
  byte_count integer not null check (byte_count between 1 and 20971520), sha256 text not null, received_at timestamptz not null, payload_hash text not null,
  unique (organization_id, source_id));
create index checkup_file_by_patient on checkup_file (patient_id);
create table checkup_file_bytes (
  file_id text primary key references checkup_file on delete cascade, organization_id text not null references organization, bytes bytea not null);
alter table checkup_file_bytes alter column bytes set storage external;

alter table checkup_file enable row level security;
alter table checkup_file force row level security;
create policy owner_all on checkup_file to current_user using (true) with check (true);
create policy tenant_reads on checkup_file for select to ${appRole} using (app_sees_patient(patient_id));
create policy tenant_adds on checkup_file for insert to ${appRole} with check (${own} and app_sees_patient(patient_id));
grant select, insert on checkup_file to ${appRole};
alter table checkup_file_bytes enable row level security;
alter table checkup_file_bytes force row level security;
create policy owner_all on checkup_file_bytes to current_user using (true) with check (true);
create policy tenant_reads on checkup_file_bytes for select to ${appRole} using (exists (select from checkup_file f where f.id = file_id));
create policy tenant_adds on checkup_file_bytes for insert to ${appRole} with check (${own}
  and exists (select from checkup_file f where f.id = file_id and f.organization_id = checkup_file_bytes.organization_id));
grant select, insert on checkup_file_bytes to ${appRole};
`,
}
