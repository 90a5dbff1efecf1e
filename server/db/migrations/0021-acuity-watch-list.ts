import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
const own = `organization_id = ${org}`
const linked = (table: string): string =>
  `exists (select 1 from patient_organization po where po.patient_id = ${table}.patient_id and po.organization_id = ${org})`

const tables = [
  { table: 'patient_acuity_score', sees: linked('patient_acuity_score'), grants: 'select, insert' },
  { table: 'watch_list_entry', sees: own, grants: 'select, insert, update' },
] as const

/** Names of the tables, for the tests' matrix of row security. */
export const acuityWatchListTables: readonly string[] = tables.map(({ table }) => table)

const secure = tables
  .map(
    ({ table, sees, grants }) => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy owner_all on ${table} to current_user using (true) with check (true);
create policy tenant_sees on ${table} for select to ${appRole} using (${sees});
create policy tenant_inserts on ${table} for insert to ${appRole} with check (${own} and ${linked(table)});
create policy tenant_updates on ${table} for update to ${appRole} using (${own} and ${linked(table)}) with check (${own} and ${linked(table)});
grant ${grants} on ${table} to ${appRole};
create trigger ${table}_changes after insert or update on ${table} for each row execute function record_change();`,
  )
  .join('\n')

/** Acuity scores, each a record of its own; and who watches whom. */
export const acuityWatchList: Migration = {
  name: '0021-acuity-watch-list',
  sql: `
create table patient_acuity_score (
  id text primary key, organization_id text not null references organization, patient_id text not null references patient,
  score integer not null check (score between 1 and 4), reason text check (char_length(reason) between 1 and 1000),
  captured_at timestamptz not null, created_at timestamptz not null, created_by text not null references user_account,
  is_late boolean not null, revision bigint not null);
create index patient_acuity_score_newest on patient_acuity_score (patient_id, captured_at desc, id desc);
alter table patient_summary add column latest_acuity_id text references patient_acuity_score,
  add column latest_acuity_captured_at timestamptz, add column acuity_score integer;
-- One row a user and patient, also of who is watched no more: what was decided last is known when an older command comes late.
create table watch_list_entry (
  id text primary key, organization_id text not null references organization, user_id text not null references user_account,
  patient_id text not null references patient, is_watched boolean not null, set_at timestamptz not null,
  set_by text collate "C" not null, revision bigint not null, unique (organization_id, user_id, patient_id));
create index watch_list_entry_by_patient on watch_list_entry (patient_id);
${secure}
-- A trigger, so that no way of discharging can forget it (O255).
create function discharge_ends_watching() returns trigger language plpgsql security definer set search_path from current as $$
declare version bigint;
begin
  if old.discharged_at is not null or new.discharged_at is null then return null; end if;
  if exists (select 1 from watch_list_entry w where w.patient_id = new.patient_id and w.organization_id = new.organization_id and w.is_watched) then
    version := app_next_revision(new.organization_id);
    update watch_list_entry set is_watched = false, set_at = greatest(set_at, new.discharged_at), set_by = '', revision = version
    where patient_id = new.patient_id and organization_id = new.organization_id and is_watched;
  end if;
  return null;
end $$;
create trigger ward_admission_ends_watching after update of discharged_at on ward_admission for each row execute function discharge_ends_watching();
`,
}
