import type { Migration } from './migration'
import { pokeChannel } from './0050-pokes'

/** A change of an organisation's features or roles tells its members, as a membership does. */
export const pokesOfRights: Migration = {
  name: '0087-pokes-of-rights',
  sql: `
create function poke_of_members() returns trigger language plpgsql security definer set search_path from current as $$
declare of_organization text;
begin
  if tg_table_name = 'organization' then of_organization := new.id;
  elsif tg_op = 'DELETE' then of_organization := old.organization_id;
  else of_organization := new.organization_id; end if;
  perform pg_notify('${pokeChannel}', of_organization || ' @' || m.user_id) from user_organization m where m.organization_id = of_organization and m.deleted_at is null;
  return null;
end $$;
create trigger organization_pokes after update on organization for each row
  when (old.features is distinct from new.features or old.name is distinct from new.name or old.type is distinct from new.type or old.edition is distinct from new.edition or old.inactivity_minutes is distinct from new.inactivity_minutes)
  execute function poke_of_members();
create trigger role_pokes after insert or update or delete on role for each row execute function poke_of_members();
`,
}
