import type { Migration } from './migration'

/**
 * Devices hold by what a patient is scored without thresholds of their own, and what it is called:
 * where a pathway has another name or other thresholds, the records of who is on it have changed.
 */
export const pathwayThresholds: Migration = {
  name: '0441-pathway-thresholds',
  sql: `
create function record_pathway_change() returns trigger language plpgsql security definer set search_path from current as $$
begin
  insert into change (organization_id, v, entity, entity_id, patient_id, op)
  select new.organization_id, new.revision, 'patient', a.patient_id, a.patient_id, 'put'
  from ward_admission a where a.care_pathway_id = new.id and a.discharged_at is null
  on conflict do nothing;
  return null;
end $$;
create trigger care_pathway_changes after update of name, ews_thresholds on care_pathway for each row
  when (old.name is distinct from new.name or old.ews_thresholds is distinct from new.ews_thresholds) execute function record_pathway_change();
`,
}
