-- Messages between a patient and the staff of one organisation. A patient of two organisations has
-- two chats: they are not in the change log, which every organisation of the patient reads, and
-- only the own organisation is poked (`organization patient`; `organization ^patient` for the
-- chat's own channel). Nothing is changed or deleted.
-- author_id null: the patient, whose app sent it under source_id.
create table chat_message (
  id text primary key,
  organization_id text not null references organization,
  patient_id text not null references patient,
  author_id text references user_account,
  text text not null check (char_length(text) >= 1 and char_length(text) <= 5000),
  captured_at timestamptz not null,
  created_at timestamptz not null,
  source_id text,
  payload_hash text,
  revision bigint not null,
  check ((author_id is null) = (source_id is not null and payload_hash is not null))
);
create index chat_message_newest on chat_message (patient_id, organization_id, revision desc);
create index chat_message_of_patients on chat_message (organization_id, created_at desc) where author_id is null;
create unique index chat_message_sent on chat_message (organization_id, source_id) where source_id is not null;

-- A notification is a patient's message and who may open the record: only that it was read is
-- written. So whoever comes to the ward sees what waits there, and whoever left sees nothing.
create table notification_read (
  user_id text references user_account,
  message_id text references chat_message,
  organization_id text not null references organization,
  read_at timestamptz not null,
  primary key (user_id, message_id)
);
create index notification_read_old on notification_read (read_at);

create function poke_of_chat() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform pg_notify('lamplight_poke', new.organization_id || ' ' || new.patient_id);
  perform pg_notify('lamplight_poke', new.organization_id || ' ^' || new.patient_id);
  return null;
end $$;

-- A message is told to the organisation's lists; that it was read, to the same user's other devices.
create function poke_of_message() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform pg_notify('lamplight_poke', new.organization_id || ' #');
  return null;
end $$;

create function poke_of_read() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform pg_notify('lamplight_poke', new.organization_id || ' !' || new.user_id);
  return null;
end $$;

create trigger chat_message_notifies after insert on chat_message for each row when (new.author_id is null) execute function poke_of_message();

create trigger chat_message_pokes after insert on chat_message for each row execute function poke_of_chat();

create trigger notification_read_pokes after insert on notification_read for each row execute function poke_of_read();
