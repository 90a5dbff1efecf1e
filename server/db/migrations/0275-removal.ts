import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
const eyes = 'security definer set search_path from current'

/**
 * Removing a patient (K8): the organisation that registered them deletes them where nobody else has
 * them; otherwise the acting organisation's own link ends, and others keep the record. Whom the last
 * organisation gives up is deleted too: nobody could reach them, and their identifier would stay
 * taken. The row is locked first, so that no link is made meanwhile.
 */
export const removal: Migration = {
  name: '0275-removal',
  sql: `
-- Whether other organisations have a patient of the acting one.
create function app_is_shared(asked text) returns boolean language plpgsql volatile ${eyes} as $$
begin return exists (select 1 from patient_organization own where own.patient_id = asked and own.organization_id = ${org})
  and exists (select 1 from patient_organization po where po.patient_id = asked and po.organization_id <> ${org}); end $$;
-- 'deleted' or 'unlinked'; null: not a patient of the acting organisation.
create function app_remove_patient(asked text, at timestamptz) returns text language plpgsql volatile ${eyes} as $$
begin
  perform 1 from patient p where p.id = asked and p.deleted_at is null for update;
  if not found or not exists (select 1 from patient_organization po where po.patient_id = asked and po.organization_id = ${org}) then return null; end if;
  if app_is_shared(asked) then
    delete from patient_practice where patient_id = asked and practice_id = ${org};
    delete from patient_organization where patient_id = asked and organization_id = ${org};
    return 'unlinked';
  end if;
  update patient p set deleted_at = at, revision = app_next_revision(p.organization_id) where p.id = asked;
  return 'deleted';
end $$;
`,
}
