import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const eyes = 'security definer set search_path from current'
const org = `current_setting('app.organization', true)`

/**
 * The supervisor's tray: refused commands whose author cannot come back to them, and what
 * supervisors did about each. What a supervisor gave as a reason is kept here: the action log holds
 * no words of people.
 */
export const refusedRecords: Migration = {
  name: '0214-refused-record',
  sql: `
create table refused_record_act (
  id text primary key, seq bigint generated always as identity, organization_id text not null references organization,
  group_id text not null, command_id text not null,
  kind text not null check (kind in ('opened', 'settled')),
  reason text check (char_length(reason) <= 500),
  outcome text check (outcome in ('ENTERED', 'PASSED_ON', 'NOT_NEEDED')),
  at timestamptz not null, by_user text not null references user_account,
  check ((kind = 'opened') = (reason is not null) and (kind = 'settled') = (outcome is not null)));
create index refused_record_act_of on refused_record_act (organization_id, group_id, command_id, at);
alter table refused_record_act enable row level security;
alter table refused_record_act force row level security;
create policy owner_all on refused_record_act to current_user using (true) with check (true);
create policy tenant_sees on refused_record_act for select to ${appRole} using (organization_id = ${org});
create policy tenant_inserts on refused_record_act for insert to ${appRole} with check (organization_id = ${org});
grant select, insert on refused_record_act to ${appRole};
create trigger refused_record_act_pokes after insert or update or delete on refused_record_act for each row execute function poke_of_list();
-- What the acting organisation's devices sent and was refused, of authors who cannot come back. What its author gave up is theirs.
create function app_refused_records() returns table (group_id text, id text, op text, op_version integer, lane text, n double precision, session_id text, code text,
  author jsonb, captured_at timestamptz, created_at timestamptz, sealed bytea) language plpgsql stable ${eyes} as $$
begin return query
  select m.group_id, m.id, m.op, m.op_version::integer, m.lane, m.n::double precision, m.session_id, m.code, app_person(m.author_id), m.captured_at, m.created_at, m.sealed
  from sync_mutation m join user_account u on u.id = m.author_id
  where m.organization_id = ${org} and m.class in ('REJECTED', 'CONFLICT') and m.is_proved and m.sealed is not null
    and (u.deleted_at is not null or exists (select 1 from identity_account a where a.uid = u.id and a.is_disabled)
      or not exists (select 1 from user_organization uo where uo.user_id = u.id and uo.organization_id = m.organization_id and uo.deleted_at is null))
    and not exists (select 1 from client_mutation c where c.user_id = m.author_id and c.key = 'discard ' || m.id)
  order by m.created_at desc, m.id limit 100; end $$;
revoke all on function app_refused_records() from public;
grant execute on function app_refused_records() to ${appRole};
`,
}
