import { appRole } from './0002-row-security'
import type { Migration } from './migration'

/** Names of the tables, for the tests' matrix of row security. */
export const wardCapacityTables = ['ward_capacity'] as const

/**
 * For how many patients a ward is staffed, 1 to 999; null: nobody said. What it was stays in
 * ward_capacity, so that an earlier day is told against the capacity of that day.
 */
export const wardCapacities: Migration = {
  name: '0360-ward-capacity',
  sql: `
alter table ward add column capacity integer check (capacity between 1 and 999);
create table ward_capacity (
  ward_id text not null references ward on delete cascade, organization_id text not null references organization,
  since timestamptz not null, capacity integer, primary key (ward_id, since));
create function keep_ward_capacity() returns trigger language plpgsql security definer set search_path from current as $$
begin
  insert into ward_capacity (ward_id, organization_id, since, capacity) values (new.id, new.organization_id, new.updated_at, new.capacity)
  on conflict (ward_id, since) do update set capacity = excluded.capacity;
  return null;
end $$;
create trigger ward_has_capacity after insert on ward for each row when (new.capacity is not null) execute function keep_ward_capacity();
create trigger ward_changed_capacity after update of capacity on ward for each row
  when (new.capacity is distinct from old.capacity) execute function keep_ward_capacity();
drop trigger ward_pokes on ward;
create trigger ward_pokes after insert or update of name, capacity, deleted_at on ward for each row execute function poke_of_list();

alter table ward_capacity enable row level security;
alter table ward_capacity force row level security;
create policy owner_all on ward_capacity to current_user using (true) with check (true);
create policy tenant_sees on ward_capacity for select to ${appRole} using (organization_id = current_setting('app.organization', true));
grant select on ward_capacity to ${appRole};
`,
}
