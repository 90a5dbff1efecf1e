import { appRole } from './0002-row-security'
import type { Migration } from './migration'
import { pokeChannel } from './0050-pokes'

const org = `current_setting('app.organization', true)`
const own = `organization_id = ${org}`
const linked = `exists (select 1 from patient_organization po where po.patient_id = chat_message.patient_id and po.organization_id = ${org})`

/** Names of the tables, for the tests' matrix of row security. */
export const chatTables = ['chat_message'] as const

/**
 * Messages between a patient and the staff of one organisation. A patient of two organisations has
 * two chats: they are not in the change log, which every organisation of the patient reads, and
 * only the own organisation is poked (`organization patient`; `organization ^patient` for the chat's
 * own channel). Nothing is changed or deleted.
 */
export const patientChat: Migration = {
  name: '0520-patient-chat',
  sql: `
-- author_id null: the patient, whose app sent it under source_id.
create table chat_message (
  id text primary key, organization_id text not null references organization, patient_id text not null references patient,
  author_id text references user_account, text text not null check (char_length(text) between 1 and 5000),
  captured_at timestamptz not null, created_at timestamptz not null, source_id text, payload_hash text, revision bigint not null,
  check ((author_id is null) = (source_id is not null and payload_hash is not null)));
create unique index chat_message_sent on chat_message (organization_id, source_id) where source_id is not null;
create index chat_message_newest on chat_message (patient_id, organization_id, revision desc);
alter table chat_message enable row level security;
alter table chat_message force row level security;
create policy owner_all on chat_message to current_user using (true) with check (true);
create policy tenant_sees on chat_message for select to ${appRole} using (${own} and ${linked});
create policy tenant_inserts on chat_message for insert to ${appRole} with check (${own} and ${linked});
grant select, insert on chat_message to ${appRole};
create function poke_of_chat() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform pg_notify('${pokeChannel}', new.organization_id || ' ' || new.patient_id);
  perform pg_notify('${pokeChannel}', new.organization_id || ' ^' || new.patient_id);
  return null;
end $$;
create trigger chat_message_pokes after insert on chat_message for each row execute function poke_of_chat();
`,
}
