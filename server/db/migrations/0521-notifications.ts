import { appRole } from './0002-row-security'
import type { Migration } from './migration'
import { pokeChannel } from './0050-pokes'

const own = `organization_id = current_setting('app.organization', true)`

/** Names of the tables, for the tests' matrix of row security. */
export const notificationTables = ['notification_read'] as const

/**
 * A notification is a patient's message and who may open the record: only that it was read is
 * written. So whoever comes to the ward sees what waits there, and whoever left sees nothing.
 */
export const notifications: Migration = {
  name: '0521-notifications',
  sql: `
create table notification_read (
  user_id text not null references user_account, message_id text not null references chat_message, organization_id text not null references organization,
  read_at timestamptz not null, primary key (user_id, message_id));
create index notification_read_old on notification_read (read_at);
create index chat_message_of_patients on chat_message (organization_id, created_at desc) where author_id is null;
alter table notification_read enable row level security;
alter table notification_read force row level security;
create policy owner_all on notification_read to current_user using (true) with check (true);
create policy tenant_sees on notification_read for select to ${appRole} using (${own});
create policy tenant_inserts on notification_read for insert to ${appRole}
  with check (${own} and exists (select 1 from chat_message m where m.id = notification_read.message_id and m.${own}));
grant select, insert on notification_read to ${appRole};
-- A message is told to the organisation's lists; that it was read, to the same user's other devices.
create function poke_of_message() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform pg_notify('${pokeChannel}', new.organization_id || ' #');
  return null;
end $$;
create trigger chat_message_notifies after insert on chat_message for each row when (new.author_id is null) execute function poke_of_message();
create function poke_of_read() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform pg_notify('${pokeChannel}', new.organization_id || ' !' || new.user_id);
  return null;
end $$;
create trigger notification_read_pokes after insert on notification_read for each row execute function poke_of_read();
`,
}
