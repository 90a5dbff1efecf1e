-- What a check-up type asks for is one of the known tiles, each with one of the three rules.
create function are_checkup_tiles(tiles jsonb) returns boolean language sql immutable as $$
  select jsonb_typeof(tiles) = 'object' and not exists (select 1 from jsonb_each(case when jsonb_typeof(tiles) = 'object' then tiles else '{}' end) tile
    where tile.key not in ('symptomsQuestionnaire', 'consciousness', 'bloodPressureCuff', 'pulseOximeter', 'respiratoryRate', 'stethoscope', 'temperature', 'weight', 'glucose', 'picture') or jsonb_typeof(tile.value) <> 'object' or coalesce(tile.value ->> 'rule', '') not in ('required', 'optional', 'disabled')) $$;

create table ward (
  id text primary key,
  organization_id text not null references organization,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  revision bigint not null,
  -- 1 to 999; null: nobody said.
  capacity integer check (capacity >= 1 and capacity <= 999),
  -- What it does where a patient does not answer; null: it has written nothing.
  no_answer_procedure text check (char_length(no_answer_procedure) between 1 and 1000)
);
create index ward_by_organization on ward (organization_id);

-- For how many patients a ward is staffed, 1 to 999; null: nobody said. What it was stays in
-- ward_capacity, so that an earlier day is told against the capacity of that day.
create table ward_capacity (
  ward_id text references ward on delete cascade,
  organization_id text not null references organization,
  since timestamptz,
  capacity integer,
  primary key (ward_id, since)
);

create table ward_staff (
  ward_id text references ward,
  user_id text references user_account,
  organization_id text not null references organization,
  assigned_at timestamptz not null,
  primary key (ward_id, user_id)
);
create index ward_staff_by_user on ward_staff (user_id, organization_id);

-- Who is on duty on which ward since when, a row for each acceptance. One is on duty at a time: who
-- accepts ends the duty before. Only that a duty ended is written later.
create table ward_duty (
  id text primary key,
  organization_id text not null references organization,
  ward_id text not null references ward,
  user_id text not null references user_account,
  accepted_at timestamptz not null,
  data_as_of timestamptz,
  handed_over_by text references user_account,
  left_at timestamptz,
  check (left_at >= accepted_at)
);
create unique index ward_duty_now on ward_duty (ward_id) where left_at is null;
create index ward_duty_of_ward on ward_duty (ward_id, accepted_at desc, id desc);

create table care_pathway (
  id text primary key,
  organization_id text not null references organization,
  name text not null,
  -- null: the NEWS2 default.
  ews_thresholds jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  revision bigint not null,
  -- After so long without anybody on it an alert escalates; null: never.
  escalate_after_minutes integer check (escalate_after_minutes >= 1 and escalate_after_minutes <= 1440),
  -- A patient whose devices are silent for so long is alerted of; 91 minutes is a critical gap (C362).
  silent_after_minutes integer not null default 91 check (silent_after_minutes >= 31 and silent_after_minutes <= 1440)
);
create index care_pathway_by_organization on care_pathway (organization_id);

-- A kind of check-up that a pathway asks for.
create table checkup_type (
  id text primary key,
  organization_id text not null references organization,
  care_pathway_id text not null references care_pathway,
  name text not null,
  heading text not null,
  description text not null,
  -- Recurrence rule (RFC 5545) and tolerance in seconds; null: not scheduled.
  schedule jsonb,
  -- Per tile: its rule (disabled, optional, required) and settings.
  tiles jsonb not null constraint checkup_type_tiles check (are_checkup_tiles(tiles)),
  updated_at timestamptz not null,
  revision bigint not null,
  -- Nothing is due or missed by the schedule before this; null: it was never changed.
  schedule_changed_at timestamptz,
  deleted_at timestamptz,
  constraint checkup_type_removed_asks_for_nothing check (deleted_at is null or schedule is null)
);
create index checkup_type_by_care_pathway on checkup_type (care_pathway_id);

create function keep_staff_history() returns trigger language plpgsql security definer set search_path from current as $$
begin
  insert into access_history (user_id, organization_id, ward_id, roles, since, until)
  values (old.user_id, old.organization_id, old.ward_id, null, old.assigned_at, now());
  return null;
end $$;

-- Wards that somebody was on the staff of at an instant.
create function app_wards_at(asked_user text, at timestamptz) returns setof text language plpgsql stable security definer set search_path from current as $$
begin
  return query
  select s.ward_id from ward_staff s where s.user_id = asked_user and s.organization_id = current_setting('app.organization', true) and s.assigned_at <= app_wards_at.at
  union select h.ward_id from access_history h where h.user_id = asked_user and h.organization_id = current_setting('app.organization', true) and h.ward_id is not null
    and h.since <= app_wards_at.at and h.until > app_wards_at.at;
end $$;

create function app_checkup_type_name(asked text) returns text language plpgsql stable security definer set search_path from current as $$
begin return (
  select ct.name from checkup_type ct where ct.id = asked); end $$;

-- The wards whose patients a user of the acting organisation sees: all of its own, or those assigned to.
create function app_own_wards(asked_user text, oversees boolean) returns text[] language plpgsql stable security definer set search_path from current as $$
begin
  if oversees then return array(select w.id from ward w where w.organization_id = current_setting('app.organization', true) and w.deleted_at is null); end if;
  return array(select ws.ward_id from ward_staff ws where ws.user_id = asked_user and ws.organization_id = current_setting('app.organization', true));
end $$;

-- Nobody is admitted or assigned to a deleted ward. The lock of the row keeps the order: who
-- deletes it holds it exclusively and counts, so that one of the two always sees the other.
create function ward_is_in_use() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform 1 from ward where id = new.ward_id and deleted_at is null for key share;
  if not found then raise exception 'The ward is deleted' using errcode = '23503'; end if;
  return new;
end $$;

create function keep_ward_capacity() returns trigger language plpgsql security definer set search_path from current as $$
begin
  insert into ward_capacity (ward_id, organization_id, since, capacity) values (new.id, new.organization_id, new.updated_at, new.capacity)
  on conflict (ward_id, since) do update set capacity = excluded.capacity;
  return null;
end $$;

-- Devices hold by what a patient is scored without thresholds of their own, and what it is called:
-- where a pathway has another name or other thresholds, the records of who is on it have changed.
create function record_pathway_change() returns trigger language plpgsql security definer set search_path from current as $$
begin
  insert into change (organization_id, v, entity, entity_id, patient_id, op)
  select new.organization_id, new.revision, 'patient', a.patient_id, a.patient_id, 'put'
  from ward_admission a where a.care_pathway_id = new.id and a.discharged_at is null
  on conflict do nothing;
  return null;
end $$;

create trigger care_pathway_changes after update of name, ews_thresholds on care_pathway for each row
  when (old.name is distinct from new.name or old.ews_thresholds is distinct from new.ews_thresholds) execute function record_pathway_change();

create trigger ward_changed_capacity after update of capacity on ward for each row
  when (new.capacity is distinct from old.capacity) execute function keep_ward_capacity();

create trigger ward_has_capacity after insert on ward for each row when (new.capacity is not null) execute function keep_ward_capacity();

create trigger ward_staff_history after delete on ward_staff for each row execute function keep_staff_history();

create trigger ward_staff_needs_ward before insert on ward_staff for each row execute function ward_is_in_use();
