-- A rule of a care pathway, as data (src/domain/alerts/rule.ts).
create table alert_rule (
  id text primary key,
  organization_id text not null references organization,
  care_pathway_id text not null references care_pathway,
  name text not null,
  description text not null,
  type text not null check (type in ('new-checkup', 'continuous-monitoring')),
  condition jsonb not null check ((condition ->> 'kind') = any (array['threshold', 'totalScore', 'singleScore', 'trend'])),
  -- 0 to 4: the least severity of what it finds.
  severity integer not null check (severity >= 0 and severity <= 4),
  -- Its place among the pathway's rules.
  position integer not null default 0,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  revision bigint not null
);
create index alert_rule_by_care_pathway on alert_rule (care_pathway_id) where deleted_at is null;

-- Alert rules, alerts with triggers, calls for help, and how far schedules were decided.
-- One row a source and patient, open or closed: a rule, a schedule (the check-up type), the patient's calls.
create table alert (
  id text primary key,
  -- Whose device or schedule raised it.
  organization_id text not null references organization,
  patient_id text not null references patient,
  type text not null check (type in ('AlertRule', 'CheckupScheduleEvent', 'PacsanaEvent', 'PatientCallbackRequest')),
  -- The rule's id, the check-up type's, `callback`, or of a rule of the product's own.
  source_key text not null,
  alert_rule_id text references alert_rule,
  checkup_type_id text references checkup_type,
  status text not null check (status in ('open', 'closed')),
  started_at timestamptz not null,
  latest_at timestamptz not null,
  severity integer not null check (severity >= 0 and severity <= 4),
  open_triggers integer not null,
  -- Since it opened last, closed ones too.
  triggers integer not null,
  closed_at timestamptz,
  closed_by text references user_account,
  closed_reason text check (closed_reason in ('resolved', 'answered', 'discharged', 'ended', 'struck-out')),
  acknowledged_at timestamptz,
  acknowledged_by text references user_account,
  snoozed_until timestamptz,
  snoozed_by text references user_account,
  escalated_at timestamptz,
  escalate_due_at timestamptz,
  -- The pathway's when it was last raised.
  escalate_after_minutes integer,
  created_at timestamptz not null,
  revision bigint not null,
  -- As knownSchema.
  known jsonb,
  hold_ends_at timestamptz,
  is_hold_renewed boolean not null default false,
  snoozed_at timestamptz,
  -- The last hold that ended by itself since it opened, until somebody holds it again.
  hold_ended_at timestamptz,
  hold_ended_by text references user_account,
  hold_ended_reason text check (hold_ended_reason in ('time', 'worse', 'duty', 'gone')),
  -- When an acknowledgement last ended by time alone.
  came_back_at timestamptz,
  -- What was done about it by the person who resolved it last.
  outcome text check (outcome in ('rang', 'visited', 'calledEmergency', 'falseReading', 'planChanged', 'other')),
  -- Of the outcome other alone.
  outcome_text text check (length(outcome_text) <= 200),
  unique (organization_id, patient_id, type, source_key),
  check ((status = 'closed') = (closed_at is not null)),
  constraint alert_check1 check ((status = 'open') = (open_triggers > 0)),
  constraint alert_outcome_told check ((outcome_text is not null) = COALESCE(outcome = 'other', false))
);
create index alert_by_patient on alert (patient_id, status, closed_at desc);
create index alert_came_back on alert (patient_id, came_back_at) where came_back_at is not null;
create index alert_held on alert (organization_id, id) where status = 'open' and (acknowledged_by is not null or snoozed_by is not null);
create index alert_hold_ends on alert (hold_ends_at) where status = 'open' and acknowledged_by is not null;
-- Open alerts of missed check-ups, looked through every fifteen seconds (server/areas/alert/answered-missed.ts).
create index alert_open_missed on alert (organization_id) where status = 'open' and type = 'CheckupScheduleEvent';
create index alert_open_silence on alert (organization_id, patient_id) where status = 'open' and source_key like 'data-stopped %';
create index alert_to_escalate on alert (escalate_due_at, organization_id) where escalate_due_at is not null;

-- Each time that an alert began, and when somebody first said that they deal with it. The alert
-- itself is one row per patient and rule: closing it forgets who dealt with it, opening it again
-- forgets when it began before. Those of
-- PacsanaEvent are nobody's (P232) and have none.
create table alert_opening (
  opening bigint generated always as identity primary key,
  alert_id text not null references alert on delete cascade,
  organization_id text not null references organization,
  patient_id text not null references patient,
  -- Where the patient was then; null: on no ward.
  ward_id text references ward,
  opened_at timestamptz not null,
  -- Null: nobody said that they deal with it.
  first_acknowledged_at timestamptz,
  -- Null also where it is from before this was kept.
  first_acknowledged_by text references user_account,
  -- Null: it did not escalate, or is from before this was kept.
  escalated_at timestamptz
);
create index alert_opening_by_alert on alert_opening (alert_id, opening);
create index alert_opening_by_time on alert_opening (organization_id, opened_at);

create table alert_trigger (
  id text primary key,
  alert_id text not null references alert,
  organization_id text not null references organization,
  patient_id text not null references patient,
  source text not null,
  occurred_at timestamptz not null,
  raised_at timestamptz not null,
  severity integer not null,
  status text not null check (status in ('open', 'closed')),
  checkup_id text references checkup,
  bucket_end_at timestamptz,
  -- Of a missed check-up: when it was due, and from when to when it would have counted.
  expected_at timestamptz,
  opens_at timestamptz,
  closes_at timestamptz,
  -- Seconds, as the schedule was then.
  tolerance jsonb,
  closed_at timestamptz,
  closed_by text references user_account,
  -- no-worse: it was closed as it came, over an alert that somebody had resolved.
  closed_reason text check (closed_reason in ('resolved', 'answered', 'discharged', 'ended', 'no-worse', 'struck-out')),
  -- Which fixed limits the reading broke (src/domain/alerts/safety-limits.ts).
  broken_limits jsonb,
  -- When whoever resolved it said so, by their device; null: nobody did.
  resolved_at timestamptz,
  -- As the alert's.
  outcome text check (outcome in ('rang', 'visited', 'calledEmergency', 'falseReading', 'planChanged', 'other')),
  outcome_text text check (length(outcome_text) <= 200),
  -- What the reading measured (src/domain/alerts/measured.ts), as it was then: scoring anew does not change it.
  measured jsonb,
  -- Its score then: total, missing, marks (src/domain/alerts/alert.ts).
  scored jsonb,
  -- In which opening of its alert it was raised (migration 0601 writes it); null: in none.
  opening bigint references alert_opening(opening) on delete cascade,
  unique (alert_id, source),
  check ((status = 'closed') = (closed_at is not null)),
  constraint alert_trigger_outcome_told check ((outcome_text is not null) = COALESCE(outcome = 'other', false))
);
create index alert_trigger_by_opening on alert_trigger (opening);
create index alert_trigger_newest on alert_trigger (alert_id, status, occurred_at desc, id desc);
-- Who rang or visited a patient about an alert (server/areas/contact).
create index alert_trigger_contact on alert_trigger (patient_id, resolved_at desc) where outcome in ('rang', 'visited');
create index alert_trigger_resolved on alert_trigger (closed_at) where closed_reason = 'resolved';

-- Where a patient is on a ward, or was last, in whatever organisation.
create function app_last_place(asked text) returns table (organization_id text, ward text, discharged_at timestamptz) language sql stable security definer set search_path from current as $$
  select a.organization_id, w.name, a.discharged_at from ward_admission a join ward w on w.id = a.ward_id where a.patient_id = asked order by a.discharged_at desc nulls first limit 1 $$;

-- A rule that this server does not know is logged once an hour.
create table alert_rule_skip (
  alert_rule_id text primary key references alert_rule,
  noted_at timestamptz not null
);

-- When it is to be looked whether monitoring has fallen silent, by patient; nobody is looked at
-- before. `asked` counts what changed, so that a time worked out from what was before is not kept.
-- Who writes here holds the organisation's counter of revisions or nothing; who keeps a time waits
-- for nobody.
create table silence_watch (
  patient_id text primary key references patient,
  organization_id text not null references organization,
  look_at timestamptz not null default '-infinity'::timestamptz,
  asked bigint not null default 1,
  is_silent boolean not null default true
) with (fillfactor=80);
create index silence_watch_due on silence_watch (look_at);

-- Which opening of its alert a trigger was raised in. Instants cannot tell: an older reading that
-- comes late opens an alert again at an instant before what closed. One that came over a resolved
-- alert and was no worse belongs to none; nor has PacsanaEvent openings.
create function note_trigger_opening() returns trigger language plpgsql security definer set search_path from current as $$
begin
  -- Of a closed alert it is the opening that this trigger begins, which the alert's update makes.
  select max(o.opening) into new.opening from alert_opening o join alert a on a.id = o.alert_id
  where a.id = new.alert_id and a.status = 'open';
  return new;
end $$;

create function open_with_triggers() returns trigger language plpgsql security definer set search_path from current as $$
begin
  update alert_trigger set opening = new.opening
  where alert_id = new.alert_id and opening is null and status = 'open';
  return null;
end $$;

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

-- Which of these rules were not named for an hour: they are now. Whose row another transaction holds is named by that.
create function app_note_skipped_rules(asked text[], at timestamptz) returns setof text language plpgsql volatile security definer set search_path from current as $$
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

create function note_alert_opening() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'INSERT' or (old.status = 'closed' and new.status = 'open') then
    insert into alert_opening (alert_id, organization_id, patient_id, ward_id, opened_at, first_acknowledged_at)
    values (new.id, new.organization_id, new.patient_id, (
  select e.ward_id from admission_event e join ward_admission s on s.id = e.admission_id
  where e.patient_id = new.patient_id and s.organization_id = new.organization_id and e.type in ('Admission', 'WardTransfer')
    and e.effective_at <= new.started_at and (s.discharged_at is null or s.discharged_at > new.started_at)
  order by e.effective_at desc, e.created_at desc, e.id desc limit 1), new.started_at, new.acknowledged_at);
  elsif old.acknowledged_at is null and new.acknowledged_at is not null then
    update alert_opening set first_acknowledged_at = new.acknowledged_at
    where opening = (select max(o.opening) from alert_opening o where o.alert_id = new.id) and first_acknowledged_at is null;
  end if;
  return null;
end $$;

-- Who first dealt with an opening of an alert, and when it escalated: the alert forgets both when
-- it closes. Whoever sees an alert sees its openings: those of another organisation of the patient
-- too.
create function keep_of_opening() returns trigger language plpgsql security definer set search_path from current as $$
begin
  update alert_opening set
    first_acknowledged_by = case when first_acknowledged_at is not distinct from new.acknowledged_at then coalesce(first_acknowledged_by, new.acknowledged_by) else first_acknowledged_by end,
    escalated_at = coalesce(escalated_at, new.escalated_at)
  where opening = (select max(o.opening) from alert_opening o where o.alert_id = new.id);
  return null;
end $$;

-- When an acknowledgement or a snooze ends by itself, what was known when somebody pressed, and who
-- held the alert whose hold has ended (decisions.md, T3). A discharge ends what was resolved too:
-- the next stay begins without it.
-- A trigger, so that no way of discharging can forget it (O255).
create function discharge_closes_alerts() returns trigger language plpgsql security definer set search_path from current as $$
declare organization text; version bigint;
begin
  if old.discharged_at is not null or new.discharged_at is null then return null; end if;
  for organization in select distinct a.organization_id from alert a where a.patient_id = new.patient_id and (a.status = 'open' or a.hold_ends_at is not null) order by 1 loop
    version := app_next_revision(organization);
    update alert_trigger set status = 'closed', closed_at = new.discharged_at, closed_reason = 'discharged'
    where patient_id = new.patient_id and organization_id = organization and status = 'open';
    update alert set known = null, hold_ends_at = null, is_hold_renewed = false, revision = version
    where patient_id = new.patient_id and organization_id = organization and status = 'closed' and hold_ends_at is not null;
    update alert set status = 'closed', open_triggers = 0, closed_at = new.discharged_at, closed_by = null, closed_reason = 'discharged', acknowledged_at = null,
      acknowledged_by = null, snoozed_until = null, snoozed_at = null, snoozed_by = null, escalated_at = null, escalate_due_at = null, known = null, hold_ends_at = null,
      is_hold_renewed = false, hold_ended_at = null, hold_ended_by = null, hold_ended_reason = null, revision = version
    where patient_id = new.patient_id and organization_id = organization and status = 'open';
  end loop;
  return null;
end $$;

create function keep_alert_urgency() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform 1 from patient_summary s where s.patient_id = new.patient_id for update;
  update patient_summary s set held_until = k.held_until, grave_unheld_from = k.grave_unheld_from, has_emergency = k.has_emergency, has_stopped = k.has_stopped from (select max(case when a.acknowledged_at is null then a.snoozed_until else '9999-12-31'::timestamptz end) as held_until,
    min(coalesce(a.snoozed_until, 'epoch')) filter (where a.acknowledged_at is null and a.severity >= 3) as grave_unheld_from,
    coalesce(bool_or(a.type = 'AlertRule' and a.alert_rule_id is null and a.severity >= 4), false) as has_emergency,
    coalesce(bool_or(a.source_key like 'data-stopped monitoring %'), false) as has_stopped
  from alert a where a.status = 'open' and a.type <> 'PacsanaEvent' and a.patient_id = new.patient_id) k where s.patient_id = new.patient_id;
  return null;
end $$;

create function look_at_silence(patients text[]) returns void language sql volatile as $$
  with held as (select w.patient_id from silence_watch w where w.patient_id = any(patients) order by w.patient_id for update)
  update silence_watch w set asked = w.asked + 1, look_at = '-infinity' from held where w.patient_id = held.patient_id $$;

create function watch_silence() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_table_name = 'continuous_monitoring_session' then
    insert into silence_watch as w (patient_id, organization_id) values (new.patient_id, new.organization_id)
      on conflict (patient_id) do update set organization_id = excluded.organization_id, asked = w.asked + 1, look_at = '-infinity';
  elsif tg_table_name = 'patient_summary' then
    update silence_watch w set asked = w.asked + 1, look_at = case when w.is_silent then '-infinity' else w.look_at end where w.patient_id = new.patient_id;
  elsif tg_table_name = 'care_pathway' then
    perform look_at_silence(array(select a.patient_id from ward_admission a where a.care_pathway_id = new.id and a.discharged_at is null));
  else
    perform look_at_silence(array[new.patient_id]);
  end if;
  return null;
end $$;

create trigger alert_counts after insert or update of status on alert for each row execute function count_open_alerts();

create trigger alert_openings after insert or update of status, acknowledged_at on alert for each row
  when (new.type <> 'PacsanaEvent') execute function note_alert_opening();

-- Triggers of one event fire in the order of their names: after alert_openings, which writes the row.
create trigger alert_openings_kept after insert or update of acknowledged_at, acknowledged_by, escalated_at on alert for each row
  when (new.type <> 'PacsanaEvent' and (new.acknowledged_by is not null or new.escalated_at is not null)) execute function keep_of_opening();

create trigger alert_silence after update on alert for each row
  when (new.source_key like 'data-stopped %' and old.status <> new.status) execute function watch_silence();

-- After alert_counts, which makes the row: triggers run in the order of their names.
create trigger alert_urgency after insert or update of status, severity, acknowledged_at, snoozed_until on alert for each row execute function keep_alert_urgency();

create trigger opening_triggers after insert on alert_opening for each row execute function open_with_triggers();

create trigger trigger_openings before insert on alert_trigger for each row
  when (new.opening is null and new.closed_reason is distinct from 'no-worse') execute function note_trigger_opening();

create trigger care_pathway_silence after update on care_pathway for each row
  when (old.silent_after_minutes is distinct from new.silent_after_minutes) execute function watch_silence();

create trigger continuous_monitoring_session_silence after insert or update on continuous_monitoring_session for each row execute function watch_silence();

create trigger ward_admission_closes_alerts after update of discharged_at on ward_admission for each row execute function discharge_closes_alerts();

create trigger ward_admission_silence after insert or update of patient_id, care_pathway_id, discharged_at on ward_admission for each row execute function watch_silence();
