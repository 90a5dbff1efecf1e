import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`

/**
 * Whoever was invited need not give a name. A member of the acting organisation is then told by
 * their e-mail, which every reader of its accounts sees (0002); one of another organisation is not.
 */
export const staffWithoutName: Migration = {
  name: '0490-staff-without-name',
  sql: `
create or replace function app_person(asked text) returns jsonb language plpgsql stable security definer set search_path from current as $$
begin return (select jsonb_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'email',
    case when btrim(concat(u.first_name, u.last_name)) = ''
      and exists (select 1 from user_organization uo where uo.user_id = u.id and uo.organization_id = ${org}) then u.email end)
  from user_account u where u.id = asked); end $$;
`,
}
