import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
const eyes = 'security definer set search_path from current'

/**
 * Changes what is named of a patient, for the organisation that keeps their details (K7), which need
 * not be the one that the row belongs to. 'changed'; 'same': no row is another; 'taken': the
 * identifier is somebody else's.
 */
export const patientEdit: Migration = {
  name: '0276-patient-edit',
  sql: `
create function app_change_patient(asked text, given jsonb) returns text language plpgsql volatile ${eyes} as $$
declare held patient%rowtype; wanted patient%rowtype;
begin
  if app_patient_keeper(asked) is distinct from ${org} then raise exception 'Another organisation keeps the patient' using errcode = '42501'; end if;
  select * into strict held from patient p where p.id = asked for no key update;
  wanted := jsonb_populate_record(held, given - array['id', 'organization_id', 'type', 'created_at', 'deleted_at', 'revision']);
  if wanted.address = 'null'::jsonb then wanted.address := null; end if;
  if wanted is not distinct from held then return 'same'; end if;
  begin
    update patient p set first_name = wanted.first_name, last_name = wanted.last_name, gender = wanted.gender, birth_date = wanted.birth_date,
      telephone = wanted.telephone, address = wanted.address, national_identifier_type = wanted.national_identifier_type,
      national_identifier_value = wanted.national_identifier_value, revision = app_next_revision(p.organization_id)
    where p.id = asked;
  exception when unique_violation then return 'taken';
  end;
  return 'changed';
end $$;
`,
}
