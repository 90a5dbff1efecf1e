import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
const eyes = 'security definer set search_path from current'

/**
 * Personal thresholds under Scale 2 end at the discharge (O254, K16), and those ended before at
 * theirs; since when Scale 2 counts is kept beside them. An admission of a practice is its own
 * reason to have the patient (0251). Whoever was known elsewhere before they were invited is no more
 * than an address until they come.
 */
export const mends: Migration = {
  name: '0350-mends',
  sql: `
alter table personal_ews add column spo2_scale_since timestamptz;
update personal_ews e set spo2_scale_since = before.created_at, created_at = ended.at
from personal_ews before, lateral (select min(a.discharged_at) as at from ward_admission a
  where a.patient_id = before.patient_id and a.discharged_at > before.created_at) ended
where e.thresholds is null and e.spo2_scale = 2 and before.patient_id = e.patient_id and before.thresholds is not null and before.spo2_scale = 2
  and e.created_at = before.created_at + interval '1 millisecond' and ended.at is not null
  and not exists (select 1 from personal_ews later where later.patient_id = e.patient_id and later.created_at > e.created_at and later.created_at <= ended.at);
create or replace function discharge_ends_thresholds() returns trigger language plpgsql ${eyes} as $$
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

update patient_organization po set by_practice = false where po.by_practice
  and exists (select 1 from ward_admission a where a.patient_id = po.patient_id and a.organization_id = po.organization_id);
create function admission_keeps_link() returns trigger language plpgsql ${eyes} as $$
begin
  update patient_organization set by_practice = false where patient_id = new.patient_id and organization_id = new.organization_id and by_practice;
  return null;
end $$;
create trigger ward_admission_keeps_link after insert on ward_admission for each row execute function admission_keeps_link();

-- Whether an id is a patient's, of whomever: what is about a patient whom nobody here may see is shown to nobody here.
create function app_is_patient(asked text) returns boolean language plpgsql stable ${eyes} as $$
begin return exists (select 1 from patient p where p.id = asked); end $$;
revoke execute on function app_is_patient(text) from public;
grant execute on function app_is_patient(text) to ${appRole};

alter table user_organization add column is_awaited boolean not null default false;
create or replace function app_create_practice(new_id text, given jsonb, new_user text, contact jsonb, at timestamptz) returns void language plpgsql volatile ${eyes} as $$
declare creator organization%rowtype; member text;
begin
  select * into strict creator from organization o where o.id = ${org};
  insert into organization (id, name, type, edition, telephone, address, features, national_identifier_scheme, created_at)
    values (new_id, given ->> 'name', 'practice', creator.edition, given ->> 'telephone', given -> 'address', '{}', creator.national_identifier_scheme, at);
  insert into user_account (id, email, first_name, last_name, created_at)
    values (new_user, contact ->> 'email', contact ->> 'firstName', contact ->> 'lastName', at) on conflict (email) do nothing;
  select u.id into strict member from user_account u where u.email = contact ->> 'email';
  insert into user_organization (user_id, organization_id, roles, created_at, is_awaited) values (member, new_id, '["Organisation Admin"]', at, member <> new_user);
  if creator.type = 'care_home' then
    insert into organization_neighbour (organization_id, neighbour_id) values (new_id, creator.id);
  end if;
end $$;
`,
}
