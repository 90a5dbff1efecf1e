import {
  ehrEventStatuses,
  ehrIntegrationTypes,
  ehrTriggerTypes,
} from '../../../src/domain/ehr-integration/integration'
import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const own = `organization_id = current_setting('app.organization', true)`
const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')

/** Names of the tables, for the tests' matrix of row security. */
export const ehrTables = [
  'ehr_integration',
  'ehr_integration_event',
  'approved_message_setup',
] as const

/**
 * Which systems of others a pathway sends to, and what was sent. Internal staff set an integration
 * up; a request of its organisation can neither read nor change its secret and its address.
 * `body`: what is sent, frozen when it was asked for. `approved_message_setup`: who agreed that
 * messages are filed in their name.
 */
export const ehrIntegrations: Migration = {
  name: '0510-ehr-integrations',
  sql: `
create table ehr_integration (
  id text primary key, organization_id text not null references organization, care_pathway_id text not null references care_pathway,
  name text not null, integration_type text not null check (integration_type in (${quoted(ehrIntegrationTypes)})),
  trigger_type text not null check (trigger_type in (${quoted(ehrTriggerTypes)})), rrule text, address text not null, secret text not null,
  approver_id text references user_account, created_at timestamptz not null, updated_at timestamptz not null, deleted_at timestamptz,
  unique (id, organization_id), check ((trigger_type = 'PeriodicSummary') = (rrule is not null)));
create index ehr_integration_by_pathway on ehr_integration (care_pathway_id);
create table ehr_integration_event (
  id text primary key, organization_id text not null references organization, ehr_integration_id text not null,
  patient_id text not null references patient, status text not null default 'pending' check (status in (${quoted(ehrEventStatuses)})),
  is_retryable boolean not null default false, response jsonb, body jsonb not null, period_from timestamptz, period_to timestamptz,
  checkup_id text references checkup, created_by text references user_account, created_at timestamptz not null, updated_at timestamptz not null,
  attempts integer not null default 0, due_at timestamptz not null, claimed_until timestamptz,
  foreign key (ehr_integration_id, organization_id) references ehr_integration (id, organization_id),
  check ((status = 'submitted') = (claimed_until is not null)), check (period_from < period_to));
create index ehr_event_newest on ehr_integration_event (organization_id, created_at desc, id desc);
create index ehr_event_by_patient on ehr_integration_event (patient_id);
create index ehr_event_of_integration on ehr_integration_event (ehr_integration_id, status);
create index ehr_event_due on ehr_integration_event (due_at, id) where status in ('pending', 'submitted');
create table approved_message_setup (
  user_id text not null references user_account, organization_id text not null references organization, approved_at timestamptz not null,
  primary key (user_id, organization_id));

alter table ehr_integration enable row level security;
alter table ehr_integration force row level security;
create policy owner_all on ehr_integration to current_user using (true) with check (true);
create policy tenant_reads on ehr_integration for select to ${appRole} using (${own});
create policy tenant_approves on ehr_integration for update to ${appRole} using (${own}) with check (${own});
grant select (id, organization_id, care_pathway_id, name, integration_type, trigger_type, rrule, approver_id, created_at, updated_at, deleted_at),
  update (approver_id, updated_at) on ehr_integration to ${appRole};
alter table ehr_integration_event enable row level security;
alter table ehr_integration_event force row level security;
create policy owner_all on ehr_integration_event to current_user using (true) with check (true);
create policy tenant_reads on ehr_integration_event for select to ${appRole} using (${own});
create policy tenant_asks on ehr_integration_event for insert to ${appRole} with check (${own} and app_sees_patient(patient_id));
create policy tenant_asks_again on ehr_integration_event for update to ${appRole} using (${own}) with check (${own});
grant select, insert (id, organization_id, ehr_integration_id, patient_id, status, is_retryable, response, body, period_from, period_to, created_by, created_at, updated_at, due_at),
  update (status, is_retryable, response, attempts, due_at, updated_at) on ehr_integration_event to ${appRole};
alter table approved_message_setup enable row level security;
alter table approved_message_setup force row level security;
create policy owner_all on approved_message_setup to current_user using (true) with check (true);
create policy tenant_all on approved_message_setup to ${appRole} using (${own}) with check (${own});
grant select, insert, delete on approved_message_setup to ${appRole};

create function ehr_event_is_due() returns trigger language plpgsql as $$ begin perform pg_notify('ehr_events', ''); return null; end $$;
create trigger ehr_event_due_told after insert or update of status on ehr_integration_event for each row when (new.status = 'pending') execute function ehr_event_is_due();
create trigger ehr_integration_list_pokes after insert or update on ehr_integration for each row execute function poke_of_list();
create trigger ehr_event_list_pokes after insert or update of status on ehr_integration_event for each row execute function poke_of_list();
`,
}
