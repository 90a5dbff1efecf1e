import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
const eyes = 'security definer set search_path from current'

/**
 * The functions that every command calls, in plpgsql: an SQL function with owner's rights is
 * planned at every call, which took longer than the answer.
 */
export const plannedFunctions: Migration = {
  name: '0033-planned-functions',
  sql: `
create or replace function app_next_revision(organization text) returns bigint language plpgsql volatile ${eyes} as $$
declare drawn bigint;
begin
  insert into org_version as v (organization_id, version) values (organization, 1)
  on conflict (organization_id) do update set version = v.version + 1 returning v.version into drawn;
  return drawn;
end $$;
create or replace function app_person(asked text) returns jsonb language plpgsql stable ${eyes} as $$
begin return (select jsonb_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name) from user_account u where u.id = asked); end $$;
create or replace function app_named_organization(asked text) returns jsonb language plpgsql stable ${eyes} as $$
begin return (select jsonb_build_object('id', o.id, 'name', o.name) from organization o where o.id = asked); end $$;
create or replace function app_epoch() returns text language plpgsql stable ${eyes} as $$
begin return (select e.id from sync_epoch e order by e.seq desc limit 1); end $$;
create or replace function app_sync_known(asked_group text, asked text) returns boolean language plpgsql stable ${eyes} as $$
begin return exists (select 1 from sync_mutation m where m.group_id = asked_group and m.id = asked); end $$;
create or replace function app_wards_at(asked_user text, at timestamptz) returns setof text language plpgsql stable ${eyes} as $$
begin
  return query
  select s.ward_id from ward_staff s where s.user_id = asked_user and s.organization_id = ${org} and s.assigned_at <= app_wards_at.at
  union select h.ward_id from access_history h where h.user_id = asked_user and h.organization_id = ${org} and h.ward_id is not null
    and h.since <= app_wards_at.at and h.until > app_wards_at.at;
end $$;
create or replace function app_patient_place(asked text) returns table (ward_id text, admitted_by_own boolean) language plpgsql stable ${eyes} as $$
begin
  return query
  select wa.ward_id, coalesce(wa.organization_id = ${org}, false) from patient p
  left join ward_admission wa on wa.patient_id = p.id and wa.discharged_at is null
  where p.id = asked and p.deleted_at is null
    and exists (select 1 from patient_organization po where po.patient_id = p.id and po.organization_id = ${org});
end $$;
-- The newest entry of an organisation's chain, held until the transaction ends: writers take turns. Two statements, each with a
-- snapshot of its own, so that who waited sees what the one before wrote.
create function app_last_action(organization text) returns table (seq bigint, hash text) language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('action_log ' || organization, 0));
  return query select a.seq, a.hash from action_log a where a.organization_id = organization order by a.seq desc limit 1;
end $$;
grant execute on function app_last_action(text) to ${appRole};
`,
}
