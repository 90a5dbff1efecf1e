import type { Migration } from './migration'

/**
 * The channel of LISTEN and NOTIFY. A payload is `organization`, `organization patient` or
 * `organization @user`, ids only.
 */
export const pokeChannel = 'lamplight_poke'

const notify = (payload: string): string => `pg_notify('${pokeChannel}', ${payload})`

/** Tells every server of this database what changed, at commit, once a transaction. Ids only. */
export const pokes: Migration = {
  name: '0050-pokes',
  sql: `
create function poke_of_roster() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform ${notify('new.organization_id')};
  perform ${notify('s.other_id')} from organization_sharing s where s.organization_id = new.organization_id;
  return null;
end $$;
create trigger roster_version_pokes after insert or update on roster_version for each row execute function poke_of_roster();

create function poke_of_change() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if new.patient_id is null then return null; end if;
  perform ${notify(`po.organization_id || ' ' || new.patient_id`)} from patient_organization po where po.patient_id = new.patient_id;
  return null;
end $$;
create trigger change_pokes after insert on change for each row execute function poke_of_change();

-- Who somebody is and what they may: their other devices ask for it at once.
create function poke_of_membership() returns trigger language plpgsql security definer set search_path from current as $$
declare of_user text; of_organization text;
begin
  if tg_op = 'DELETE' then of_user := old.user_id; of_organization := old.organization_id;
  else of_user := new.user_id; of_organization := new.organization_id; end if;
  perform ${notify(`of_organization || ' @' || of_user`)};
  return null;
end $$;
create trigger user_organization_pokes after insert or update or delete on user_organization for each row execute function poke_of_membership();
create trigger ward_staff_pokes after insert or update or delete on ward_staff for each row execute function poke_of_membership();
`,
}
