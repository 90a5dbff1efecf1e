-- One row a patient, by app_note_checkup and app_note_bucket, for sorting without history.
create table patient_summary (
  patient_id text primary key references patient,
  latest_checkup_id text references checkup,
  latest_checkup_ended_at timestamptz,
  total_score integer,
  risk_level integer,
  latest_bucket_id text references monitoring_bucket,
  latest_bucket_ended_at timestamptz,
  -- [id, end in epoch ms, src/domain/monitoring/card-choice.ts measuredVitals] of the buckets that measured what no later one did, newest first.
  standing_buckets jsonb not null default '[]'::jsonb,
  latest_acuity_id text references patient_acuity_score,
  latest_acuity_captured_at timestamptz,
  -- 1 to 4.
  acuity_score integer,
  -- Alerts that are open, all organisations' together. Kept by a trigger.
  open_alerts integer not null default 0,
  -- The totals of the last day: a page costs the same with any history.
  trend jsonb not null default '[]'::jsonb,
  -- The last check-up of each type (epoch ms), by type id; without type under '' (schedule/kind.ts).
  latest_by_type jsonb not null default '{}'::jsonb,
  -- The session that began last.
  monitoring_session_id text references continuous_monitoring_session,
  -- Raised by whatever can change when the patient is due; worked out again where it is ahead.
  due_asked bigint not null default 1,
  due_worked bigint not null default 0,
  fresh_until timestamptz,
  slot_due_at timestamptz,
  score_due_at timestamptz,
  -- When each device gave data last.
  latest_by_device jsonb not null default '{}'::jsonb,
  -- What a page is ordered by, worked out with when the patient is due (src/domain/virtual-ward/standing.ts).
  order_total integer,
  -- Counts how often a check-up of the row was scored again, which moves the row.
  rescored bigint not null default 0,
  shown_bucket_ended_at timestamptz,
  shown_bucket_stays boolean,
  both_total integer,
  both_fresh_until timestamptz,
  both_due_at timestamptz,
  both_asks_until timestamptz,
  bucket_total integer,
  bucket_fresh_until timestamptz,
  bucket_due_at timestamptz,
  bucket_asks_until timestamptz,
  -- Until when the next scheduled check-up still counts: a board is ordered by who is silent.
  slot_closes_at timestamptz,
  -- Whether a schedule asks for a check-up; slot_due_at may be of a request alone.
  has_slot boolean,
  -- The newest rhythm event of each type of the ECG; null: none. Kept by a trigger.
  rhythm_events jsonb,
  order_risk integer,
  both_risk integer,
  bucket_risk integer,
  held_until timestamptz,
  grave_unheld_from timestamptz,
  has_emergency boolean not null default false,
  has_stopped boolean not null default false,
  -- When the last check-up ended that answers requests to measure again (app_measures_any).
  latest_measured_at timestamptz
);
create index patient_summary_due_unknown on patient_summary (patient_id) where due_worked <> due_asked;

create function ask_due_of_admission() returns trigger language plpgsql security definer set search_path from current as $$
begin
  insert into patient_summary as s (patient_id) values (new.patient_id) on conflict (patient_id) do update set due_asked = s.due_asked + 1;
  return null;
end $$;

-- Patients of the acting organisation whose next observation has to be worked out.
create function app_due_unknown() returns setof text language plpgsql stable security definer set search_path from current as $$
begin return query
  select s.patient_id from patient_summary s where s.due_worked <> s.due_asked and (coalesce(current_setting('app.organization', true), '') = '' or exists (select 1 from patient_organization po where po.patient_id = s.patient_id and po.organization_id = current_setting('app.organization', true))); end $$;

-- A monitored patient's card shows the latest bucket (src/domain/monitoring/card-choice.ts): what
-- the board is ordered and filtered by follows what it shows. Worked out with when the patient is
-- due, so that server and device have one rule; asked for anew where a session begins or ends. The
-- columns of the check-up alone stay: they are for whoever sees no monitoring.
create function ask_due_of_session() returns trigger language plpgsql security definer set search_path from current as $$
begin
  update patient_summary s set due_asked = s.due_asked + 1 where s.patient_id = new.patient_id;
  return null;
end $$;

create function ask_due_of_schedules() returns trigger language plpgsql security definer set search_path from current as $$
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

-- Which scores stand (src/domain/virtual-ward/score-in-force.ts): a partial check-up takes nothing back of what it did not
-- measure, and one of the same instant nothing at all. The day's totals say which parameters they scored, and keep the older ones that stand.
create function merge_trend(known jsonb, added jsonb) returns jsonb language plpgsql immutable as $$
begin return (
  with points as (select p, (p ->> 0)::bigint as at, case when p ->> 1 is null then 0 else coalesce((p ->> 3)::integer, 127) end as measured,
    row_number() over (order by (p ->> 0)::bigint desc, (p ->> 1)::integer desc nulls last) as place, max((p ->> 0)::bigint) over () as newest from jsonb_array_elements(known || added) as p)
  select coalesce(jsonb_agg(k.p order by k.place desc), '[]'::jsonb) from points k
  where (k.at > k.newest - 86400000 and k.place <= 96)
    or (k.measured > 0 and not exists (select 1 from points later where later.at > k.at and (k.measured & (~later.measured)) = 0))); end $$;

-- Which buckets stand, of the same instant both: an empty or partial one takes nothing back of what was monitored before.
create function merge_buckets(known jsonb, added jsonb) returns jsonb language plpgsql immutable as $$
begin return (
  with buckets as (select b, (b ->> 1)::bigint as at, b ->> 0 as id, (b ->> 2)::integer as measured from jsonb_array_elements(known || added) as b),
  seen as (select *, coalesce(bit_or(measured) over (order by at desc range between unbounded preceding and 1 preceding), 0) as later from buckets)
  select coalesce(jsonb_agg(b order by at desc, id desc), '[]'::jsonb) from seen where measured & ~later <> 0); end $$;

-- [start, data] of the latest bucket and of those that stand, newest first. Null: none.
create function app_standing_buckets(latest text, standing jsonb) returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_build_array(b.started_at, b.data) order by b.ended_at desc, b.id desc) from monitoring_bucket b
  where b.id = any(array(select s ->> 0 from jsonb_array_elements(standing) as s) || latest) $$;

create function merge_latest(known jsonb, added jsonb) returns jsonb language plpgsql immutable as $$
begin return (
  select known || coalesce(jsonb_object_agg(key, greatest(value::bigint, coalesce((known ->> key)::bigint, 0))), '{}'::jsonb) from jsonb_each_text(added)); end $$;

-- What counts for a reading says the birth date and a pregnancy too: NEWS2 is for neither.
-- What every reading asks and writes of its patient, with the owner's rights and by index: the policies would gather
-- all patients first. Each checks the organisation. In plpgsql, which keeps plans.
create function app_patient_context(asked text, at timestamptz) returns table (personal jsonb, admission jsonb, on_oxygen boolean, pregnant boolean, birth_date text) language plpgsql stable security definer set search_path from current as $$
begin return query
  select
    (select jsonb_build_object('thresholds', e.thresholds, 'risk_scheme', e.risk_scheme, 'spo2_scale', e.spo2_scale)
      from personal_ews e where e.patient_id = p.id order by e.created_at desc, e.id desc limit 1),
    (select jsonb_build_object('admittedAt', a.admitted_at, 'thresholds', cp.ews_thresholds, 'escalateAfterMinutes', cp.escalate_after_minutes, 'rules', app_alert_rules(cp.id), 'endedAt', a.discharged_at)
      from ward_admission a join care_pathway cp on cp.id = a.care_pathway_id where a.patient_id = p.id
        and (a.discharged_at is null or (app_patient_context.at between a.admitted_at and a.discharged_at and not app_has_died(p.id)))
      order by app_patient_context.at >= a.admitted_at desc, a.admitted_at desc limit 1),
    exists (select 1 from patient_flag f where f.patient_id = p.id and f.type = 'OnOxygen'
      and f.started_at <= app_patient_context.at and (f.ended_at is null or f.ended_at > app_patient_context.at)),
    exists (select 1 from patient_flag f where f.patient_id = p.id and f.type = 'Pregnant'
      and f.started_at <= app_patient_context.at and (f.ended_at is null or f.ended_at > app_patient_context.at)),
    p.birth_date::text
  from patient p where p.id = asked and p.deleted_at is null
    and exists (select 1 from patient_organization po where po.patient_id = p.id and po.organization_id = current_setting('app.organization', true)); end $$;

-- A check-up as a point of the trend.
create function app_trend_point(c valid_checkup) returns jsonb language sql immutable as $$
  select jsonb_build_array((extract(epoch from c.ended_at) * 1000)::bigint, c.total_score, c.risk_level, case when c.ews_scores ->> 'RRScore' is null then 0 else 1 end + case when c.ews_scores ->> 'SpO2Score' is null then 0 else 2 end + case when c.ews_scores ->> 'onOxygenScore' is null then 0 else 4 end + case when c.ews_scores ->> 'BPScore' is null then 0 else 8 end + case when c.ews_scores ->> 'HRScore' is null then 0 else 16 end + case when c.ews_scores ->> 'consciousnessScore' is null then 0 else 32 end + case when c.ews_scores ->> 'tempScore' is null then 0 else 64 end, app_score_marks(c.ews_scores, c.readings), c.id) $$;

-- The board's row of a patient, after their check-ups were scored again.
create function app_refresh_summary_scores(asked text) returns void language plpgsql security definer set search_path from current as $$
begin
  if not app_sees_patient(asked) then raise exception 'not a patient of the acting organisation'; end if;
  update patient_summary s set due_asked = s.due_asked + 1, rescored = s.rescored + 1,
    (latest_checkup_id, total_score, risk_level) = (select c.id, c.total_score, c.risk_level from valid_checkup c where c.patient_id = s.patient_id and c.ended_at = s.latest_checkup_ended_at
      order by c.total_score desc nulls last, c.risk_level desc nulls last, c.id desc limit 1),
    trend = merge_trend('[]', coalesce((select jsonb_agg(app_trend_point(c)) from valid_checkup c where c.patient_id = s.patient_id and (c.ended_at > s.latest_checkup_ended_at - interval '86400000 milliseconds'
      or c.ended_at = any(array(select to_timestamp((p ->> 0)::bigint / 1000.0) from jsonb_array_elements(s.trend) as p)))), '[]')) where s.patient_id = asked and s.latest_checkup_id is not null;
end $$;

-- The same after one of them was struck out: from all that count, since what it covered may stand again.
create function app_refresh_summary_checkups(asked text) returns void language plpgsql security definer set search_path from current as $$
begin
  if not app_sees_patient(asked) then raise exception 'not a patient of the acting organisation'; end if;
  update patient_summary s set due_asked = s.due_asked + 1, rescored = s.rescored + 1,
    (latest_checkup_id, latest_checkup_ended_at, total_score, risk_level) = (select c.id, c.ended_at, c.total_score, c.risk_level from valid_checkup c where c.patient_id = asked
      order by c.ended_at desc, c.total_score desc nulls last, c.risk_level desc nulls last, c.id desc limit 1),
    trend = merge_trend('[]', coalesce((select jsonb_agg(app_trend_point(c)) from valid_checkup c where c.patient_id = asked), '[]')),
    latest_measured_at = (select max(c.ended_at) from valid_checkup c where c.patient_id = asked and app_measures_any(c.ews_scores, c.readings)),
    latest_by_type = coalesce((select jsonb_object_agg(k.kind, k.ended) from (select coalesce(c.checkup_type ->> 'id', '') as kind, (extract(epoch from max(c.ended_at)) * 1000)::bigint as ended
      from valid_checkup c where c.patient_id = asked group by 1) k), '{}') where s.patient_id = asked;
end $$;

-- What a pathway asks for is on the cards of its patients.
create function app_card_schedules(pathway text, organization text) returns jsonb language plpgsql stable security definer set search_path from current as $$
begin return (
  select coalesce(jsonb_agg(jsonb_build_object('id', ct.id, 'name', ct.name, 'schedule', ct.schedule, 'timeZone', o.time_zone,
    'countsFrom', to_char(ct.schedule_changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by ct.id), '[]'::jsonb)
  from checkup_type ct join organization o on o.id = app_card_schedules.organization where ct.care_pathway_id = pathway and ct.schedule is not null); end $$;

-- The requests to measure again that stand, as standingRepeats of src/domain/repeat/repeat.ts: not taken back, of the active
-- admission, not answered to the last, and of each person the newest (also where that was taken back).
create view standing_repeat with (security_invoker) as
select r.*, s.latest_measured_at from observation_repeat r join ward_admission a on a.id = r.admission_id and a.discharged_at is null
left join patient_summary s on s.patient_id = r.patient_id
where r.cancelled_at is null and (s.latest_measured_at is null or s.latest_measured_at < r.ends_from)
  and not exists (select 1 from observation_repeat n where n.patient_id = r.patient_id and n.created_by = r.created_by and (n.captured_at, n.id) > (r.captured_at, r.id));

create function app_card_repeats(asked text) returns jsonb language plpgsql stable security definer set search_path from current as $$
begin return (
  select jsonb_agg(jsonb_build_object('id', r.id, 'askedAt', r.captured_at, 'dueAt', r.due_at, 'everyMinutes', r.every_minutes, 'until', r.until_at, 'reason', r.reason, 'by', app_person(r.created_by),
    'latestEndedAt', r.latest_measured_at) order by r.id) from standing_repeat r where r.patient_id = asked); end $$;

create function app_is_unscored(asked text, newest jsonb) returns boolean language plpgsql stable security definer set search_path from current as $$
begin return newest ->> 'notScored' is not null or app_is_pregnant(asked); end $$;

create function app_due_inputs(asked text[])
 RETURNS TABLE(patient_id text, due_asked bigint, ended_at timestamp with time zone, ews_scores jsonb, trend jsonb, latest_by_type jsonb, admitted_at timestamp with time zone, schedules jsonb, monitored_session jsonb, buckets jsonb, repeats jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO '$user', 'public'
AS $function$
begin return query
  select s.patient_id, s.due_asked, s.latest_checkup_ended_at, case when app_is_unscored(s.patient_id, k.readings) then null else k.ews_scores end, case when app_is_unscored(s.patient_id, k.readings) then '[]'::jsonb else s.trend end, s.latest_by_type, greatest(a.admitted_at, a.created_at, a.pathway_since), app_card_schedules(a.care_pathway_id, a.organization_id),
    case when m.id is not null then jsonb_build_object('createdAt', m.created_at, 'endedAt', m.ended_at) end, app_standing_buckets(s.latest_bucket_id, s.standing_buckets), app_card_repeats(s.patient_id)
  from patient_summary s left join checkup k on k.id = s.latest_checkup_id
  left join ward_admission a on a.patient_id = s.patient_id and a.discharged_at is null
  left join continuous_monitoring_session m on m.id = s.monitoring_session_id
  where s.patient_id = any(asked) and (coalesce(current_setting('app.organization', true), '') = '' or exists (select 1 from patient_organization po where po.patient_id = s.patient_id and po.organization_id = current_setting('app.organization', true))); end $function$;

-- As app_due_inputs, of one patient.
create function app_due_input(asked text)
 RETURNS TABLE(patient_id text, due_asked bigint, ended_at timestamp with time zone, ews_scores jsonb, trend jsonb, latest_by_type jsonb, admitted_at timestamp with time zone, schedules jsonb, monitored_session jsonb, buckets jsonb, repeats jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO '$user', 'public'
AS $function$
begin return query
  select s.patient_id, s.due_asked, s.latest_checkup_ended_at, case when app_is_unscored(s.patient_id, k.readings) then null else k.ews_scores end, case when app_is_unscored(s.patient_id, k.readings) then '[]'::jsonb else s.trend end, s.latest_by_type, greatest(a.admitted_at, a.created_at, a.pathway_since), app_card_schedules(a.care_pathway_id, a.organization_id),
    case when m.id is not null then jsonb_build_object('createdAt', m.created_at, 'endedAt', m.ended_at) end, app_standing_buckets(s.latest_bucket_id, s.standing_buckets), app_card_repeats(s.patient_id)
  from patient_summary s left join checkup k on k.id = s.latest_checkup_id
  left join ward_admission a on a.patient_id = s.patient_id and a.discharged_at is null
  left join continuous_monitoring_session m on m.id = s.monitoring_session_id
  where s.patient_id = asked and (coalesce(current_setting('app.organization', true), '') = '' or exists (select 1 from patient_organization po where po.patient_id = asked and po.organization_id = current_setting('app.organization', true))); end $function$;

create function ask_due_of_flag() returns trigger language plpgsql security definer set search_path from current as $$
begin
  update patient_summary s set due_asked = s.due_asked + 1 where s.patient_id = new.patient_id;
  return null;
end $$;

-- A board is ordered by clinical urgency (src/domain/virtual-ward/urgency.ts): what decides it is
-- in the patient's row. The row is locked before its alerts are read, so that of two organisations
-- that write alerts of a shared patient at once the second sees both.
-- Keeps it where nothing was asked anew meanwhile. A row that somebody holds is passed by: who holds it asks anew, or works it out.
create function app_keep_due(worked jsonb) returns void language plpgsql volatile security definer set search_path from current as $$
declare g record;
begin
  for g in select * from jsonb_to_recordset(worked) as x (patient_id text, due_asked bigint, fresh_until timestamptz, order_total integer, slot_due_at timestamptz, score_due_at timestamptz, shown_bucket_ended_at timestamptz, shown_bucket_stays boolean, both_total integer, both_fresh_until timestamptz, both_due_at timestamptz, both_asks_until timestamptz, bucket_total integer, bucket_fresh_until timestamptz, bucket_due_at timestamptz, bucket_asks_until timestamptz, slot_closes_at timestamptz, has_slot boolean, order_risk integer, both_risk integer, bucket_risk integer) loop
    perform 1 from patient_summary s where s.patient_id = g.patient_id and s.due_asked = g.due_asked and (coalesce(current_setting('app.organization', true), '') = '' or exists (select 1 from patient_organization po where po.patient_id = s.patient_id and po.organization_id = current_setting('app.organization', true))) for update of s skip locked;
    if found then
      update patient_summary s set due_worked = g.due_asked, fresh_until = g.fresh_until, order_total = g.order_total, slot_due_at = g.slot_due_at, score_due_at = g.score_due_at, shown_bucket_ended_at = g.shown_bucket_ended_at, shown_bucket_stays = g.shown_bucket_stays, both_total = g.both_total, both_fresh_until = g.both_fresh_until, both_due_at = g.both_due_at, both_asks_until = g.both_asks_until, bucket_total = g.bucket_total, bucket_fresh_until = g.bucket_fresh_until, bucket_due_at = g.bucket_due_at, bucket_asks_until = g.bucket_asks_until, slot_closes_at = g.slot_closes_at, has_slot = g.has_slot, order_risk = g.order_risk, both_risk = g.both_risk, bucket_risk = g.bucket_risk where s.patient_id = g.patient_id;
    end if;
  end loop;
end $$;

-- The active admissions of the organisation's patients, with the names of their ward and pathway.
create view board_admission with (security_barrier) as
select a.id, a.patient_id, a.organization_id, a.admitted_at, a.created_at, a.revision, a.expected_discharge_date,
  w.id as ward_id, w.name as ward_name, c.id as care_pathway_id, c.name as care_pathway_name,
  greatest(a.admitted_at, a.created_at, a.pathway_since) as scheduled_from
from patient_organization po join ward_admission a on a.patient_id = po.patient_id and a.discharged_at is null
join ward w on w.id = a.ward_id join care_pathway c on c.id = a.care_pathway_id
where po.organization_id = current_setting('app.organization', true);

-- What a board's page is found and ordered by, with the owner's rights and limited to the acting
-- organisation: row security takes longer to plan than the page to read. Due times are in the row
-- (server/areas/patient-summary/due.ts), so that overdue is a comparison.
-- The patients of the acting organisation with what a page is ordered by; and the same with who they are.
create view board_key with (security_barrier=true) as
 SELECT po.patient_id AS id,
    a.ward_id,
    s.latest_checkup_id,
    s.latest_checkup_ended_at,
    s.total_score,
    s.latest_acuity_id,
    s.acuity_score,
    s.trend,
    s.latest_by_type,
    s.latest_bucket_id,
    s.standing_buckets,
    s.monitoring_session_id,
    COALESCE(s.open_alerts, 0) AS open_alerts,
    s.fresh_until,
    s.slot_due_at,
    s.score_due_at,
    s.order_total,
    s.shown_bucket_ended_at,
    s.shown_bucket_stays,
    s.both_total,
    s.both_fresh_until,
    s.both_due_at,
    s.both_asks_until,
    s.bucket_total,
    s.bucket_fresh_until,
    s.bucket_due_at,
    s.bucket_asks_until,
    s.slot_closes_at,
    s.has_slot,
    s.order_risk,
    s.both_risk,
    s.bucket_risk,
    s.held_until,
    s.grave_unheld_from,
    s.has_emergency,
    s.has_stopped
   FROM patient_organization po
     LEFT JOIN patient_summary s ON s.patient_id = po.patient_id
     LEFT JOIN ward_admission a ON a.patient_id = po.patient_id AND a.discharged_at IS NULL
  WHERE po.organization_id = current_setting('app.organization'::text, true) AND NOT (EXISTS ( SELECT 1
           FROM patient d
          WHERE d.id = po.patient_id AND d.deleted_at IS NOT NULL));

create view board_row with (security_barrier=true) as
 SELECT po.patient_id AS id,
    a.ward_id,
    s.latest_checkup_id,
    s.latest_checkup_ended_at,
    s.total_score,
    s.latest_acuity_id,
    s.acuity_score,
    s.trend,
    s.latest_by_type,
    s.latest_bucket_id,
    s.standing_buckets,
    s.monitoring_session_id,
    COALESCE(s.open_alerts, 0) AS open_alerts,
    s.fresh_until,
    s.slot_due_at,
    s.score_due_at,
    p.revision,
    p.organization_id,
    p.first_name,
    p.last_name,
    p.birth_date,
    p.gender,
    p.national_identifier_type,
    p.national_identifier_value,
    p.search_name,
    p.folded_last_name,
    s.order_total,
    s.shown_bucket_ended_at,
    s.shown_bucket_stays,
    s.both_total,
    s.both_fresh_until,
    s.both_due_at,
    s.both_asks_until,
    s.bucket_total,
    s.bucket_fresh_until,
    s.bucket_due_at,
    s.bucket_asks_until,
    s.slot_closes_at,
    s.has_slot,
    s.order_risk,
    s.both_risk,
    s.bucket_risk,
    s.held_until,
    s.grave_unheld_from,
    s.has_emergency,
    s.has_stopped
   FROM patient_organization po
     JOIN patient p ON p.id = po.patient_id
     LEFT JOIN patient_summary s ON s.patient_id = po.patient_id
     LEFT JOIN ward_admission a ON a.patient_id = po.patient_id AND a.discharged_at IS NULL
  WHERE po.organization_id = current_setting('app.organization'::text, true) AND p.deleted_at IS NULL;

create trigger checkup_type_due after insert or delete or update of schedule, care_pathway_id on checkup_type for each row execute function ask_due_of_schedules();

create trigger continuous_monitoring_session_due after update of created_at, ended_at on continuous_monitoring_session for each row execute function ask_due_of_session();

create trigger observation_repeat_due after insert or update of cancelled_at on observation_repeat for each row execute function ask_due_of_admission();

create trigger organization_due after update of time_zone on organization for each row when (old.time_zone is distinct from new.time_zone) execute function ask_due_of_schedules();

create trigger patient_flag_asks_due after insert or update of ended_at on patient_flag for each row when (new.type = 'Pregnant') execute function ask_due_of_flag();

create trigger patient_summary_first_silence after insert on patient_summary for each row when (new.latest_by_device <> '{}') execute function watch_silence();

create trigger patient_summary_silence after update on patient_summary for each row
  when (old.latest_by_device is distinct from new.latest_by_device) execute function watch_silence();

create trigger ward_admission_due after insert or update of patient_id, admitted_at, discharged_at, care_pathway_id on ward_admission
  for each row execute function ask_due_of_admission();
