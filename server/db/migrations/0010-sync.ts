import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
const own = `organization_id = ${org}`

/** What changes for a device that holds a patient; buckets and waveforms are read on demand. */
const watched = [
  'patient',
  'ward_admission',
  'patient_flag',
  'admission_event',
  'personal_ews',
  'checkup',
  'patient_note',
] as const

const ownerOnly = [
  'sync_epoch',
  'sync_session',
  'vault_key',
  'device_kek',
  'access_history',
] as const
const ofTenant = [
  { table: 'sync_mutation', sees: own, grants: 'select, insert, update' },
  {
    table: 'change',
    sees: `${own} or exists (select 1 from patient_organization po where po.patient_id = change.patient_id and po.organization_id = ${org})`,
    grants: 'select',
  },
  { table: 'cvr', sees: own, grants: 'select, insert, delete' },
] as const

/** Names of the tables, for the tests' matrix of row security. */
export const syncTables = { ownerOnly, ofTenant: ofTenant.map(({ table }) => table) } as const

const secure = [...ownerOnly.map((table) => ({ table, sees: 'false', grants: '' })), ...ofTenant]
  .map(
    ({ table, sees, grants }) => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy owner_all on ${table} to current_user using (true) with check (true);
${
  grants === ''
    ? ''
    : `create policy tenant_sees on ${table} for select to ${appRole} using (${sees});
create policy tenant_inserts on ${table} for insert to ${appRole} with check (${own});
create policy tenant_updates on ${table} for update to ${appRole} using (${own}) with check (${own});
create policy tenant_deletes on ${table} for delete to ${appRole} using (${own});
grant ${grants} on ${table} to ${appRole};`
}`,
  )
  .join('\n')

/**
 * Sync (docs/sync-protocol.md): sessions and keys, stored answers, the change log, what each device
 * group holds.
 */
export const sync: Migration = {
  name: '0010-sync',
  sql: `
create table sync_epoch (seq bigint generated always as identity primary key, id text not null unique, created_at timestamptz not null);
create table sync_session (
  id text primary key, user_id text not null references user_account, organization_id text not null references organization,
  group_id text not null, public_key text not null, logged_in_as text, client_version text not null, schema_version integer not null,
  skew_ms bigint not null, created_at timestamptz not null, revoked_at timestamptz, last_hello_at timestamptz not null);
create index sync_session_by_group on sync_session (group_id, user_id);
create table vault_key (
  id text primary key, public_key text not null, private_key text not null, mac_key text not null, created_at timestamptz not null);
create table device_kek (
  user_id text not null references user_account, group_id text not null, key text not null, created_at timestamptz not null,
  primary key (user_id, group_id));
create table sync_mutation (
  group_id text not null, id text not null, organization_id text not null references organization, session_id text not null,
  author_id text, delivered_by text not null, lane text not null, n bigint not null, prev text, op text not null,
  op_version integer not null, payload_hash text not null, is_proved boolean not null,
  class text check (class in ('APPLIED', 'CONFLICT', 'REJECTED')), code text, result jsonb, sealed bytea,
  captured_at timestamptz, captured_at_est timestamptz, created_at timestamptz not null, acked_at timestamptz,
  primary key (group_id, id));
create table change (
  organization_id text not null references organization, v bigint not null, entity text not null, entity_id text not null,
  patient_id text, op text not null check (op in ('put', 'delete')), primary key (organization_id, v, entity, entity_id));
create index change_by_patient on change (patient_id, organization_id, v);
create table cvr (
  group_id text not null, user_id text not null, scope text not null, version bigint generated always as identity,
  organization_id text not null references organization, ids jsonb not null, created_at timestamptz not null,
  primary key (group_id, user_id, scope, version));
-- What somebody could do until when: roles of a membership (ward_id null), or being on a ward's staff (roles null).
create table access_history (
  user_id text not null, organization_id text not null, ward_id text, roles jsonb, since timestamptz not null, until timestamptz not null);
create index access_history_by_user on access_history (user_id, organization_id, until);
alter table organization add column offline_leash_hours integer not null default 12 check (offline_leash_hours between 1 and 72);

-- A trigger, so that no write path can forget it. A row that kept its revision gets a version of its own.
create function record_change() returns trigger language plpgsql security definer set search_path from current as $$
declare version bigint := new.revision; patient text; op text := 'put';
begin
  if tg_op = 'UPDATE' then
    if new is not distinct from old then return null; end if;
    if new.revision = old.revision then version := app_next_revision(new.organization_id); end if;
  end if;
  if tg_table_name = 'patient' then
    patient := new.id;
    if new.deleted_at is not null then op := 'delete'; end if;
  else
    patient := new.patient_id;
  end if;
  insert into change (organization_id, v, entity, entity_id, patient_id, op)
  values (new.organization_id, version, tg_table_name, new.id, patient, op) on conflict do nothing;
  return null;
end $$;
${watched.map((table) => `create trigger ${table}_changes after insert or update on ${table} for each row execute function record_change();`).join('\n')}

create function keep_membership_history() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if old.deleted_at is null and (tg_op = 'DELETE' or new.deleted_at is not null or new.roles is distinct from old.roles) then
    insert into access_history (user_id, organization_id, ward_id, roles, since, until)
    values (old.user_id, old.organization_id, null, old.roles, old.created_at,
      case when tg_op = 'UPDATE' and new.deleted_at is not null then new.deleted_at else now() end);
  end if;
  return null;
end $$;
create trigger user_organization_history after update or delete on user_organization for each row execute function keep_membership_history();
create function keep_staff_history() returns trigger language plpgsql security definer set search_path from current as $$
begin
  insert into access_history (user_id, organization_id, ward_id, roles, since, until)
  values (old.user_id, old.organization_id, old.ward_id, null, old.assigned_at, now());
  return null;
end $$;
create trigger ward_staff_history after delete on ward_staff for each row execute function keep_staff_history();

create function app_epoch() returns text language sql stable security definer set search_path from current as $$
  select id from sync_epoch order by seq desc limit 1 $$;
-- Whether a command of the group was decided, whatever organisation it was for: lanes cross organisations.
create function app_sync_known(asked_group text, asked text) returns boolean language sql stable security definer set search_path from current as $$
  select exists (select 1 from sync_mutation m where m.group_id = asked_group and m.id = asked) $$;
-- An id that was taken by something that nobody proved to have written is free for who can.
create function app_forget_unproved(asked_group text, asked text) returns void language sql volatile security definer set search_path from current as $$
  delete from sync_mutation m where m.group_id = asked_group and m.id = asked and not m.is_proved $$;
-- Wards that somebody was on the staff of at an instant.
create function app_wards_at(asked_user text, at timestamptz) returns setof text language sql stable security definer set search_path from current as $$
  select s.ward_id from ward_staff s where s.user_id = asked_user and s.organization_id = ${org} and s.assigned_at <= at
  union select h.ward_id from access_history h where h.user_id = asked_user and h.organization_id = ${org} and h.ward_id is not null and h.since <= at and h.until > at $$;
${secure}
`,
}
