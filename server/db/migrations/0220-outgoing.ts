import { appRole } from './0002-row-security'
import type { Migration } from './migration'

/** Owner only: an organisation's transaction writes through `app_queue_mail`. */
export const outgoingTables = ['outgoing'] as const

/**
 * What is to leave the house, written in the transaction of what it tells of. `sealed` is the text
 * under a key outside the database, since its links open accounts; it goes with the sending.
 * Without an address it is for nobody. `user_organization.invited_at`: when the welcome mail was
 * written.
 */
export const outgoing: Migration = {
  name: '0220-outgoing',
  sql: `
create table outgoing (
  id text primary key, to_address text, subject text not null, sealed text, created_at timestamptz not null, due_at timestamptz not null,
  attempts integer not null default 0, claimed_until timestamptz, sent_at timestamptz, dead_at timestamptz, problem text);
create index outgoing_due on outgoing (due_at, id) where sent_at is null and dead_at is null;
create index outgoing_newest on outgoing (created_at desc, id desc);
alter table outgoing enable row level security;
alter table outgoing force row level security;
create policy owner_all on outgoing to current_user using (true) with check (true);
create function app_queue_mail(id text, to_address text, subject text, sealed text, at timestamptz) returns void
  language sql volatile security definer set search_path from current as $$
  insert into outgoing (id, to_address, subject, sealed, created_at, due_at) values (id, to_address, subject, sealed, at, at) $$;
revoke execute on function app_queue_mail(text, text, text, text, timestamptz) from public;
grant execute on function app_queue_mail(text, text, text, text, timestamptz) to ${appRole};
create function outgoing_is_told() returns trigger language plpgsql as $$ begin perform pg_notify('outgoing', ''); return null; end $$;
create trigger outgoing_told after insert on outgoing for each statement execute function outgoing_is_told();
alter table user_organization add column invited_at timestamptz;
create index user_account_internal on user_account (id) where is_internal_staff;
`,
}
