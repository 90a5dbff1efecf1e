import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
const eyes = 'security definer set search_path from current'

/** What counts for a reading says the birth date and a pregnancy too: NEWS2 is for neither. */
export const news2Applies: Migration = {
  name: '0203-news2-applies',
  sql: `
drop function app_patient_context(text, timestamptz);
create function app_patient_context(asked text, at timestamptz) returns table (personal jsonb, admission jsonb, on_oxygen boolean, pregnant boolean, birth_date text) language plpgsql stable ${eyes} as $$
begin return query
  select
    (select jsonb_build_object('thresholds', e.thresholds, 'risk_scheme', e.risk_scheme, 'spo2_scale', e.spo2_scale)
      from personal_ews e where e.patient_id = p.id order by e.created_at desc, e.id desc limit 1),
    (select jsonb_build_object('admittedAt', a.admitted_at, 'thresholds', cp.ews_thresholds, 'escalateAfterMinutes', cp.escalate_after_minutes, 'rules', app_alert_rules(cp.id))
      from ward_admission a join care_pathway cp on cp.id = a.care_pathway_id where a.patient_id = p.id and a.discharged_at is null limit 1),
    exists (select 1 from patient_flag f where f.patient_id = p.id and f.type = 'OnOxygen'
      and f.started_at <= app_patient_context.at and (f.ended_at is null or f.ended_at > app_patient_context.at)),
    exists (select 1 from patient_flag f where f.patient_id = p.id and f.type = 'Pregnant'
      and f.started_at <= app_patient_context.at and (f.ended_at is null or f.ended_at > app_patient_context.at)),
    p.birth_date::text
  from patient p where p.id = asked and p.deleted_at is null
    and exists (select 1 from patient_organization po where po.patient_id = p.id and po.organization_id = ${org}); end $$;
`,
}
