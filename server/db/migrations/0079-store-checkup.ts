import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
const eyes = 'security definer set search_path from current'
const isTheirs = (patientId: string): string =>
  `(coalesce(${org}, '') = '' or exists (select 1 from patient_organization po where po.patient_id = ${patientId} and po.organization_id = ${org}))`
const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`
const day = 86_400_000
const inputs = `patient_id text, due_asked bigint, ended_at timestamptz, ews_scores jsonb, trend jsonb, latest_by_type jsonb, admitted_at timestamptz, schedules jsonb,
  monitored_session jsonb, bucket_started_at timestamptz, bucket_data jsonb`
const columns = [
  'id',
  'organization_id',
  'patient_id',
  'source_id',
  'type',
  'subtype',
  'checkup_type',
  'started_at',
  'ended_at',
  'received_at',
  'readings',
  'ews_scores',
  'total_score',
  'risk_level',
  'payload_hash',
] as const
/** Of two that ended together the greater id is the latest. */
const isNewer = (what: 'checkup' | 'bucket'): string =>
  `s.latest_${what}_ended_at is null or (excluded.latest_${what}_ended_at, excluded.latest_${what}_id) > (s.latest_${what}_ended_at, s.latest_${what}_id)`
const whenNewer = (what: 'checkup' | 'bucket', columns: readonly string[]): string =>
  columns
    .map(
      (column) =>
        `${column} = case when ${isNewer(what)} then excluded.${column} else s.${column} end`,
    )
    .join(', ')

/**
 * A check-up with all its effects in one call, so that the organisation's counter is locked for two
 * round trips instead of six. One id at a time and plpgsql keep the plan. Means what 0022, 0045,
 * 0072, 0073 and 0074 meant.
 */
export const storeCheckup: Migration = {
  name: '0079-store-checkup',
  sql: `
create or replace function merge_trend(known jsonb, added jsonb) returns jsonb language plpgsql immutable as $$
begin return (
  with points as (select p, (p ->> 0)::bigint as at, case when p ->> 1 is null then 0 else coalesce((p ->> 3)::integer, 127) end as measured,
    row_number() over (order by (p ->> 0)::bigint desc) as place, max((p ->> 0)::bigint) over () as newest from jsonb_array_elements(known || added) as p)
  select coalesce(jsonb_agg(k.p order by k.at), '[]'::jsonb) from points k
  where (k.at > k.newest - ${day} and k.place <= 96)
    or (k.measured > 0 and not exists (select 1 from points later where later.place < k.place and (k.measured & (~later.measured)) = 0))); end $$;
create or replace function merge_latest(known jsonb, added jsonb) returns jsonb language plpgsql immutable as $$
begin return (
  select known || coalesce(jsonb_object_agg(key, greatest(value::bigint, coalesce((known ->> key)::bigint, 0))), '{}'::jsonb) from jsonb_each_text(added)); end $$;

-- As app_due_inputs, of one patient.
create function app_due_input(asked text) returns table (${inputs}) language plpgsql stable ${eyes} as $$
begin return query
  select s.patient_id, s.due_asked, s.latest_checkup_ended_at, k.ews_scores, s.trend, s.latest_by_type, a.admitted_at, app_card_schedules(a.care_pathway_id, a.organization_id),
    case when m.id is not null then jsonb_build_object('createdAt', m.created_at, 'endedAt', m.ended_at) end, b.started_at, b.data
  from patient_summary s left join checkup k on k.id = s.latest_checkup_id
  left join ward_admission a on a.patient_id = s.patient_id and a.discharged_at is null
  left join continuous_monitoring_session m on m.id = s.monitoring_session_id left join monitoring_bucket b on b.id = s.latest_bucket_id
  where s.patient_id = asked and ${isTheirs('asked')}; end $$;
create or replace function app_note_checkup(asked text, checkup text, ended timestamptz, total integer, risk integer, point jsonb, by_type jsonb) returns table (${inputs}) language plpgsql volatile ${eyes} as $$
begin
  if not ${isTheirs('asked')} then raise exception 'The patient is not the organisation''s' using errcode = '42501'; end if;
  insert into patient_summary as s (patient_id, latest_checkup_id, latest_checkup_ended_at, total_score, risk_level, trend, latest_by_type)
  values (asked, checkup, ended, total, risk, point, by_type)
  on conflict on constraint patient_summary_pkey do update set
    ${whenNewer('checkup', ['latest_checkup_id', 'latest_checkup_ended_at', 'total_score', 'risk_level'])},
    trend = merge_trend(s.trend, excluded.trend), latest_by_type = merge_latest(s.latest_by_type, excluded.latest_by_type), due_asked = s.due_asked + 1;
  return query select * from app_due_input(asked);
end $$;
create or replace function app_note_bucket(asked text, bucket text, ended timestamptz, heard jsonb) returns table (${inputs}) language plpgsql volatile ${eyes} as $$
declare latest text;
begin
  if not ${isTheirs('asked')} then raise exception 'The patient is not the organisation''s' using errcode = '42501'; end if;
  insert into patient_summary as s (patient_id, latest_bucket_id, latest_bucket_ended_at, latest_by_device) values (asked, bucket, ended, heard)
  on conflict on constraint patient_summary_pkey do update set
    ${whenNewer('bucket', ['latest_bucket_id', 'latest_bucket_ended_at'])},
    latest_by_device = merge_latest(s.latest_by_device, excluded.latest_by_device), due_asked = s.due_asked + case when ${isNewer('bucket')} then 1 else 0 end
  returning s.latest_bucket_id into latest;
  if latest = bucket then return query select * from app_due_input(asked); end if;
end $$;

-- Stores a check-up of the acting organisation behind its counter; no row where one with an id of its own is there. 'history': what rules that look back so far (0: not
-- at all) have to know, with when each ended (epoch ms). 'may_answer': a missed check-up stands open, asked with the counter taken.
create function app_store_checkup(given jsonb, point jsonb, by_type jsonb, look_back_ms bigint)
returns table (revision bigint, history jsonb, may_answer boolean, ${inputs}) language plpgsql volatile ${eyes} as $$
#variable_conflict use_column
declare
  r checkup := jsonb_populate_record(null::checkup, given); before jsonb := '[]'; missed boolean; taken bigint;
begin
  if not ${isTheirs('r.patient_id')} or coalesce(nullif(${org}, ''), r.organization_id) <> r.organization_id then
    raise exception 'The patient is not the organisation''s' using errcode = '42501';
  end if;
  taken := app_next_revision(r.organization_id);
  insert into checkup (${columns.join(', ')}, revision) values (${columns.map((column) => `r.${column}`).join(', ')}, taken) on conflict do nothing;
  if not found then return; end if;
  if look_back_ms > 0 then
    before := (select coalesce(jsonb_agg(jsonb_build_object('readings', c.readings, 'ewsScores', c.ews_scores, 'endedMs', ${ms('c.ended_at')})), '[]') from checkup c
      where c.patient_id = r.patient_id and c.ended_at >= r.ended_at - look_back_ms * interval '1 millisecond' and c.ended_at < r.ended_at);
  end if;
  missed := exists (select 1 from alert a where a.patient_id = r.patient_id and a.status = 'open' and a.organization_id = r.organization_id and a.type = 'CheckupScheduleEvent');
  return query select taken, before, missed, n.* from app_note_checkup(r.patient_id, r.id, r.ended_at, r.total_score, r.risk_level, point, by_type) n;
end $$;

-- As touch_rosters for check-ups, with a plan that is kept.
create function touch_rosters_of_checkups() returns trigger language plpgsql ${eyes} as $$
declare organizations text[];
begin
  select array_agg(distinct t.organization_id order by t.organization_id) into organizations from touched t;
  if organizations is null then return null; end if;
  perform 1 from org_version v where v.organization_id = any(organizations) order by v.organization_id for update;
  insert into roster_version as v (organization_id, version, names) select o.id, 1, 1 from organization o where o.id = any(organizations) order by o.id
  on conflict (organization_id) do update set version = v.version + 1;
  return null;
end $$;
drop trigger checkup_rosters_insert on checkup;
create trigger checkup_rosters_insert after insert on checkup referencing new table as touched for each statement execute function touch_rosters_of_checkups();
`,
}
