import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
/** Tables that boards and lists join to patients they have found already. */
const tables = [
  ['patient', 'id'],
  ['ward_admission', 'patient_id'],
  ['patient_summary', 'patient_id'],
] as const

/**
 * A row is seen where its patient is linked to the organisation, as before, asked by index. Said as
 * `in`, the planner takes half of a table to be seen, and reads the patients of every organisation.
 */
export const rowsByIndex: Migration = {
  name: '0700-rows-by-index',
  sql: `
${tables
  .map(
    ([table, patient]) => `
alter policy tenant_sees on ${table} to ${appRole} using (
  exists (select 1 from patient_organization po where po.patient_id = ${table}.${patient} and po.organization_id = ${org}));`,
  )
  .join('')}
-- The patients of the acting organisation with what versions of their board's rows are made of, read as board_row is (0047).
create view roster_row with (security_barrier) as
select po.patient_id as id, p.revision, o.name as organization_name, a.id as admission_id, a.revision as admission_revision, a.organization_id as admitted_by,
  a.ward_id, w.name as ward_name, a.care_pathway_id, c.name as care_pathway_name, s.latest_checkup_id, s.rescored, s.latest_acuity_id, s.trend, s.latest_by_type,
  s.latest_bucket_id, s.rhythm_events, m.id as session_id, m.revision as session_revision,
  (select jsonb_agg(jsonb_build_array(f.id, f.revision, f.ended_at) order by f.id) from patient_flag f where f.patient_id = po.patient_id) as flags,
  (select jsonb_agg(jsonb_build_array(al.id, al.revision, app_alert_rule_revision(al.alert_rule_id)) order by al.id) from alert al
    where al.patient_id = po.patient_id and al.status = 'open') as alerts
from patient_organization po join patient p on p.id = po.patient_id join organization o on o.id = p.organization_id
left join patient_summary s on s.patient_id = po.patient_id left join continuous_monitoring_session m on m.id = s.monitoring_session_id
left join ward_admission a on a.patient_id = po.patient_id and a.discharged_at is null left join ward w on w.id = a.ward_id left join care_pathway c on c.id = a.care_pathway_id
where po.organization_id = ${org} and p.deleted_at is null;
grant select on roster_row to ${appRole};
create index admission_event_by_ward on admission_event (ward_id);
drop index admission_event_by_care_pathway;
create index admission_event_by_care_pathway on admission_event (care_pathway_id);
create index identity_refresh_token_by_end on identity_refresh_token (expires_at);
create index identity_session_by_end on identity_session (expires_at);
create index identity_device_by_sign_in on identity_device (last_sign_in_at);
`,
}
