import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`

/**
 * What becomes of a part of a record (decision T8): the organisation where the patient is registered
 * opens all of it; from the eleventh such admission a day by one user it waits for an administrator of
 * the admitting one (`held_since`). Each of the two reads of it through `part_record`.
 */
export const partRecordAnswers: Migration = {
  name: '0710-part-record-answers',
  sql: `
alter table patient_organization add column held_since timestamptz,
  add constraint patient_organization_held_is_part check (held_since is null or others_from is not null);
grant update (held_since) on patient_organization to ${appRole};
create trigger patient_link_part_pokes after update of others_from on patient_organization for each row execute function poke_of_list();
create view part_record with (security_barrier) as
select po.patient_id, po.organization_id, o.name as organization_name, p.organization_id as home_id, p.first_name, p.last_name, p.birth_date,
  po.others_from, po.held_since,
  (select max(a.created_at) from ward_admission a where a.patient_id = po.patient_id and a.organization_id = po.organization_id) as admitted_at
from patient_organization po join patient p on p.id = po.patient_id join organization o on o.id = po.organization_id
where po.others_from is not null and p.deleted_at is null and (po.organization_id = ${org} or p.organization_id = ${org});
grant select on part_record to ${appRole};
`,
}
