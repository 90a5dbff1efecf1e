create table ward_admission (
  -- The admissionId of its events.
  id text primary key,
  patient_id text not null references patient,
  organization_id text not null references organization,
  ward_id text not null references ward,
  care_pathway_id text not null references care_pathway,
  admitted_at timestamptz not null,
  created_at timestamptz not null,
  expected_discharge_date date,
  -- null while active; a patient has one active admission at most.
  discharged_at timestamptz,
  revision bigint not null,
  -- Of the referral that led to it.
  referral_id text,
  -- When they were last moved to another care pathway; null: never.
  pathway_since timestamptz
);
create unique index ward_admission_active on ward_admission (patient_id) where discharged_at is null;
create index ward_admission_by_care_pathway on ward_admission (care_pathway_id);
create index ward_admission_by_discharge on ward_admission (discharged_at) where discharged_at is not null;
create index ward_admission_by_patient on ward_admission (patient_id);
create index ward_admission_by_ward on ward_admission (ward_id, patient_id) where discharged_at is null;

create table admission_event (
  id text primary key,
  admission_id text not null references ward_admission,
  patient_id text not null references patient,
  organization_id text not null references organization,
  type text not null check (type in ('Admission', 'CarePathwayTransfer', 'Discharge', 'ExpectedDischargeDateUpdate', 'WardTransfer')),
  effective_at timestamptz not null,
  created_at timestamptz not null,
  created_by text references user_account,
  ward_id text references ward,
  care_pathway_id text references care_pathway,
  reason jsonb,
  revision bigint not null
);
create index admission_event_by_care_pathway on admission_event (care_pathway_id);
create index admission_event_by_patient on admission_event (patient_id, effective_at desc, id);
create index admission_event_by_ward on admission_event (ward_id);
create index admission_event_of_moves on admission_event (organization_id, effective_at) where type = 'WardTransfer';

-- True where a patient's last stay ended because they died.
create function app_has_died(asked text) returns boolean language plpgsql stable security definer set search_path from current as $$
begin return coalesce((select exists (select 1 from admission_event e where e.admission_id = a.id and e.type = 'Discharge' and e.reason ->> 'type' = 'Expired')
  from ward_admission a where a.patient_id = asked order by a.admitted_at desc, a.id desc limit 1), false); end $$;

-- A trigger, so that no way of discharging can forget it (O255).
create function discharge_ends_watching() returns trigger language plpgsql security definer set search_path from current as $$
declare version bigint;
begin
  if old.discharged_at is not null or new.discharged_at is null then return null; end if;
  if exists (select 1 from watch_list_entry w where w.patient_id = new.patient_id and w.organization_id = new.organization_id and w.is_watched) then
    version := app_next_revision(new.organization_id);
    update watch_list_entry set is_watched = false, set_at = greatest(set_at, new.discharged_at), set_by = '', revision = version
    where patient_id = new.patient_id and organization_id = new.organization_id and is_watched;
  end if;
  return null;
end $$;

-- An admission by a practice is its own reason to have the patient.
create function admission_keeps_link() returns trigger language plpgsql security definer set search_path from current as $$
begin
  update patient_organization set by_practice = false where patient_id = new.patient_id and organization_id = new.organization_id and by_practice;
  return null;
end $$;

-- Where a patient of the acting organisation is admitted now, by whomever.
create function app_active_admission(asked text) returns table (organization_id text, organization text, ward text, care_pathway text, admitted_at timestamptz)
language plpgsql volatile security definer set search_path from current as $$
begin return query
  select o.id, o.name, w.name, c.name, a.admitted_at from ward_admission a
  join organization o on o.id = a.organization_id join ward w on w.id = a.ward_id join care_pathway c on c.id = a.care_pathway_id
  where a.patient_id = asked and a.discharged_at is null and exists (select 1 from patient_organization po where po.patient_id = a.patient_id and po.organization_id = current_setting('app.organization', true)); end $$;

-- When the last stay of a patient of the acting organisation ended, wherever it was. A test patient
-- is not another organisation's to admit, as the look-up does not find them.
create function app_last_discharge(asked text) returns timestamptz language plpgsql volatile security definer set search_path from current as $$
begin return (select max(a.discharged_at) from ward_admission a where a.patient_id = asked
  and exists (select 1 from patient_organization po where po.patient_id = asked and po.organization_id = current_setting('app.organization', true))); end $$;

-- Personal thresholds end at the discharge, while Scale 2 stays (O254, K16): since when it counts is
-- kept beside them.
create function discharge_ends_thresholds() returns trigger language plpgsql security definer set search_path from current as $$
declare held personal_ews;
begin
  if old.discharged_at is not null or new.discharged_at is null then return null; end if;
  select * into held from personal_ews e where e.patient_id = new.patient_id order by e.created_at desc, e.id desc limit 1;
  if held.thresholds is null then return null; end if;
  -- Who set Scale 2, why and since when stays with it; without it nobody set anything.
  insert into personal_ews (id, patient_id, organization_id, thresholds, risk_scheme, spo2_scale, reason, decided_by, review_on, spo2_scale_since, created_at, created_by, revision)
  values (gen_random_uuid()::text, new.patient_id, new.organization_id, null, 'NEWS2', held.spo2_scale,
    case when held.spo2_scale = 2 then held.reason end, case when held.spo2_scale = 2 then held.decided_by end, case when held.spo2_scale = 2 then held.review_on end,
    case when held.spo2_scale = 2 then coalesce(held.spo2_scale_since, held.created_at) end,
    greatest(new.discharged_at, held.created_at + interval '1 millisecond'),
    case when held.spo2_scale = 2 then held.created_by end, app_next_revision(new.organization_id));
  return null;
end $$;

-- What becomes of a part of a record (decision T8): the organisation where the patient is
-- registered opens all of it; from the eleventh such admission a day by one user it waits for an
-- administrator of the admitting one (`held_since`). Each of the two reads of it through
-- `part_record`.
create view part_record with (security_barrier) as
select po.patient_id, po.organization_id, o.name as organization_name, p.organization_id as home_id, p.first_name, p.last_name, p.birth_date,
  po.others_from, po.held_since,
  (select max(a.created_at) from ward_admission a where a.patient_id = po.patient_id and a.organization_id = po.organization_id) as admitted_at
from patient_organization po join patient p on p.id = po.patient_id join organization o on o.id = po.organization_id
where po.others_from is not null and p.deleted_at is null and (po.organization_id = current_setting('app.organization', true) or p.organization_id = current_setting('app.organization', true));

create view patient_discharge with (security_barrier) as
select a.patient_id, a.discharged_at from ward_admission a join patient_organization po on po.patient_id = a.patient_id
where po.organization_id = current_setting('app.organization', true) and a.discharged_at is not null;

-- The list of patients is read with the owner's rights, as the board is.
create view patient_list_row with (security_barrier) as
select p.id, p.first_name, p.last_name, p.folded_last_name, p.birth_date, p.gender, p.national_identifier_type, p.national_identifier_value,
  p.search_name, p.created_at, p.is_test, po.by_practice, a.organization_id as admitted_by, a.ward_id, w.name as ward_name
from patient_organization po join patient p on p.id = po.patient_id
left join ward_admission a on a.patient_id = p.id and a.discharged_at is null left join ward w on w.id = a.ward_id
where po.organization_id = current_setting('app.organization', true) and p.deleted_at is null;

create trigger ward_admission_ends_thresholds after update of discharged_at on ward_admission for each row execute function discharge_ends_thresholds();

create trigger ward_admission_ends_watching after update of discharged_at on ward_admission for each row execute function discharge_ends_watching();

create trigger ward_admission_keeps_link after insert on ward_admission for each row execute function admission_keeps_link();

create trigger ward_admission_needs_ward before insert or update of ward_id on ward_admission for each row execute function ward_is_in_use();
