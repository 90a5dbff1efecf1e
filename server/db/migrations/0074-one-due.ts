import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
const eyes = 'security definer set search_path from current'
const isTheirs = (patientId: string): string =>
  `(coalesce(${org}, '') = '' or exists (select 1 from patient_organization po where po.patient_id = ${patientId} and po.organization_id = ${org}))`
const remembered = 8 * 86_400_000

/** Names of the tables, for the tests' matrix of row security. */
export const skippedRuleTables: readonly string[] = ['alert_rule_skip']

/**
 * The board uses the rule of missed check-ups: one without a type may be of any (under ''), in the
 * zone of the admitting organisation. An unknown rule is logged once an hour.
 */
export const oneDue: Migration = {
  name: '0074-one-due',
  sql: `
create function app_card_schedules(pathway text, organization text) returns jsonb language plpgsql stable ${eyes} as $$
begin return (
  select coalesce(jsonb_agg(jsonb_build_object('id', ct.id, 'name', ct.name, 'schedule', ct.schedule, 'timeZone', o.time_zone) order by ct.id), '[]'::jsonb)
  from checkup_type ct join organization o on o.id = app_card_schedules.organization where ct.care_pathway_id = pathway and ct.schedule is not null); end $$;
create or replace function app_due_inputs(asked text[]) returns table (
  patient_id text, due_asked bigint, ended_at timestamptz, ews_scores jsonb, trend jsonb, latest_by_type jsonb, admitted_at timestamptz, schedules jsonb,
  monitored_session jsonb, bucket_started_at timestamptz, bucket_data jsonb) language plpgsql stable ${eyes} as $$
begin return query
  select s.patient_id, s.due_asked, s.latest_checkup_ended_at, k.ews_scores, s.trend, s.latest_by_type, a.admitted_at, app_card_schedules(a.care_pathway_id, a.organization_id),
    case when m.id is not null then jsonb_build_object('createdAt', m.created_at, 'endedAt', m.ended_at) end, b.started_at, b.data
  from patient_summary s left join checkup k on k.id = s.latest_checkup_id
  left join ward_admission a on a.patient_id = s.patient_id and a.discharged_at is null
  left join continuous_monitoring_session m on m.id = s.monitoring_session_id left join monitoring_bucket b on b.id = s.latest_bucket_id
  where s.patient_id = any(asked) and ${isTheirs('s.patient_id')}; end $$;
drop function app_card_schedules(text);
create or replace function ask_due_of_schedules() returns trigger language plpgsql ${eyes} as $$
declare organization text; pathways text[];
begin
  if tg_table_name = 'organization' then organization := new.id;
  elsif tg_op = 'DELETE' then organization := old.organization_id; pathways := array[old.care_pathway_id];
  elsif tg_op = 'INSERT' then organization := new.organization_id; pathways := array[new.care_pathway_id];
  else organization := new.organization_id; pathways := array[old.care_pathway_id, new.care_pathway_id]; end if;
  -- Behind the counter of revisions, as every writer of the organisation's board.
  perform 1 from org_version v where v.organization_id = organization for update;
  update patient_summary s set due_asked = s.due_asked + 1 from ward_admission a
  where a.patient_id = s.patient_id and a.discharged_at is null and (case when pathways is null then a.organization_id = organization else a.care_pathway_id = any(pathways) end);
  return null;
end $$;
update patient_summary s set due_asked = s.due_asked + 1, latest_by_type = merge_latest(s.latest_by_type, u.added) from (
  select c.patient_id, jsonb_build_object('', (extract(epoch from max(c.ended_at)) * 1000)::bigint) as added from checkup c
  join patient_summary k on k.patient_id = c.patient_id
  where c.checkup_type is null and c.ended_at > k.latest_checkup_ended_at - interval '${remembered} milliseconds' group by c.patient_id) u
where u.patient_id = s.patient_id;
update patient_summary s set due_asked = s.due_asked + 1 from ward_admission a join care_pathway c on c.id = a.care_pathway_id
where a.patient_id = s.patient_id and a.discharged_at is null and c.organization_id <> a.organization_id;

create table alert_rule_skip (alert_rule_id text primary key references alert_rule, noted_at timestamptz not null);
${skippedRuleTables
  .map(
    (table) => `alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy owner_all on ${table} to current_user using (true) with check (true);`,
  )
  .join('\n')}
-- Which of these rules were not named for an hour: they are now. Whose row another transaction holds is named by that.
create function app_note_skipped_rules(asked text[], at timestamptz) returns setof text language plpgsql volatile ${eyes} as $$
declare rule text;
begin
  foreach rule in array asked loop
    perform 1 from alert_rule_skip k where k.alert_rule_id = rule for update skip locked;
    if not found and exists (select 1 from alert_rule_skip k where k.alert_rule_id = rule) then continue; end if;
    insert into alert_rule_skip as k (alert_rule_id, noted_at) values (rule, at)
    on conflict (alert_rule_id) do update set noted_at = excluded.noted_at where k.noted_at <= excluded.noted_at - interval '1 hour' or k.noted_at > excluded.noted_at;
    if found then return next rule; end if;
  end loop;
end $$;
`,
}
