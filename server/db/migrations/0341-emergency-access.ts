import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const own = `organization_id = current_setting('app.organization', true)`

/** Names of the tables, for the tests' matrix of row security. */
export const emergencyAccessTables = ['emergency_access'] as const

/**
 * Emergency access: somebody who is not on the patient's ward reads the record for half an hour, for a
 * reason. The reason is kept here: the action log holds no words of people. Only what a supervisor
 * says of it is written later.
 */
export const emergencyAccess: Migration = {
  name: '0341-emergency-access',
  sql: `
create table emergency_access (
  id text primary key, organization_id text not null references organization, user_id text not null references user_account,
  patient_id text not null references patient, reason text not null check (char_length(reason) between 1 and 1000),
  opened_at timestamptz not null, ends_at timestamptz not null check (ends_at > opened_at),
  reviewed_at timestamptz, reviewed_by text references user_account,
  outcome text check (outcome in ('JUSTIFIED', 'FOLLOWED_UP', 'NOT_JUSTIFIED')),
  check ((reviewed_at is null) = (outcome is null) and (reviewed_at is null) = (reviewed_by is null)));
create index emergency_access_open on emergency_access (user_id, patient_id, ends_at);
create index emergency_access_of_patient on emergency_access (organization_id, patient_id, opened_at desc);
create index emergency_access_by_time on emergency_access (organization_id, opened_at desc, id desc);
alter table emergency_access enable row level security;
alter table emergency_access force row level security;
create policy owner_all on emergency_access to current_user using (true) with check (true);
create policy tenant_sees on emergency_access for select to ${appRole} using (${own});
create policy tenant_inserts on emergency_access for insert to ${appRole}
  with check (${own} and exists (select 1 from patient_organization po where po.patient_id = emergency_access.patient_id and po.${own}));
create policy tenant_updates on emergency_access for update to ${appRole} using (${own}) with check (${own});
grant select, insert, update (reviewed_at, reviewed_by, outcome) on emergency_access to ${appRole};
create trigger emergency_access_pokes after insert or update on emergency_access for each row execute function poke_of_list();
`,
}
