-- Referrals between organisations (P181, P207). A referral is its sender's row; the destination, which
-- has no right to the patient before it accepts, reads it through `incoming_referral`: with the
-- patient's card and nothing else of them, and without what the sender took back. Rows of two
-- organisations are written across them (server/db/across/referrals.ts).
create table referral (
  id text primary key,
  organization_id text not null references organization,
  destination_id text not null references organization,
  patient_id text not null references patient,
  referred_by text not null references user_account,
  reason text not null check (reason in ('Other', 'PatientPreference', 'ProviderOrdered', 'SecondOpinion', 'WorkLoad')),
  comment text,
  supporting_information text not null,
  should_discharge boolean not null,
  -- Of a discharge on acceptance.
  discharge_reason text,
  discharge_info text,
  status text not null default 'Pending' check (status in ('Accepted', 'Cancelled', 'Declined', 'Pending')),
  rejection_reason text,
  decided_by text references user_account,
  decided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The stay that ends with it, as it was when the patient was referred.
  admission_id text references ward_admission,
  check (organization_id <> destination_id),
  constraint referral_check1 check ((status = 'Pending') = (decided_at is null)),
  constraint referral_check2 check (should_discharge = (discharge_reason is not null))
);
create index referral_of_patient on referral (patient_id, organization_id, created_at desc, id desc);
create unique index referral_pending_once on referral (patient_id, organization_id, destination_id) where status = 'Pending';
create index referral_to on referral (destination_id, patient_id);

-- What waits for somebody of an organisation.
create table task (
  id text primary key,
  organization_id text not null references organization,
  type text not null check (type = 'IncomingReferral'),
  status text not null default 'NotStarted' check (status in ('Cancelled', 'Completed', 'InProgress', 'NotStarted')),
  referral_id text not null references referral unique,
  -- Who opened it first.
  assignee_id text references user_account,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index task_of_organization on task (organization_id, status, created_at desc, id desc);

-- A referral knows the stay that ends with its acceptance, and no later one. The destination is
-- told whether the sender has the patient on a ward, whether accepting ends that stay, and whether
-- it has yet to admit whom it accepted; and of somebody who has no card, no statement either.
create view incoming_referral with (security_barrier) as
select r.id, r.organization_id, r.destination_id, p.id as patient_id, r.referred_by,
  case when p.id is not null then r.reason end as reason, case when p.id is not null then r.comment end as comment, case when p.id is not null then r.supporting_information end as supporting_information, r.should_discharge,
  r.status, r.rejection_reason, r.decided_by, r.decided_at, r.created_at, r.updated_at,
  jsonb_build_object('id', s.id, 'name', s.name, 'address', s.address) as organization,
  jsonb_build_object('id', d.id, 'name', d.name, 'address', d.address) as destination,
  p.first_name, p.last_name, p.birth_date, p.gender, p.national_identifier_type, p.national_identifier_value,
  p.id is not null and r.status in ('Accepted', 'Pending')
    and exists (select 1 from ward_admission a where a.patient_id = r.patient_id and a.organization_id = r.organization_id and a.discharged_at is null) as admitted_at_sender,
  p.id is not null and r.status = 'Pending' and r.should_discharge
    and exists (select 1 from ward_admission a where a.patient_id = r.patient_id and a.id = r.admission_id and a.discharged_at is null) as ends_stay,
  p.id is not null and r.status = 'Accepted' and coalesce(d.features -> 'wards' = 'true', false) and not
    exists (select 1 from ward_admission a where a.patient_id = r.patient_id and a.organization_id = r.destination_id and (a.referral_id = r.id or a.discharged_at is null or a.created_at >= r.decided_at))
    as awaits_admission
from referral r join organization s on s.id = r.organization_id join organization d on d.id = r.destination_id
left join patient p on p.id = r.patient_id and p.deleted_at is null and r.status <> 'Cancelled'
  and (exists (select 1 from patient_organization po where po.patient_id = r.patient_id and po.organization_id = r.organization_id) or exists (select 1 from patient_organization po where po.patient_id = r.patient_id and po.organization_id = r.destination_id))
where r.destination_id = current_setting('app.organization', true);

create view outgoing_referral with (security_barrier) as
select r.id, r.organization_id, r.destination_id, r.patient_id, r.referred_by, r.reason, r.comment, r.supporting_information,
  r.should_discharge, r.status, r.rejection_reason, r.decided_by, r.decided_at, r.created_at, r.updated_at,
  jsonb_build_object('id', s.id, 'name', s.name, 'address', s.address) as organization,
  jsonb_build_object('id', d.id, 'name', d.name, 'address', d.address) as destination
from referral r join organization s on s.id = r.organization_id join organization d on d.id = r.destination_id
where r.organization_id = current_setting('app.organization', true);
