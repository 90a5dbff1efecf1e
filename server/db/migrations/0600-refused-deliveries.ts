import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const own = `organization_id = current_setting('app.organization', true)`

/** Names of the tables, for the tests' matrix of row security. */
export const refusedDeliveryTables = ['refused_delivery'] as const

/**
 * What the ingest API refused of an organisation's senders: the same of one day is one row. Nothing of
 * what was sent but the patient's id and the names of fields. Kept for 30 days.
 */
export const refusedDeliveries: Migration = {
  name: '0600-refused-deliveries',
  sql: `
create table refused_delivery (
  organization_id text not null references organization, day date not null, kind text not null, code text not null, api_key text not null,
  patient text not null check (char_length(patient) <= 100), fields jsonb not null,
  times integer not null default 1, first_at timestamptz not null, last_at timestamptz not null,
  primary key (organization_id, day, kind, code, api_key, patient, fields));
alter table refused_delivery enable row level security;
alter table refused_delivery force row level security;
create policy owner_all on refused_delivery to current_user using (true) with check (true);
create policy tenant_all on refused_delivery to ${appRole} using (${own}) with check (${own});
grant select, insert, update (times, last_at), delete on refused_delivery to ${appRole};
create trigger refused_delivery_pokes after insert on refused_delivery for each row execute function poke_of_list();
create index checkup_cut on checkup (organization_id, received_at desc) where readings->'notUsable' <> '[]'::jsonb;
`,
}
