import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
const eyes = 'security definer set search_path from current'
const isLinked = (patientId: string): string =>
  `exists (select 1 from patient_organization po where po.patient_id = ${patientId} and po.organization_id = ${org})`

/**
 * Registering and admitting. An identifier names one patient of those not deleted (K6). Slots count
 * from the later of admitted and recorded (K17). The functions reach rows of a shared patient that
 * another organisation wrote, each for the acting organisation's own patients alone.
 */
export const admission: Migration = {
  name: '0260-admission',
  sql: `
create unique index patient_identifier_once on patient (national_identifier_type, national_identifier_value) where deleted_at is null;
alter table ward_admission add column referral_id text;

do $$
declare one text;
begin
  foreach one in array array['app_due_inputs(text[])', 'app_due_input(text)'] loop
    execute replace(pg_get_functiondef(one::regprocedure), 'a.admitted_at', 'greatest(a.admitted_at, a.created_at)');
  end loop;
end $$;
update patient_summary s set due_asked = s.due_asked + 1 from ward_admission a
where a.patient_id = s.patient_id and a.discharged_at is null and a.created_at > a.admitted_at;

-- Where a patient of the acting organisation is admitted now, by whomever.
create function app_active_admission(asked text) returns table (organization_id text, organization text, ward text, care_pathway text, admitted_at timestamptz)
language plpgsql volatile ${eyes} as $$
begin return query
  select o.id, o.name, w.name, c.name, a.admitted_at from ward_admission a
  join organization o on o.id = a.organization_id join ward w on w.id = a.ward_id join care_pathway c on c.id = a.care_pathway_id
  where a.patient_id = asked and a.discharged_at is null and ${isLinked('a.patient_id')}; end $$;

-- Another organisation's patient by identifier and birth date, both exact (K5).
create function app_registered_elsewhere(kind text, identifier text, born date) returns table (id text, organization_id text)
language plpgsql stable ${eyes} as $$
begin return query
  select p.id, p.organization_id from patient p
  where p.national_identifier_type = kind and p.national_identifier_value = identifier and p.birth_date = born and p.deleted_at is null; end $$;

-- The organisation that may change the details of a patient: who has them admitted, else where they are registered (K7).
create function app_patient_keeper(asked text) returns text language plpgsql stable ${eyes} as $$
begin return (
  select coalesce(a.organization_id, p.organization_id) from patient p
  left join ward_admission a on a.patient_id = p.id and a.discharged_at is null
  where p.id = asked and p.deleted_at is null and ${isLinked('p.id')}); end $$;
create function app_change_contact(asked text, new_telephone text, new_address jsonb) returns void language plpgsql volatile ${eyes} as $$
begin
  if app_patient_keeper(asked) is distinct from ${org} then raise exception 'Another organisation keeps the patient' using errcode = '42501'; end if;
  update patient p set telephone = new_telephone, address = new_address, revision = app_next_revision(p.organization_id)
  where p.id = asked and (p.telephone is distinct from new_telephone or p.address is distinct from new_address);
end $$;

-- Ends flags of a patient, also those that another organisation set.
create function app_end_flags(asked text, types text[], at timestamptz) returns void language plpgsql volatile ${eyes} as $$
begin
  if not ${isLinked('asked')} then raise exception 'The patient is not the organisation''s' using errcode = '42501'; end if;
  update patient_flag f set ended_at = greatest(at, f.started_at), revision = app_next_revision(f.organization_id)
  where f.patient_id = asked and f.ended_at is null and f.type = any(types);
end $$;
`,
}
