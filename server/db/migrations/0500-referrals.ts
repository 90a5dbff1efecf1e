import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
const own = `organization_id = ${org}`
const linkedTo = (patientId: string, organizationId: string): string =>
  `exists (select 1 from patient_organization po where po.patient_id = ${patientId} and po.organization_id = ${organizationId})`

/** Names of the tables, for the tests' matrix of row security. */
export const referralTables = ['organization_relationship', 'referral', 'task'] as const

const secured = (table: (typeof referralTables)[number], grants: string): string => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy owner_all on ${table} to current_user using (true) with check (true);
create policy tenant_sees on ${table} for select to ${appRole} using (${own});
create policy tenant_updates on ${table} for update to ${appRole} using (${own}) with check (${own});
grant ${grants} on ${table} to ${appRole};`

const card = ['first_name', 'last_name', 'birth_date', 'gender']
  .concat(['national_identifier_type', 'national_identifier_value'])
  .map((column) => `p.${column}`)
  .join(', ')

/**
 * Referrals between organisations (P181, P198, P207). A relationship is one way: what its
 * organisation may do at the partner. A referral is its sender's row; the destination, which has no
 * right to the patient before it accepts, reads it through `incoming_referral`: with the patient's
 * card and nothing else of them, and without what the sender took back. Rows of two organisations
 * are written by the owner (server/db/across/referrals.ts).
 */
export const referrals: Migration = {
  name: '0500-referrals',
  sql: `
create table organization_relationship (
  organization_id text not null references organization, partner_id text not null references organization,
  permissions jsonb not null, updated_at timestamptz not null,
  primary key (organization_id, partner_id), check (organization_id <> partner_id));
create index organization_relationship_of_partner on organization_relationship (partner_id);
create table referral (
  id text primary key, organization_id text not null references organization, destination_id text not null references organization,
  patient_id text not null references patient, referred_by text not null references user_account,
  reason text not null check (reason in ('Other', 'PatientPreference', 'ProviderOrdered', 'SecondOpinion', 'WorkLoad')), comment text,
  supporting_information text not null, should_discharge boolean not null, discharge_reason text, discharge_info text,
  status text not null default 'Pending' check (status in ('Accepted', 'Cancelled', 'Declined', 'Pending')),
  rejection_reason text, decided_by text references user_account, decided_at timestamptz,
  created_at timestamptz not null, updated_at timestamptz not null,
  check (organization_id <> destination_id), check ((status = 'Pending') = (decided_at is null)),
  check (should_discharge = (discharge_reason is not null)));
create unique index referral_pending_once on referral (patient_id, organization_id, destination_id) where status = 'Pending';
create index referral_of_patient on referral (patient_id, organization_id, created_at desc, id desc);
create index referral_to on referral (destination_id, patient_id);
create table task (
  id text primary key, organization_id text not null references organization,
  type text not null check (type = 'IncomingReferral'),
  status text not null default 'NotStarted' check (status in ('Cancelled', 'Completed', 'InProgress', 'NotStarted')),
  referral_id text not null unique references referral, assignee_id text references user_account,
  created_at timestamptz not null, updated_at timestamptz not null);
create index task_of_organization on task (organization_id, status, created_at desc, id desc);
${secured('organization_relationship', 'select')}
${secured('referral', 'select')}
${secured('task', 'select, update (status, assignee_id, updated_at)')}

create view partner_organization with (security_barrier) as
select o.id, o.name, o.address,
  case when o.features -> 'referrals' = 'true' then r.permissions else r.permissions - 'ReferPatient' end as permissions
from organization_relationship r join organization o on o.id = r.partner_id where r.${own};
create view outgoing_referral with (security_barrier) as
select r.id, r.organization_id, r.destination_id, r.patient_id, r.referred_by, r.reason, r.comment, r.supporting_information,
  r.should_discharge, r.status, r.rejection_reason, r.decided_by, r.decided_at, r.created_at, r.updated_at,
  jsonb_build_object('id', s.id, 'name', s.name, 'address', s.address) as organization,
  jsonb_build_object('id', d.id, 'name', d.name, 'address', d.address) as destination
from referral r join organization s on s.id = r.organization_id join organization d on d.id = r.destination_id
where r.${own};
create view incoming_referral with (security_barrier) as
select r.id, r.organization_id, r.destination_id, p.id as patient_id, r.referred_by,
  case when r.status <> 'Cancelled' then r.reason end as reason, case when r.status <> 'Cancelled' then r.comment end as comment,
  case when r.status <> 'Cancelled' then r.supporting_information end as supporting_information, r.should_discharge,
  r.status, r.rejection_reason, r.decided_by, r.decided_at, r.created_at, r.updated_at,
  jsonb_build_object('id', s.id, 'name', s.name, 'address', s.address) as organization,
  jsonb_build_object('id', d.id, 'name', d.name, 'address', d.address) as destination, ${card}
from referral r join organization s on s.id = r.organization_id join organization d on d.id = r.destination_id
left join patient p on p.id = r.patient_id and p.deleted_at is null and r.status <> 'Cancelled'
  and (${linkedTo('r.patient_id', 'r.organization_id')} or ${linkedTo('r.patient_id', 'r.destination_id')})
where r.destination_id = ${org};
grant select on partner_organization, outgoing_referral, incoming_referral to ${appRole};

create trigger organization_relationship_pokes after insert or delete or update on organization_relationship for each row execute function poke_of_list();
create trigger referral_pokes after insert or update on referral for each row execute function poke_of_list();
create trigger task_pokes after insert or update on task for each row execute function poke_of_list();
`,
}
