import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const own = `organization_id = current_setting('app.organization', true)`

/** Names of the tables, for the tests' matrix of row security. */
export const wardDutyTables = ['ward_duty'] as const

/**
 * Who is on duty on which ward since when, a row for each acceptance. One is on duty at a time: who
 * accepts ends the duty before. Only that a duty ended is written later.
 */
export const wardDuty: Migration = {
  name: '0410-ward-duty',
  sql: `
create table ward_duty (
  id text primary key, organization_id text not null references organization, ward_id text not null references ward,
  user_id text not null references user_account, accepted_at timestamptz not null, data_as_of timestamptz,
  handed_over_by text references user_account, left_at timestamptz check (left_at >= accepted_at));
create unique index ward_duty_now on ward_duty (ward_id) where left_at is null;
create index ward_duty_of_ward on ward_duty (ward_id, accepted_at desc, id desc);
alter table ward_duty enable row level security;
alter table ward_duty force row level security;
create policy owner_all on ward_duty to current_user using (true) with check (true);
create policy tenant_sees on ward_duty for select to ${appRole} using (${own});
create policy tenant_inserts on ward_duty for insert to ${appRole}
  with check (${own} and exists (select 1 from ward w where w.id = ward_duty.ward_id and w.${own}));
create policy tenant_updates on ward_duty for update to ${appRole} using (${own}) with check (${own});
grant select, insert, update (left_at) on ward_duty to ${appRole};
create trigger ward_duty_pokes after insert or update on ward_duty for each row execute function poke_of_list();
create index admission_event_of_moves on admission_event (organization_id, effective_at) where type = 'WardTransfer';
`,
}
