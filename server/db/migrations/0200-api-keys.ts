import { appRole } from './0002-row-security'
import { pokeChannel } from './0050-pokes'
import type { Migration } from './migration'

const own = `organization_id = current_setting('app.organization', true)`

/**
 * An organisation manages its own ingest keys. A request can write a sealed secret but not read it.
 * `poke_of_list` is the trigger of any list: it sends `organization #`.
 */
export const apiKeys: Migration = {
  name: '0200-api-keys',
  sql: `
alter table ingest_key add column created_by text references user_account;
alter table ingest_key alter column name drop not null;
create index ingest_key_of_organization on ingest_key (organization_id, created_at desc);
drop policy tenant_sees on ingest_key;
drop policy tenant_inserts on ingest_key;
drop policy tenant_updates on ingest_key;
create policy tenant_sees on ingest_key for select to ${appRole} using (${own});
create policy tenant_inserts on ingest_key for insert to ${appRole} with check (${own});
create policy tenant_updates on ingest_key for update to ${appRole} using (${own}) with check (${own});
grant select (id, organization_id, created_at, created_by, deleted_at),
  insert (id, organization_id, secret, created_at, created_by), update (deleted_at) on ingest_key to ${appRole};

create function poke_of_list() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform pg_notify('${pokeChannel}', (case when tg_op = 'DELETE' then old.organization_id else new.organization_id end) || ' #');
  return null;
end $$;
create trigger ingest_key_pokes after insert or delete or update of deleted_at on ingest_key for each row execute function poke_of_list();
`,
}
