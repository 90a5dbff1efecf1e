import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const own = `organization_id = current_setting('app.organization', true)`

/** Names of the tables, for the tests' matrix of row security. */
export const recordReadTables = ['record_read'] as const

/**
 * Who looked at which record, on which screen, when and on which device. One row for a person, a
 * patient, a screen, a device and ten minutes: a look that is told twice is one row, on both engines.
 * Never changed and never deleted: it is kept as long as the action log.
 */
export const recordReads: Migration = {
  name: '0340-record-reads',
  sql: `
create table record_read (
  seq bigint generated always as identity, organization_id text not null references organization, patient_id text not null references patient,
  user_id text not null references user_account, roles jsonb not null, logged_in_as text not null default '',
  screen text not null check (char_length(screen) between 1 and 40), device text not null check (char_length(device) <= 64),
  window_at timestamptz not null, read_at timestamptz not null, received_at timestamptz not null,
  primary key (organization_id, patient_id, user_id, screen, window_at, device, logged_in_as));
create index record_read_by_time on record_read (organization_id, patient_id, read_at desc, seq desc);
create function record_read_is_append_only() returns trigger language plpgsql as $$
begin raise exception 'record_read is append-only'; end $$;
create trigger record_read_keeps before update or delete on record_read for each row execute function record_read_is_append_only();
create trigger record_read_keeps_all before truncate on record_read for each statement execute function record_read_is_append_only();
alter table record_read enable row level security;
alter table record_read force row level security;
create policy owner_all on record_read to current_user using (true) with check (true);
create policy tenant_sees on record_read for select to ${appRole} using (${own});
create policy tenant_inserts on record_read for insert to ${appRole}
  with check (${own} and exists (select 1 from patient_organization po where po.patient_id = record_read.patient_id and po.${own}));
grant select, insert on record_read to ${appRole};
`,
}
