import type { Migration } from './migration'

/**
 * What a custom role permitted until when, so that 'what was right at capture' holds for roles.
 * Rows of a role name no user.
 */
export const roleHistory: Migration = {
  name: '0012-role-history',
  sql: `
alter table access_history alter column user_id drop not null, add column role_name text, add column permissions jsonb;
alter table access_history add check ((user_id is null) = (role_name is not null));
create index access_history_by_role on access_history (organization_id, role_name, until) where role_name is not null;
create function keep_role_history() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'DELETE' or new.permissions is distinct from old.permissions or new.name is distinct from old.name then
    insert into access_history (organization_id, role_name, permissions, since, until)
    values (old.organization_id, old.name, old.permissions,
      coalesce((select max(h.until) from access_history h where h.organization_id = old.organization_id and h.role_name = old.name), 'epoch'), now());
  end if;
  return null;
end $$;
create trigger role_history after update or delete on role for each row execute function keep_role_history();
`,
}
