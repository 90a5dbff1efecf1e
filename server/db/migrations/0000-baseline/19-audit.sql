-- Append-only, hash-chained per organisation (server/db/action-log.ts).
create table action_log (
  organization_id text references organization,
  -- 1, 2, 3 … in the organisation.
  seq bigint,
  at timestamptz not null,
  actor_id text,
  -- The internal user behind the actor, while logged in as somebody else.
  logged_in_as text,
  action text not null,
  entity_type text,
  entity_id text,
  patient_id text,
  details jsonb not null default '{}'::jsonb,
  prev_hash text not null,
  hash text not null,
  primary key (organization_id, seq)
);
-- A page of what was done with an organisation's accounts.
create index action_log_of_accounts on action_log (organization_id, seq desc) where action like 'account%';
create index action_log_of_emergency_accesses on action_log (organization_id, seq) where entity_type = 'emergencyAccess';
-- A page of a patient's log, read by its organisation from a place on.
create index action_log_of_patient on action_log (organization_id, patient_id, seq desc);
create index action_log_of_seals on action_log (organization_id, seq) where action = 'sealRecordReads';
-- The refusals of one person at records, asked for by time: few rows of many.
create index action_log_record_refused on action_log (organization_id, actor_id, at) where action = 'recordRefused';

-- Who looked at which record, on which screen, when and on which device. One row for a person, a
-- patient, a screen, a device and ten minutes: a look that is told twice is one row, on both
-- engines. Never changed and never deleted: it is kept as long as the action log.
create table record_read (
  seq bigint generated always as identity not null,
  organization_id text references organization,
  patient_id text references patient,
  user_id text references user_account,
  roles jsonb not null,
  -- '': they were themselves.
  logged_in_as text default '',
  screen text check (char_length(screen) >= 1 and char_length(screen) <= 40),
  device text check (char_length(device) <= 64),
  window_at timestamptz,
  read_at timestamptz not null,
  received_at timestamptz not null,
  primary key (organization_id, patient_id, user_id, screen, window_at, device, logged_in_as)
);
create index record_read_as_told on record_read (organization_id, received_at, seq);
create index record_read_by_time on record_read (organization_id, patient_id, read_at desc, seq desc);

-- Emergency access: somebody who is not on the patient's ward reads the record for half an hour,
-- for a reason. The reason is kept here: the action log holds no words of people. Only what a
-- supervisor says of it is written later.
create table emergency_access (
  id text primary key,
  organization_id text not null references organization,
  user_id text not null references user_account,
  patient_id text not null references patient,
  reason text not null check (char_length(reason) >= 1 and char_length(reason) <= 1000),
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  reviewed_at timestamptz,
  reviewed_by text references user_account,
  outcome text check (outcome in ('JUSTIFIED', 'FOLLOWED_UP', 'NOT_JUSTIFIED')),
  reason_again text check (char_length(reason_again) >= 1 and char_length(reason_again) <= 1000),
  -- Which one of its user's shift it is.
  nth_in_shift integer not null default 1 check (nth_in_shift > 0),
  check (ends_at > opened_at),
  constraint emergency_access_check1 check ((reviewed_at is null) = (outcome is null) and (reviewed_at is null) = (reviewed_by is null))
);
create index emergency_access_by_time on emergency_access (organization_id, opened_at desc, id desc);
create index emergency_access_of_patient on emergency_access (organization_id, patient_id, opened_at desc);
create index emergency_access_of_user on emergency_access (organization_id, user_id, opened_at);
create index emergency_access_open on emergency_access (user_id, patient_id, ends_at);

-- The supervisor's tray: refused commands whose author cannot come back to them, and what
-- supervisors did about each. What a supervisor gave as a reason is kept here: the action log holds
-- no words of people.
create table refused_record_act (
  id text primary key,
  seq bigint generated always as identity not null,
  organization_id text not null references organization,
  group_id text not null,
  command_id text not null,
  kind text not null check (kind in ('opened', 'settled')),
  reason text check (char_length(reason) <= 500),
  outcome text check (outcome in ('ENTERED', 'PASSED_ON', 'NOT_NEEDED')),
  at timestamptz not null,
  by_user text not null references user_account,
  check ((kind = 'opened') = (reason is not null) and (kind = 'settled') = (outcome is not null))
);
create index refused_record_act_of on refused_record_act (organization_id, group_id, command_id, at);

create function action_log_is_append_only() returns trigger language plpgsql as $$
begin raise exception 'action_log is append-only'; end $$;

-- The newest entry of an organisation's chain, held until the transaction ends: writers take turns. Two statements, each with a
-- snapshot of its own, so that who waited sees what the one before wrote.
create function app_last_action(organization text) returns table (seq bigint, hash text) language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('action_log ' || organization, 0));
  return query select a.seq, a.hash from action_log a where a.organization_id = organization order by a.seq desc limit 1;
end $$;

create function record_read_is_append_only() returns trigger language plpgsql as $$
begin raise exception 'record_read is append-only'; end $$;

-- The tray: what was refused of authors who cannot come back, and what came after its session was over, whoever wrote it.
create function app_refused_records() returns table (group_id text, id text, op text, op_version integer, lane text, n double precision, session_id text, code text,
  author jsonb, captured_at timestamptz, created_at timestamptz, sealed bytea) language plpgsql stable security definer set search_path from current as $$
begin return query
  select m.group_id, m.id, m.op, m.op_version::integer, m.lane, m.n::double precision, m.session_id, m.code, app_person(m.author_id), m.captured_at, m.created_at, m.sealed
  from sync_mutation m join user_account u on u.id = m.author_id
  where m.organization_id = current_setting('app.organization', true) and m.class in ('REJECTED', 'CONFLICT') and m.is_proved and m.sealed is not null
    and (m.code = 'SESSION_REVOKED' or u.deleted_at is not null or exists (select 1 from identity_account a where a.uid = u.id and a.is_disabled)
      or not exists (select 1 from user_organization uo where uo.user_id = u.id and uo.organization_id = m.organization_id and uo.deleted_at is null))
    and not exists (select 1 from client_mutation c where c.user_id = m.author_id and c.key = 'discard ' || m.id); end $$;

-- An emergency access is never changed and never deleted, but for what a supervisor finds of it.
create function emergency_access_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and to_jsonb(new) - array['reviewed_at', 'reviewed_by', 'outcome'] = to_jsonb(old) - array['reviewed_at', 'reviewed_by', 'outcome'] then
    return new;
  end if;
  raise exception 'emergency_access is append-only';
end $$;

create trigger action_log_keeps before update or delete on action_log for each row execute function action_log_is_append_only();

create trigger action_log_keeps_all before truncate on action_log for each statement execute function action_log_is_append_only();

create trigger emergency_access_keeps before update or delete on emergency_access for each row execute function emergency_access_is_append_only();

create trigger emergency_access_keeps_all before truncate on emergency_access for each statement execute function emergency_access_is_append_only();

create trigger emergency_access_pokes after insert or update on emergency_access for each row execute function poke_of_list();

create trigger record_read_keeps before update or delete on record_read for each row execute function record_read_is_append_only();

create trigger record_read_keeps_all before truncate on record_read for each statement execute function record_read_is_append_only();

create trigger refused_record_act_pokes after insert or update or delete on refused_record_act for each row execute function poke_of_list();
