import type { Migration } from './migration'

const eyes = 'security definer set search_path from current'

/** Locks the sessions of devices that match, by id, and ends those that still run. */
const end = (at: string, which: string): string =>
  `perform 1 from sync_session where ${which} and not ended_elsewhere order by id for no key update;
    update sync_session set revoked_at = coalesce(revoked_at, ${at}), ended_elsewhere = true where ${which} and not ended_elsewhere;`

/**
 * A membership that ends locks its devices in the order in which server/identity/device-keys.ts
 * does, so that neither waits for the other.
 */
export const endsInOrder: Migration = {
  name: '0651-ends-in-order',
  sql: `
create or replace function end_of_membership() returns trigger language plpgsql ${eyes} as $$
begin
  if tg_op = 'DELETE' then
    ${end('now()', 'user_id = old.user_id and organization_id = old.organization_id')}
  elsif new.deleted_at is not null and old.deleted_at is null then
    ${end('new.deleted_at', 'user_id = new.user_id and organization_id = new.organization_id')}
  end if;
  return null;
end $$;
`,
}
