import type { Migration } from './migration'

/**
 * Nobody is admitted or assigned to a deleted ward. The lock of the row keeps the order: who
 * deletes it holds it exclusively and counts, so that one of the two always sees the other.
 */
export const wards: Migration = {
  name: '0211-wards',
  sql: `
create function ward_is_in_use() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform 1 from ward where id = new.ward_id and deleted_at is null for key share;
  if not found then raise exception 'The ward is deleted' using errcode = '23503'; end if;
  return new;
end $$;
create trigger ward_admission_needs_ward before insert or update of ward_id on ward_admission for each row execute function ward_is_in_use();
create trigger ward_staff_needs_ward before insert on ward_staff for each row execute function ward_is_in_use();
create trigger ward_pokes after insert or update of name, deleted_at on ward for each row execute function poke_of_list();
create trigger ward_staff_list_pokes after insert or delete on ward_staff for each row execute function poke_of_list();
create trigger ward_admission_list_pokes after insert or update of ward_id, discharged_at on ward_admission for each row execute function poke_of_list();
`,
}
