import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
const own = `organization_id = ${org}`
const linked = `exists (select 1 from patient_organization po where po.patient_id = continuous_monitoring_session.patient_id and po.organization_id = ${org})`

/** Names of the tables, for the tests' matrix of row security. */
export const monitoringSessionTables: readonly string[] = ['continuous_monitoring_session']

const rosters = (['insert', 'update', 'delete'] as const)
  .map(
    (event) => `
create trigger continuous_monitoring_session_rosters_${event} after ${event} on continuous_monitoring_session
  referencing ${event === 'delete' ? 'old' : 'new'} table as touched for each statement execute function touch_rosters('organization_id', '0');`,
  )
  .join('')

/**
 * Monitoring sessions. All organisations of the patient see one; only the one that began it writes
 * it. At most one runs. The latest session and bucket move the board's number (0022); an older
 * bucket does not.
 */
export const monitoringSession: Migration = {
  name: '0048-monitoring-session',
  sql: `
create table continuous_monitoring_session (
  id text primary key, organization_id text not null references organization, patient_id text not null references patient,
  type text not null check (type in ('Lamplight')), created_at timestamptz not null, created_by text references user_account,
  ended_at timestamptz check (ended_at >= created_at), ended_by text references user_account, revision bigint not null);
create unique index continuous_monitoring_session_active on continuous_monitoring_session (patient_id) where ended_at is null;
create index continuous_monitoring_session_newest on continuous_monitoring_session (patient_id, created_at desc, id desc);
alter table patient_summary add column monitoring_session_id text references continuous_monitoring_session;
alter table continuous_monitoring_session enable row level security;
alter table continuous_monitoring_session force row level security;
create policy owner_all on continuous_monitoring_session to current_user using (true) with check (true);
create policy tenant_sees on continuous_monitoring_session for select to ${appRole} using (${linked});
create policy tenant_inserts on continuous_monitoring_session for insert to ${appRole} with check (${own} and ${linked});
create policy tenant_updates on continuous_monitoring_session for update to ${appRole} using (${own} and ${linked}) with check (${own} and ${linked});
grant select, insert, update on continuous_monitoring_session to ${appRole};
create trigger continuous_monitoring_session_changes after insert or update on continuous_monitoring_session for each row execute function record_change();
${rosters}
create function touch_rosters_of_buckets() returns trigger language plpgsql security definer set search_path from current as $$
declare organizations text[];
begin
  select array_agg(distinct t.organization_id order by t.organization_id) into organizations from touched t
  left join patient_summary s on s.patient_id = t.patient_id where s.latest_bucket_ended_at is null or t.ended_at >= s.latest_bucket_ended_at;
  if organizations is null then return null; end if;
  -- In the order of touch_rosters.
  perform 1 from org_version v where v.organization_id = any(organizations) order by v.organization_id for update;
  insert into roster_version as v (organization_id, version, names) select o.id, 1, 1 from organization o where o.id = any(organizations) order by o.id
  on conflict (organization_id) do update set version = v.version + 1;
  return null;
end $$;
create trigger monitoring_bucket_rosters_insert after insert on monitoring_bucket referencing new table as touched for each statement execute function touch_rosters_of_buckets();
-- Monitoring from before sessions were kept: as long as its data, and going on where data came within a day.
insert into continuous_monitoring_session (id, organization_id, patient_id, type, created_at, ended_at, revision)
  select 'from-' || md5(b.patient_id), (array_agg(b.organization_id order by b.started_at desc))[1], b.patient_id, 'Lamplight', min(b.started_at),
    case when max(b.ended_at) < now() - interval '1 day' then max(b.ended_at) end,
    app_next_revision((array_agg(b.organization_id order by b.started_at desc))[1])
  from monitoring_bucket b group by b.patient_id;
insert into patient_summary as s (patient_id, monitoring_session_id) select m.patient_id, m.id from continuous_monitoring_session m
  on conflict (patient_id) do update set monitoring_session_id = excluded.monitoring_session_id;
`,
}
