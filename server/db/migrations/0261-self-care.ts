import type { Migration } from './migration'
import { appRole } from './0002-row-security'

const org = `current_setting('app.organization', true)`
const linked = `exists (select 1 from patient_organization po where po.patient_id = self_care.patient_id and po.organization_id = ${org})`

/** Names of the tables, for the tests' matrix of row security. */
export const selfCareTables: readonly string[] = ['self_care']

/** Whose login an account is (P010). Written by the owner, with the account. */
export const selfCare: Migration = {
  name: '0261-self-care',
  sql: `
create table self_care (
  patient_id text primary key references patient, user_id text not null unique references user_account,
  organization_id text not null references organization, created_at timestamptz not null);
alter table self_care enable row level security;
alter table self_care force row level security;
create policy owner_all on self_care to current_user using (true) with check (true);
create policy tenant_sees on self_care for select to ${appRole} using (${linked});
grant select on self_care to ${appRole};
`,
}
