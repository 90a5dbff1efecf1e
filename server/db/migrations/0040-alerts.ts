import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
const own = `organization_id = ${org}`
const linked = (table: string): string =>
  `exists (select 1 from patient_organization po where po.patient_id = ${table}.patient_id and po.organization_id = ${org})`

/**
 * An alert is written by the organisation that raised it. All linked organisations see and change
 * it, each with its own counter.
 */
const ofPatient = ['alert', 'alert_trigger', 'patient_callback_request'] as const
const ownerOnly = ['checkup_schedule_progress'] as const

/** Names of the tables, for the tests' matrix of row security. */
export const alertTables: readonly string[] = ['alert_rule', ...ofPatient]
export const alertOwnerTables: readonly string[] = ownerOnly

const guard = (table: string): string => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy owner_all on ${table} to current_user using (true) with check (true);`

const secure = [
  `${guard('alert_rule')}
create policy tenant_sees on alert_rule for select to ${appRole} using (${own} or care_pathway_id in (select cp.id from care_pathway cp));
create policy tenant_inserts on alert_rule for insert to ${appRole} with check (${own});
create policy tenant_updates on alert_rule for update to ${appRole} using (${own}) with check (${own});
grant select, insert, update on alert_rule to ${appRole};`,
  ...ofPatient.map(
    (table) => `${guard(table)}
create policy tenant_sees on ${table} for select to ${appRole} using (${linked(table)});
create policy tenant_inserts on ${table} for insert to ${appRole} with check (${own} and ${linked(table)});
create policy tenant_updates on ${table} for update to ${appRole} using (${linked(table)}) with check (${linked(table)});
grant select, insert${table === 'patient_callback_request' ? '' : ', update'} on ${table} to ${appRole};`,
  ),
  ...ownerOnly.map(guard),
].join('\n')

const events = [
  { event: 'insert', rows: 'new' },
  { event: 'update', rows: 'new' },
] as const
const onTheBoard = ['alert', 'alert_rule']
  .flatMap((table) =>
    events.map(
      ({ event, rows }) => `
create trigger ${table}_rosters_${event} after ${event} on ${table} referencing ${rows} table as touched
  for each statement execute function touch_rosters('organization_id', '0');`,
    ),
  )
  .join('')

/** Alert rules, alerts with triggers, calls for help, and how far schedules were decided. */
export const alerts: Migration = {
  name: '0040-alerts',
  sql: `
-- In whose time schedules are told: an organisation that does not say has that of its edition.
alter table organization add column time_zone text;
create function organization_fills_time_zone() returns trigger language plpgsql as $$
begin new.time_zone := coalesce(new.time_zone, case new.edition when 'en-US' then 'America/New_York' else 'Europe/London' end); return new; end $$;
create trigger organization_time_zone before insert or update of time_zone on organization for each row execute function organization_fills_time_zone();
update organization set time_zone = null;
alter table organization alter column time_zone set not null;
alter table care_pathway add column escalate_after_minutes integer check (escalate_after_minutes between 1 and 1440);
create table alert_rule (
  id text primary key, organization_id text not null references organization, care_pathway_id text not null references care_pathway,
  name text not null, description text not null, type text not null check (type in ('new-checkup', 'continuous-monitoring')),
  condition jsonb not null check (condition ->> 'kind' in ('threshold', 'totalScore', 'singleScore', 'trend')),
  severity integer not null check (severity between 0 and 4), position integer not null default 0, updated_at timestamptz not null, deleted_at timestamptz,
  revision bigint not null);
create index alert_rule_by_care_pathway on alert_rule (care_pathway_id) where deleted_at is null;
-- One row a source and patient, open or closed: a rule, a schedule (the check-up type), the patient's calls.
create table alert (
  id text primary key, organization_id text not null references organization, patient_id text not null references patient,
  type text not null check (type in ('AlertRule', 'CheckupScheduleEvent', 'PacsanaEvent', 'PatientCallbackRequest')), source_key text not null,
  alert_rule_id text references alert_rule, checkup_type_id text references checkup_type,
  status text not null check (status in ('open', 'closed')), started_at timestamptz not null, latest_at timestamptz not null,
  severity integer not null check (severity between 0 and 4), open_triggers integer not null, triggers integer not null,
  closed_at timestamptz, closed_by text references user_account, closed_reason text check (closed_reason in ('resolved', 'answered', 'discharged')),
  acknowledged_at timestamptz, acknowledged_by text references user_account, snoozed_until timestamptz, snoozed_by text references user_account,
  escalated_at timestamptz, escalate_due_at timestamptz, escalate_after_minutes integer, created_at timestamptz not null, revision bigint not null,
  unique (organization_id, patient_id, type, source_key),
  check ((status = 'closed') = (closed_at is not null)), check ((status = 'open') = (open_triggers > 0)));
create index alert_by_patient on alert (patient_id, status, closed_at desc);
create index alert_to_escalate on alert (escalate_due_at, organization_id) where escalate_due_at is not null;
create table alert_trigger (
  id text primary key, alert_id text not null references alert, organization_id text not null references organization,
  patient_id text not null references patient,
  -- What raised it: the same source raises an alert once, whoever finds it and however often.
  source text not null,
  occurred_at timestamptz not null, raised_at timestamptz not null, severity integer not null, status text not null check (status in ('open', 'closed')),
  checkup_id text references checkup, bucket_end_at timestamptz,
  expected_at timestamptz, opens_at timestamptz, closes_at timestamptz, tolerance jsonb,
  closed_at timestamptz, closed_by text references user_account, closed_reason text check (closed_reason in ('resolved', 'answered', 'discharged')),
  unique (alert_id, source), check ((status = 'closed') = (closed_at is not null)));
create index alert_trigger_newest on alert_trigger (alert_id, status, occurred_at desc, id desc);
create table patient_callback_request (
  id text primary key, organization_id text not null references organization, patient_id text not null references patient, source_id text not null,
  requested_at timestamptz not null, received_at timestamptz not null, payload_hash text not null, revision bigint not null, unique (organization_id, source_id));
-- Up to when the slots of an admission's schedule have been decided, by which schedule, and when there is more to decide (null: never).
create table checkup_schedule_progress (
  admission_id text not null references ward_admission, checkup_type_id text not null references checkup_type,
  organization_id text not null references organization, patient_id text not null references patient, schedule jsonb not null,
  decided_until timestamptz not null, next_at timestamptz, primary key (admission_id, checkup_type_id));
create index checkup_schedule_progress_due on checkup_schedule_progress (next_at, organization_id) where next_at is not null;
alter table patient_summary add column open_alerts integer not null default 0;

-- What a rule or schedule says in an alert. Ids come from visible rows; asked through row security the planner would look at every pathway.
create function app_alert_rule(asked text) returns jsonb language plpgsql stable security definer set search_path from current as $$
begin return (
  select jsonb_build_object('id', r.id, 'name', r.name, 'type', r.type, 'description', r.description, 'condition', r.condition) from alert_rule r where r.id = asked); end $$;
create function app_alert_rules(pathway text) returns jsonb language plpgsql stable security definer set search_path from current as $$
begin return (
  select jsonb_agg(jsonb_build_object('id', r.id, 'type', r.type, 'condition', r.condition, 'severity', r.severity) order by r.position, r.id)
  from alert_rule r where r.care_pathway_id = pathway and r.deleted_at is null); end $$;
create function app_alert_rule_revision(asked text) returns bigint language plpgsql stable security definer set search_path from current as $$
begin return (
  select r.revision from alert_rule r where r.id = asked); end $$;
create function app_checkup_type_name(asked text) returns text language plpgsql stable security definer set search_path from current as $$
begin return (
  select ct.name from checkup_type ct where ct.id = asked); end $$;
-- Counted by what changed, not anew: two organisations may write alerts of a shared patient at the same time.
create function count_open_alerts() returns trigger language plpgsql security definer set search_path from current as $$
declare change integer := (new.status = 'open' and new.type <> 'PacsanaEvent')::integer;
begin
  if tg_op = 'UPDATE' then change := change - (old.status = 'open' and old.type <> 'PacsanaEvent')::integer; end if;
  if change <> 0 then
    insert into patient_summary as s (patient_id, open_alerts) values (new.patient_id, change)
    on conflict (patient_id) do update set open_alerts = s.open_alerts + change;
  end if;
  return null;
end $$;
create trigger alert_counts after insert or update of status on alert for each row execute function count_open_alerts();
create trigger alert_changes after insert or update on alert for each row execute function record_change();
-- A trigger, so that no way of discharging can forget it (O255).
create function discharge_closes_alerts() returns trigger language plpgsql security definer set search_path from current as $$
declare organization text; version bigint;
begin
  if old.discharged_at is not null or new.discharged_at is null then return null; end if;
  for organization in select distinct a.organization_id from alert a where a.patient_id = new.patient_id and a.status = 'open' order by 1 loop
    version := app_next_revision(organization);
    update alert_trigger set status = 'closed', closed_at = new.discharged_at, closed_reason = 'discharged'
    where patient_id = new.patient_id and organization_id = organization and status = 'open';
    update alert set status = 'closed', open_triggers = 0, closed_at = new.discharged_at, closed_by = null, closed_reason = 'discharged', acknowledged_at = null,
      acknowledged_by = null, snoozed_until = null, snoozed_by = null, escalated_at = null, escalate_due_at = null, revision = version
    where patient_id = new.patient_id and organization_id = organization and status = 'open';
  end loop;
  return null;
end $$;
create trigger ward_admission_closes_alerts after update of discharged_at on ward_admission for each row execute function discharge_closes_alerts();
${onTheBoard}
${secure}
`,
}
