import type { Migration } from './migration'

const eyes = 'security definer set search_path from current'
const org = `current_setting('app.organization', true)`

/** The tray without a limit: who reads it says which of them, in which order. */
export const refusedRecordsWhole: Migration = {
  name: '0282-refused-record-whole',
  sql: `
create or replace function app_refused_records() returns table (group_id text, id text, op text, op_version integer, lane text, n double precision, session_id text, code text,
  author jsonb, captured_at timestamptz, created_at timestamptz, sealed bytea) language plpgsql stable ${eyes} as $$
begin return query
  select m.group_id, m.id, m.op, m.op_version::integer, m.lane, m.n::double precision, m.session_id, m.code, app_person(m.author_id), m.captured_at, m.created_at, m.sealed
  from sync_mutation m join user_account u on u.id = m.author_id
  where m.organization_id = ${org} and m.class in ('REJECTED', 'CONFLICT') and m.is_proved and m.sealed is not null
    and (u.deleted_at is not null or exists (select 1 from identity_account a where a.uid = u.id and a.is_disabled)
      or not exists (select 1 from user_organization uo where uo.user_id = u.id and uo.organization_id = m.organization_id and uo.deleted_at is null))
    and not exists (select 1 from client_mutation c where c.user_id = m.author_id and c.key = 'discard ' || m.id); end $$;
`,
}
