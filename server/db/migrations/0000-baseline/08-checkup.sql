create table ingest_key (
  id text primary key,
  organization_id text not null references organization,
  -- Of a key that came with the installation.
  name text,
  -- Sealed, not hashed: HMAC needs it. Read by the owner role only.
  secret text not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  created_by text references user_account
);
create index ingest_key_of_organization on ingest_key (organization_id, created_at desc);

create table checkup (
  id text primary key,
  organization_id text not null references organization,
  patient_id text not null references patient,
  -- The sender's id; unique in the organisation.
  source_id text not null,
  type text not null constraint checkup_origin check (type in ('continuous_monitoring', 'new_checkup')),
  subtype text,
  checkup_type jsonb,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  received_at timestamptz not null,
  created_by text references user_account,
  -- Read by storedReadings and storedScores: another release may have written them.
  readings jsonb not null,
  ews_scores jsonb,
  -- Copies of two fields of ews_scores, for sorting and the board.
  total_score integer,
  risk_level integer,
  payload_hash text not null,
  revision bigint not null,
  scored_on_arrival jsonb,
  -- When it was scored anew last with another total, and by whom.
  rescored_at timestamptz,
  rescored_by text references user_account,
  -- It was entered in error: it stays, and counts nowhere (valid_checkup). Why, as
  -- src/domain/checkup/strike-out.ts says.
  struck_out_at timestamptz,
  struck_out_by text references user_account,
  struck_out_reason text check (struck_out_reason in ('wrongPatient', 'wrongValue', 'twice', 'other')),
  struck_out_text text check (length(struck_out_text) <= 200),
  check ((struck_out_at is null) = (struck_out_reason is null)),
  unique (organization_id, source_id)
);
create index checkup_cut on checkup (organization_id, received_at desc) where readings->'notUsable' <> '[]'::jsonb;
-- What changed since is read by it, of an organisation's own (integration_token).
create index checkup_by_revision on checkup (organization_id, revision);
create index checkup_newest on checkup (patient_id, ended_at desc, id desc);

-- The check-ups that count. Whatever works something out of check-ups reads these; the record shows
-- them all.
-- A request to measure a patient again (src/domain/repeat). It ends by itself: with the check-up that answers the last of it, with the
-- admission, and by a newer one of the same person (standing_repeat).
create table observation_repeat (
  id text primary key,
  organization_id text not null references organization,
  patient_id text not null references patient,
  admission_id text not null references ward_admission,
  due_at timestamptz not null,
  -- Null, with until_at: once.
  every_minutes integer check (every_minutes > 0),
  until_at timestamptz,
  reason text check (char_length(reason) between 1 and 200),
  -- A check-up that ends from then on answers the last of it (endsFromMs).
  ends_from timestamptz not null,
  captured_at timestamptz not null,
  created_at timestamptz not null,
  created_by text not null references user_account,
  cancelled_at timestamptz,
  cancelled_by text references user_account,
  -- Up to when it was looked whether one was missed, and when it is looked next; null: never.
  decided_until timestamptz not null,
  look_at timestamptz,
  revision bigint not null,
  check ((every_minutes is null) = (until_at is null)),
  check ((cancelled_at is null) = (cancelled_by is null)),
  check (ends_from > captured_at)
);
create index observation_repeat_by_patient on observation_repeat (patient_id, created_by, captured_at desc, id desc);
create index observation_repeat_looked_at on observation_repeat (look_at) where look_at is not null;

create view valid_checkup with (security_invoker) as select * from checkup where struck_out_at is null;

-- Files that check-ups name: pictures, breath sounds, reports. Whoever sees the patient's check-ups
-- sees them, and as those they stay. The bytes stand apart, so that nothing else reads them, and
-- are not compressed again.
create table checkup_file (
  id text primary key,
  organization_id text not null references organization,
  patient_id text not null references patient,
  -- The sender's id.
  source_id text not null,
  name text not null,
  media_type text not null check (media_type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'audio/wav', 'audio/mpeg', 'audio/mp4')),
  byte_count integer not null check (byte_count >= 1 and byte_count <= 20971520),
  -- Of the kept bytes, in hex.
  sha256 text not null,
  received_at timestamptz not null,
  payload_hash text not null,
  unique (organization_id, source_id)
);
create index checkup_file_by_patient on checkup_file (patient_id);

create table checkup_file_bytes (
  file_id text primary key references checkup_file on delete cascade,
  organization_id text not null references organization,
  bytes bytea not null
);
alter table checkup_file_bytes alter column bytes set storage external;

-- What the ingest API refused of an organisation's senders: the same of one day is one row. Nothing
-- of what was sent but the patient's id and the names of fields. Kept for 30 days.
create table refused_delivery (
  organization_id text references organization,
  -- YYYY-MM-DD.
  day date,
  kind text,
  code text,
  api_key text,
  -- As it was sent; '': none.
  patient text check (char_length(patient) <= 100),
  fields jsonb,
  times integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (organization_id, day, kind, code, api_key, patient, fields)
);

-- Every scheduled check-up whose time has run out, and whether one was done: written as the missed
-- ones are decided, since a schedule that is changed later forgets what it asked for. One that
-- arrives late, within the tolerances by its own time, turns it to done.
create table checkup_slot (
  admission_id text references ward_admission on delete cascade,
  checkup_type_id text,
  organization_id text not null references organization,
  patient_id text not null references patient,
  ward_id text references ward,
  due_at timestamptz,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  is_done boolean not null,
  -- What was done was struck out: its alert is still to be raised.
  is_asked_again boolean not null default false,
  primary key (admission_id, checkup_type_id, due_at)
);
create index checkup_slot_by_time on checkup_slot (organization_id, due_at);
create index checkup_slot_asked_again on checkup_slot (organization_id) where is_asked_again;
create index checkup_slot_missed on checkup_slot (patient_id, closes_at) where not is_done;

-- Up to when the slots of an admission's schedule have been decided, by which schedule, and when there is more to decide (null: never).
create table checkup_schedule_progress (
  admission_id text references ward_admission,
  checkup_type_id text references checkup_type,
  organization_id text not null references organization,
  patient_id text not null references patient,
  -- By which it was; another one begins anew.
  schedule jsonb not null,
  decided_until timestamptz not null,
  next_at timestamptz,
  primary key (admission_id, checkup_type_id)
);
create index checkup_schedule_progress_due on checkup_schedule_progress (next_at, organization_id) where next_at is not null;

-- What changed of who is asked for check-ups: one of the three in a row. It is read and removed by
-- server/areas/checkup/enrol-schedules.ts.
create table enrolment_asked (
  asked bigint generated always as identity primary key,
  admission_id text references ward_admission on delete cascade,
  care_pathway_id text references care_pathway on delete cascade,
  organization_id text references organization on delete cascade
);

-- Personal thresholds also score earlier check-ups, so that board, table and charts agree. The
-- scores on arrival are kept. This function is the only way, and changes only scores of the acting
-- organisation's patients.
-- rows: [{id, revision, scores, at, by}]; each revision is one of the check-up's own organisation.
create function app_rescore_checkups(asked text, rows jsonb) returns void language plpgsql security definer set search_path from current as $$
begin
  if not app_sees_patient(asked) then raise exception 'not a patient of the acting organisation'; end if;
  update checkup c set ews_scores = r.scores, total_score = (r.scores ->> 'totalScore')::integer, risk_level = (r.scores ->> 'riskLevel')::integer,
    scored_on_arrival = coalesce(c.scored_on_arrival, c.ews_scores), rescored_at = case when c.total_score is distinct from (r.scores ->> 'totalScore')::integer then r.at else c.rescored_at end,
    rescored_by = case when c.total_score is distinct from (r.scores ->> 'totalScore')::integer then r.by else c.rescored_by end, revision = r.revision
  from jsonb_to_recordset(rows) as r(id text, revision bigint, scores jsonb, at timestamptz, by text) where c.id = r.id and c.patient_id = asked and c.ews_scores is not null;
end $$;

-- As measuresAny of src/domain/virtual-ward/measured.ts: any parameter of the score, or who is not scored at all.
create function app_measures_any(scores jsonb, readings jsonb) returns boolean language sql immutable as $$
  select readings ->> 'notScored' is not null or coalesce(scores ->> 'RRScore', scores ->> 'SpO2Score', scores ->> 'onOxygenScore', scores ->> 'BPScore', scores ->> 'HRScore', scores ->> 'consciousnessScore', scores ->> 'tempScore') is not null $$;

-- A check-up with all its effects in one call, so that the organisation's counter is locked for two
-- round trips instead of six. One id at a time and plpgsql keep the plan.
-- Keeps the latest check-up (of the same instant the graver), the day's trend and the last of each type; says what the next observation is worked out from.
create function app_note_checkup(asked text, checkup text, ended timestamptz, total integer, risk integer, point jsonb, by_type jsonb) returns table (patient_id text, due_asked bigint, ended_at timestamptz, ews_scores jsonb, trend jsonb, latest_by_type jsonb, admitted_at timestamptz, schedules jsonb,
  monitored_session jsonb, buckets jsonb, repeats jsonb) language plpgsql volatile security definer set search_path from current as $$
begin
  if not (coalesce(current_setting('app.organization', true), '') = '' or exists (select 1 from patient_organization po where po.patient_id = asked and po.organization_id = current_setting('app.organization', true))) then raise exception 'The patient is not the organisation''s' using errcode = '42501'; end if;
  insert into patient_summary as s (patient_id, latest_checkup_id, latest_checkup_ended_at, total_score, risk_level, trend, latest_by_type, latest_measured_at)
  values (asked, checkup, ended, total, risk, point, by_type, (select ended from checkup c where c.id = app_note_checkup.checkup and app_measures_any(c.ews_scores, c.readings)))
  on conflict on constraint patient_summary_pkey do update set
    (latest_checkup_id, latest_checkup_ended_at, total_score, risk_level) = (
      select n.id, n.at, n.total, n.risk from (values (s.latest_checkup_id, s.latest_checkup_ended_at, s.total_score, s.risk_level),
        (excluded.latest_checkup_id, excluded.latest_checkup_ended_at, excluded.total_score, excluded.risk_level)) as n(id, at, total, risk)
      where n.id is not null order by n.at desc, n.total desc nulls last, n.risk desc nulls last, n.id desc limit 1),
    trend = merge_trend(s.trend, excluded.trend), latest_by_type = merge_latest(s.latest_by_type, excluded.latest_by_type), latest_measured_at = greatest(s.latest_measured_at, excluded.latest_measured_at), due_asked = s.due_asked + 1;
  return query select * from app_due_input(asked);
end $$;

-- Stores a check-up of the acting organisation behind its counter; no row where one with an id of its own is there. 'history': what rules that look back so far (0: not
-- at all) have to know, with when each ended (epoch ms). 'may_answer': a missed check-up stands open, asked with the counter taken.
create function app_store_checkup(given jsonb, point jsonb, by_type jsonb, look_back_ms bigint)
returns table (revision bigint, history jsonb, may_answer boolean, patient_id text, due_asked bigint, ended_at timestamptz, ews_scores jsonb, trend jsonb, latest_by_type jsonb, admitted_at timestamptz, schedules jsonb,
  monitored_session jsonb, buckets jsonb, repeats jsonb) language plpgsql volatile security definer set search_path from current as $$
#variable_conflict use_column
declare
  r checkup := jsonb_populate_record(null::checkup, given); before jsonb := '[]'; missed boolean; taken bigint;
begin
  if not (coalesce(current_setting('app.organization', true), '') = '' or exists (select 1 from patient_organization po where po.patient_id = r.patient_id and po.organization_id = current_setting('app.organization', true))) or coalesce(nullif(current_setting('app.organization', true), ''), r.organization_id) <> r.organization_id then
    raise exception 'The patient is not the organisation''s' using errcode = '42501';
  end if;
  taken := app_next_revision(r.organization_id);
  insert into checkup (id, organization_id, patient_id, source_id, type, subtype, checkup_type, started_at, ended_at, received_at, readings, ews_scores, total_score, risk_level, payload_hash, created_by, revision) values (r.id, r.organization_id, r.patient_id, r.source_id, r.type, r.subtype, r.checkup_type, r.started_at, r.ended_at, r.received_at, r.readings, r.ews_scores, r.total_score, r.risk_level, r.payload_hash, r.created_by, taken) on conflict do nothing;
  if not found then return; end if;
  if look_back_ms > 0 then
    before := (select coalesce(jsonb_agg(jsonb_build_object('readings', c.readings, 'ewsScores', c.ews_scores, 'endedMs', (extract(epoch from c.ended_at) * 1000)::bigint)), '[]') from valid_checkup c
      where c.patient_id = r.patient_id and c.ended_at >= r.ended_at - look_back_ms * interval '1 millisecond' and c.ended_at < r.ended_at);
  end if;
  missed := exists (select 1 from alert a where a.patient_id = r.patient_id and a.status = 'open' and a.organization_id = r.organization_id and a.type = 'CheckupScheduleEvent');
  return query select taken, before, missed, n.* from app_note_checkup(r.patient_id, r.id, r.ended_at, r.total_score, r.risk_level, point, by_type) n;
end $$;

-- Strikes out a check-up of the acting organisation, behind its counter: the board's row of its
-- patient, and which scheduled check-ups were done, are worked out anew from those that count. What it answered is asked for
-- again: a scheduled check-up of the last 24 hours that nobody did raises its alert (server/areas/alert/undone-slots.ts), also
-- where an alert of it was closed as answered.
create function app_strike_out_checkup(asked text, at timestamptz, struck_by text, why text, words text, counter bigint)
returns table (patient_id text, due_asked bigint, ended_at timestamptz, ews_scores jsonb, trend jsonb, latest_by_type jsonb, admitted_at timestamptz, schedules jsonb,
  monitored_session jsonb, buckets jsonb, repeats jsonb) language plpgsql volatile security definer set search_path from current as $$
#variable_conflict use_column
declare r checkup;
begin
  update checkup c set struck_out_at = app_strike_out_checkup.at, struck_out_by = struck_by, struck_out_reason = why, struck_out_text = words, revision = counter
  where c.id = asked and c.organization_id = current_setting('app.organization', true) and c.struck_out_at is null returning c.* into r;
  if not found then return; end if;
  -- One source raises one alert: what was answered no more stands for its own.
  update alert_trigger t set source = t.source || ' answered by ' || asked from alert a
  where a.id = t.alert_id and t.patient_id = r.patient_id and t.closed_reason = 'answered' and t.opens_at <= r.ended_at
    and (t.closes_at >= r.ended_at or a.source_key = 'repeat');
  update checkup_slot s set is_done = false, is_asked_again = s.closes_at > app_strike_out_checkup.at - interval '24 hours'
  where s.patient_id = r.patient_id and s.is_done and s.opens_at <= r.ended_at and s.closes_at >= r.ended_at
    and not exists (select 1 from valid_checkup c where c.patient_id = s.patient_id and c.ended_at between s.opens_at and s.closes_at
      and coalesce(c.checkup_type ->> 'id', s.checkup_type_id) = s.checkup_type_id);
  -- What people asked for and it answered is open again: it is looked at anew, and what alerted already alerts no more.
  update observation_repeat o set look_at = app_strike_out_checkup.at, decided_until = o.captured_at
  where o.patient_id = r.patient_id and o.cancelled_at is null and o.captured_at < r.ended_at;
  perform app_refresh_summary_checkups(r.patient_id);
  return query select n.* from app_due_input(r.patient_id) n;
end $$;

-- What must be known to read a score goes with each score of a board's row, not with the newest
-- check-up: Scale 2, personal thresholds, a poor SpO2 signal (markBits of
-- src/domain/virtual-ward/score-marks.ts). The latest buckets were scored by the patient's present
-- scheme, or nearly.
create function app_score_marks(scores jsonb, readings jsonb) returns integer language sql immutable as $$
  select case when coalesce((scores ->> 'spo2Scale')::integer, 1) = 2 then 1 else 0 end
    + case when coalesce(scores ->> 'riskScheme', 'NEWS2') = 'NEWS2' then 0 else 2 end
    + case when o ->> 'averageSpO2' is not null and coalesce(o ->> 'confidence', 'HIGH') not in ('HIGH', 'FAILED') and not coalesce((o ->> 'isManual')::boolean, false)
        and coalesce((o ->> 'uneditedAverageSpO2')::numeric = (o ->> 'averageSpO2')::numeric, true) then 4 else 0 end
  from (select readings -> 'pulseOxiData' as o) as oximeter $$;

create function answer_missed_slots() returns trigger language plpgsql security definer set search_path from current as $$
begin
  update checkup_slot set is_done = true, is_asked_again = false
  where patient_id = new.patient_id and not is_done and closes_at >= new.ended_at and opens_at <= new.ended_at
    and coalesce(new.checkup_type ->> 'id', checkup_type_id) = checkup_type_id;
  return null;
end $$;

-- A card shows the gravest rhythm event of 24 hours, which is not the newest: the board's row of a
-- patient keeps the newest event of each type, of the day before the newest of all. Which of them
-- is told, and is the gravest, the card works out by its clock. The types are found one by one by
-- index, however many events there are.
create function app_newest_of_each_type(patient text) returns table (type text, started_at timestamptz, ended_at timestamptz) language sql stable security definer set search_path from current as $$
  with recursive known as (
    (select e.type from waveform_event e where e.patient_id = patient and e.kind = 'SingleECG' order by e.type limit 1)
    union all
    select (select e.type from waveform_event e where e.patient_id = patient and e.kind = 'SingleECG' and e.type > k.type order by e.type limit 1) from known k where k.type is not null)
  select k.type, n.started_at, n.ended_at from known k cross join lateral (
    select e.started_at, e.ended_at from waveform_event e where e.patient_id = patient and e.kind = 'SingleECG' and e.type = k.type order by e.started_at desc limit 1) n
  where k.type is not null and k.type <> 'Noise'
$$;

create function ask_enrolment() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_table_name = 'ward_admission' then
    insert into enrolment_asked (admission_id) values (new.id);
  elsif tg_table_name = 'checkup_schedule_progress' then
    insert into enrolment_asked (admission_id) values (old.admission_id);
  elsif tg_table_name = 'organization' then
    insert into enrolment_asked (organization_id) values (new.id);
  else
    insert into enrolment_asked (care_pathway_id) values (new.care_pathway_id);
  end if;
  return null;
end $$;

create trigger checkup_answers_slots after insert on checkup for each row execute function answer_missed_slots();

create trigger checkup_type_enrolment after insert or update of schedule, schedule_changed_at on checkup_type for each row execute function ask_enrolment();

create trigger organization_enrolment after update of time_zone on organization for each row
  when (old.time_zone is distinct from new.time_zone) execute function ask_enrolment();

create trigger progress_enrolment after delete on checkup_schedule_progress for each row execute function ask_enrolment();

create trigger ward_admission_enrolment after insert or update of care_pathway_id, pathway_since, admitted_at, discharged_at on ward_admission for each row execute function ask_enrolment();
