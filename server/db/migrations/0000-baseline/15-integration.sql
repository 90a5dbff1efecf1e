-- Which systems of others a pathway sends to. Internal staff set an integration up; a request of its
-- organisation can neither read nor change its secret and its address.
create table ehr_integration (
  id text primary key,
  organization_id text not null references organization,
  care_pathway_id text not null references care_pathway,
  name text not null,
  integration_type text not null check (integration_type in ('PreApprovedMessage', 'CareHomeInteraction', 'CareNote')),
  trigger_type text not null check (trigger_type in ('DataPoint', 'Manual', 'PeriodicSummary')),
  -- Of a PeriodicSummary.
  rrule text,
  address text not null,
  -- Sealed, not hashed: HMAC needs it. Read by the owner role only.
  secret text not null,
  approver_id text references user_account,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  unique (id, organization_id),
  check ((trigger_type = 'PeriodicSummary') = (rrule is not null))
);
create index ehr_integration_by_pathway on ehr_integration (care_pathway_id);

-- What was sent, and is to be sent. `body`: what is sent, frozen when it was asked for.
create table ehr_integration_event (
  id text primary key,
  organization_id text not null references organization,
  ehr_integration_id text not null,
  patient_id text not null references patient,
  status text not null default 'pending' check (status in ('pending', 'submitted', 'action_required', 'error', 'success', 'rejected', 'skipped')),
  is_retryable boolean not null default false,
  response jsonb,
  -- What is sent, frozen: server/areas/ehr-integration/body.ts.
  body jsonb not null,
  period_from timestamptz,
  period_to timestamptz,
  checkup_id text references checkup,
  created_by text references user_account,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  -- Until then a server is sending it.
  claimed_until timestamptz,
  constraint ehr_integration_event_ehr_integration_id_organization_id_fkey foreign key (ehr_integration_id, organization_id) references ehr_integration(id, organization_id),
  check ((status = 'submitted') = (claimed_until is not null)),
  constraint ehr_integration_event_check1 check (period_from < period_to)
);
create index ehr_event_by_patient on ehr_integration_event (patient_id);
create index ehr_event_due on ehr_integration_event (due_at, id) where status in ('pending', 'submitted');
create index ehr_event_newest on ehr_integration_event (organization_id, created_at desc, id desc);
create index ehr_event_of_integration on ehr_integration_event (ehr_integration_id, status);

-- What lets a care record system of others read patients of the organisation (decision T11): of each type one
-- is active. Of the token its SHA-256 is kept, base64url: nobody can tell it again.
create table integration_token (
  id text primary key,
  organization_id text not null references organization,
  type text not null check (type in ('CareRecord')),
  token_hash text not null unique,
  created_at timestamptz not null,
  created_by text not null references user_account,
  removed_at timestamptz,
  removed_by text references user_account,
  unique (id, organization_id),
  check ((removed_at is null) = (removed_by is null))
);
create unique index integration_token_active on integration_token (organization_id, type) where removed_at is null;

-- How often a token read what, one row a day of UTC. The first of each is in the action log.
create table integration_token_use (
  token_id text,
  organization_id text not null references organization,
  day date,
  route text check (route in ('patients', 'checkups', 'alerts')),
  calls integer not null check (calls > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (token_id, day, route),
  foreign key (token_id, organization_id) references integration_token(id, organization_id)
);
-- A link that lets who has it read the record of one patient without a sign-in. The link holds 256 random
-- bits; what is kept of them is their SHA-256, so that nobody who reads the table has a link.
create table share_token (
  id text primary key,
  organization_id text not null references organization,
  patient_id text not null references patient,
  -- Who made it.
  user_id text not null references user_account,
  -- Read by the owner role only.
  token_hash text not null unique check (length(token_hash) = 43),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  deleted_at timestamptz,
  check (expires_at > created_at and expires_at <= created_at + interval '168 hours')
);
create index share_token_of_organization on share_token (organization_id, expires_at desc) where deleted_at is null;

-- A room for a video call with one patient. Each of its two links holds 256 random bits; what is kept of them is their
-- SHA-256. The row goes a day after the room is over.
create table video_call_room (
  id text primary key,
  organization_id text not null references organization,
  patient_id text not null references patient,
  -- Who made it.
  user_id text not null references user_account,
  -- Read by the owner role only, as whatever begins with host_ and patient_.
  host_hash text not null unique check (length(host_hash) = 43),
  patient_hash text not null unique check (length(patient_hash) = 43),
  waiting_room boolean not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  -- When the host let the patient in; without a waiting room, when it was made.
  admitted_at timestamptz,
  -- When both were in it for the first time, and the patient was let in.
  started_at timestamptz,
  -- When its host ended the call.
  ended_at timestamptz,
  -- The page that sits in it for each side, the stream that it listens by (of two, where a line broke unheard, the later), and
  -- when its server last said that it is open.
  host_seat text,
  host_stream text,
  host_seen_at timestamptz,
  patient_seat text,
  patient_stream text,
  patient_seen_at timestamptz,
  check (host_hash <> patient_hash),
  check (ends_at > created_at and ends_at <= created_at + interval '4 hours'),
  check (num_nulls(host_seat, host_stream, host_seen_at) in (0, 3)),
  check (num_nulls(patient_seat, patient_stream, patient_seen_at) in (0, 3))
);
create index video_call_room_of_organization on video_call_room (organization_id, ends_at) where ended_at is null;
create index video_call_room_by_end on video_call_room (ends_at);

-- What one page tells the other until it is handed on, or the room is over.
create table video_call_signal (
  id bigint generated always as identity primary key,
  room_id text not null references video_call_room on delete cascade,
  from_seat text not null,
  to_seat text not null,
  body jsonb not null
);
create index video_call_signal_of_room on video_call_signal (room_id, to_seat, id);

-- One row per patient. `asked`: a digest of what the directory was asked about; with other details
-- the answer is none of theirs, and they are asked about again.
create table identifier_trace (
  patient_id text primary key references patient,
  organization_id text not null references organization,
  -- app_trace_digest of the details that were asked about.
  asked text not null,
  status text not null check (status in ('Pending', 'Found', 'NotFound', 'Superseded', 'Mismatch', 'Died', 'Incomplete')),
  fields jsonb not null default '[]'::jsonb,
  retrieved_at timestamptz,
  attempts integer not null default 0
);

-- Whose number is to be traced, and from when on: nobody else is read to find out. A patient comes
-- in with a number, with other details, and when the answer is taken away. Who is asked about again
-- stays until there is an answer.
create table trace_due (
  patient_id text primary key references patient,
  due_at timestamptz not null
);
create index trace_due_by_time on trace_due (due_at, patient_id);

-- What is to leave the house, written in the transaction of what it tells of. `sealed` is the text
-- under a key outside the database, since its links open accounts; it goes with the sending.
-- Without an address it is for nobody. `user_organization.invited_at`: when the welcome mail was
-- written.
create table outgoing (
  id text primary key,
  -- Null: nobody.
  to_address text,
  subject text not null,
  -- Null once it was sent.
  sealed text,
  created_at timestamptz not null,
  -- How often it was tried.
  attempts integer not null default 0,
  sent_at timestamptz,
  -- It was given up.
  dead_at timestamptz,
  -- What the last try said.
  problem text
);
create index outgoing_newest on outgoing (created_at desc, id desc);

create table mail_outbox (
  id text primary key,
  to_address text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null
);

create function ehr_event_is_due() returns trigger language plpgsql as $$ begin perform pg_notify('ehr_events', ''); return null; end $$;

create function app_queue_mail(id text, to_address text, subject text, sealed text, at timestamptz) returns void
  language sql volatile security definer set search_path from current as $$
  insert into outgoing (id, to_address, subject, sealed, created_at) values (id, to_address, subject, sealed, at) $$;

create function mail_is_due() returns trigger language plpgsql security definer set search_path from current as $$
begin perform app_enqueue('mail', new.id, null, null, 0, 'epoch'); return null; end $$;

create function app_trace_digest(p patient) returns text language sql immutable as $$
  select md5(concat_ws('|', p.national_identifier_type, p.national_identifier_value, p.first_name, p.last_name, p.birth_date - date '1900-01-01', p.gender)) $$;

create function ask_trace() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_table_name = 'patient' then
    if tg_op = 'UPDATE' then
      if old.national_identifier_type = 'NhsNumber' and old.deleted_at is null and not old.is_test and app_trace_digest(old) = app_trace_digest(new) then return null; end if;
    end if;
    insert into trace_due as d (patient_id, due_at) values (new.id, '-infinity') on conflict (patient_id) do update set due_at = excluded.due_at;
  else
    insert into trace_due as d (patient_id, due_at) select old.patient_id, '-infinity' from patient p where p.id = old.patient_id and p.national_identifier_type = 'NhsNumber' and p.deleted_at is null and not p.is_test
      on conflict (patient_id) do update set due_at = excluded.due_at;
  end if;
  return null;
end $$;

create trigger ehr_event_due_told after insert or update of status on ehr_integration_event for each row when (new.status = 'pending') execute function ehr_event_is_due();

create trigger identifier_trace_asks_again after delete on identifier_trace for each row execute function ask_trace();

create trigger mail_due after insert on outgoing for each row execute function mail_is_due();

create trigger patient_asks_trace after insert or update on patient for each row when (new.national_identifier_type = 'NhsNumber' and new.deleted_at is null and not new.is_test) execute function ask_trace();
