import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
const eyes = 'security definer set search_path from current'

/** Names of the tables, for the tests' matrix of row security. */
export const practiceTables: readonly string[] = ['patient_practice']

/**
 * The list of patients is read with owner's rights, as the board is (0047). A practice has a
 * patient by an assignment: the link that it made goes with it, one that was there before or that
 * something else came to rely on does not. Whatever links an organisation to a patient for another
 * reason sets by_practice to false.
 */
export const patientList: Migration = {
  name: '0251-patient-list',
  sql: `
alter table patient_organization add column by_practice boolean not null default false;
create table patient_practice (
  patient_id text not null references patient, practice_id text not null references organization,
  organization_id text not null references organization, assigned_by text references user_account, assigned_at timestamptz not null,
  primary key (patient_id, practice_id));
create index patient_practice_by_practice on patient_practice (practice_id);
alter table patient_practice enable row level security;
alter table patient_practice force row level security;
create policy owner_all on patient_practice to current_user using (true) with check (true);
create policy tenant_sees on patient_practice for select to ${appRole}
  using (exists (select 1 from patient_organization po where po.patient_id = patient_practice.patient_id and po.organization_id = ${org}));
grant select on patient_practice to ${appRole};
create index ward_admission_by_discharge on ward_admission (discharged_at) where discharged_at is not null;

create view patient_list_row with (security_barrier) as
select p.id, p.first_name, p.last_name, p.folded_last_name, p.birth_date, p.gender, p.national_identifier_type, p.national_identifier_value,
  p.search_name, p.created_at, p.is_test, po.by_practice, a.organization_id as admitted_by, a.ward_id, w.name as ward_name
from patient_organization po join patient p on p.id = po.patient_id
left join ward_admission a on a.patient_id = p.id and a.discharged_at is null left join ward w on w.id = a.ward_id
where po.organization_id = ${org} and p.deleted_at is null;
create view patient_discharge with (security_barrier) as
select a.patient_id, a.discharged_at from ward_admission a join patient_organization po on po.patient_id = a.patient_id
where po.organization_id = ${org} and a.discharged_at is not null;
create view patient_practice_name with (security_barrier) as
select pp.patient_id, o.id, o.name from patient_practice pp join organization o on o.id = pp.practice_id
join patient_organization po on po.patient_id = pp.patient_id and po.organization_id = ${org};
grant select on patient_list_row, patient_discharge, patient_practice_name to ${appRole};

create function app_practices() returns table (id text, name text, telephone text, address jsonb) language plpgsql stable ${eyes} as $$
begin return query
  select o.id, o.name, o.telephone, o.address from organization o where o.type = 'practice' and o.id <> ${org} order by lower(o.name), o.id limit 500;
end $$;
-- Whether the acting organisation may assign: it has the patient by more than an assignment, and the target is a practice.
create function app_may_assign(asked_patient text, asked_practice text) returns boolean language plpgsql stable ${eyes} as $$
begin return exists (select 1 from patient_organization po join patient p on p.id = po.patient_id and p.deleted_at is null
    where po.patient_id = asked_patient and po.organization_id = ${org} and not po.by_practice)
  and exists (select 1 from organization o where o.id = asked_practice and o.type = 'practice');
end $$;
-- True where it was not assigned before.
create function app_assign_practice(asked_patient text, asked_practice text, author text, at timestamptz) returns boolean language plpgsql volatile ${eyes} as $$
begin
  if not app_may_assign(asked_patient, asked_practice) then raise exception 'Not a patient or a practice of this assignment' using errcode = '42501'; end if;
  insert into patient_practice (patient_id, practice_id, organization_id, assigned_by, assigned_at) values (asked_patient, asked_practice, ${org}, author, at)
    on conflict do nothing;
  if not found then return false; end if;
  insert into patient_organization (patient_id, organization_id, linked_at, by_practice) values (asked_patient, asked_practice, at, true) on conflict do nothing;
  return true;
end $$;
-- True where it was assigned. A practice that has admitted the patient keeps them.
create function app_unassign_practice(asked_patient text, asked_practice text) returns boolean language plpgsql volatile ${eyes} as $$
begin
  if not app_may_assign(asked_patient, asked_practice) then raise exception 'Not a patient or a practice of this assignment' using errcode = '42501'; end if;
  delete from patient_practice where patient_id = asked_patient and practice_id = asked_practice;
  if not found then return false; end if;
  delete from patient_organization po where po.patient_id = asked_patient and po.organization_id = asked_practice and po.by_practice
    and not exists (select 1 from ward_admission a where a.patient_id = asked_patient and a.organization_id = asked_practice and a.discharged_at is null);
  return true;
end $$;
-- A practice with its first user; somebody with this address has an account already, and keeps their name.
create function app_create_practice(new_id text, given jsonb, new_user text, contact jsonb, at timestamptz) returns void language plpgsql volatile ${eyes} as $$
declare creator organization%rowtype; member text;
begin
  select * into strict creator from organization o where o.id = ${org};
  insert into organization (id, name, type, edition, telephone, address, features, national_identifier_scheme, created_at)
    values (new_id, given ->> 'name', 'practice', creator.edition, given ->> 'telephone', given -> 'address', '{}', creator.national_identifier_scheme, at);
  insert into user_account (id, email, first_name, last_name, created_at)
    values (new_user, contact ->> 'email', contact ->> 'firstName', contact ->> 'lastName', at) on conflict (email) do nothing;
  select u.id into strict member from user_account u where u.email = contact ->> 'email';
  insert into user_organization (user_id, organization_id, roles, created_at) values (member, new_id, '["Organisation Admin"]', at);
  if creator.type = 'care_home' then
    insert into organization_neighbour (organization_id, neighbour_id) values (new_id, creator.id);
  end if;
end $$;
create function app_is_practice_known(asked_name text, asked_postcode text) returns boolean language plpgsql stable ${eyes} as $$
begin return exists (select 1 from organization o where o.type = 'practice' and lower(o.name) = lower(asked_name)
  and replace(lower(o.address ->> 'postcode'), ' ', '') = replace(lower(asked_postcode), ' ', ''));
end $$;

create trigger patient_list_pokes after insert or update of first_name, last_name, birth_date, national_identifier_value, deleted_at on patient
  for each row execute function poke_of_list();
create trigger patient_link_pokes after insert or delete on patient_organization for each row execute function poke_of_list();
create trigger patient_practice_pokes after insert or delete on patient_practice for each row execute function poke_of_list();
`,
}
