import { pokeChannel } from './0050-pokes'
import type { Migration } from './migration'

const eyes = 'security definer set search_path from current'
const org = `current_setting('app.organization', true)`

/** Ends the sessions of devices that match, now or since they ended. */
const end = (at: string, which: string): string =>
  `update sync_session set revoked_at = coalesce(revoked_at, ${at}), ended_elsewhere = true where ${which} and not ended_elsewhere;`

/**
 * A device's session knows the sign-in that it was opened from, and whether it was ended from
 * elsewhere: then nothing of it is applied, and what arrives is in the supervisor's tray
 * (docs/decisions/0016). A sign-in that ends does so in code (server/identity/device-keys.ts): one
 * of its devices may go on. An account or a membership that ends does so here, where no write path
 * can forget it.
 */
export const deviceKeyEnds: Migration = {
  name: '0590-device-key-ends',
  sql: `
alter table sync_session add column identity_session_id text, add column ended_elsewhere boolean not null default false;
create index sync_session_by_user on sync_session (user_id);
create index sync_session_by_identity on sync_session (identity_session_id) where identity_session_id is not null;
update sync_session s set ended_elsewhere = true where revoked_at is not null and (
  exists (select 1 from identity_account a where a.uid = s.user_id and a.is_disabled)
  or not exists (select 1 from user_organization uo where uo.user_id = s.user_id and uo.organization_id = s.organization_id and uo.deleted_at is null));

create or replace function end_of_account() returns trigger language plpgsql ${eyes} as $$
begin
  if new.is_disabled and not old.is_disabled then
    ${end('now()', 'user_id = new.uid')}
  end if;
  perform pg_notify('${pokeChannel}', uo.organization_id || ' @' || uo.user_id) from user_organization uo where uo.user_id = new.uid and uo.deleted_at is null;
  return null;
end $$;
create function end_of_deleted_account() returns trigger language plpgsql ${eyes} as $$
begin
  ${end('now()', 'user_id = old.uid')}
  return null;
end $$;
create trigger identity_account_deleted after delete on identity_account for each row execute function end_of_deleted_account();
create function end_of_membership() returns trigger language plpgsql ${eyes} as $$
begin
  if tg_op = 'DELETE' then
    ${end('now()', 'user_id = old.user_id and organization_id = old.organization_id')}
  elsif new.deleted_at is not null and old.deleted_at is null then
    ${end('new.deleted_at', 'user_id = new.user_id and organization_id = new.organization_id')}
  end if;
  return null;
end $$;
create trigger user_organization_ends after update of deleted_at or delete on user_organization for each row execute function end_of_membership();

-- The tray: what was refused of authors who cannot come back, and what came after its session was over, whoever wrote it.
create or replace function app_refused_records() returns table (group_id text, id text, op text, op_version integer, lane text, n double precision, session_id text, code text,
  author jsonb, captured_at timestamptz, created_at timestamptz, sealed bytea) language plpgsql stable ${eyes} as $$
begin return query
  select m.group_id, m.id, m.op, m.op_version::integer, m.lane, m.n::double precision, m.session_id, m.code, app_person(m.author_id), m.captured_at, m.created_at, m.sealed
  from sync_mutation m join user_account u on u.id = m.author_id
  where m.organization_id = ${org} and m.class in ('REJECTED', 'CONFLICT') and m.is_proved and m.sealed is not null
    and (m.code = 'SESSION_REVOKED' or u.deleted_at is not null or exists (select 1 from identity_account a where a.uid = u.id and a.is_disabled)
      or not exists (select 1 from user_organization uo where uo.user_id = u.id and uo.organization_id = m.organization_id and uo.deleted_at is null))
    and not exists (select 1 from client_mutation c where c.user_id = m.author_id and c.key = 'discard ' || m.id); end $$;
`,
}
