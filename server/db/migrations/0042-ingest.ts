import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
const eyes = 'security definer set search_path from current'
const isTheirs = (patientId: string): string =>
  `(coalesce(${org}, '') = '' or exists (select 1 from patient_organization po where po.patient_id = ${patientId} and po.organization_id = ${org}))`

/**
 * Of two that ended together the greater id is the latest, as in `order by ended_at desc, id desc`.
 */
const isNewer = `s.latest_checkup_ended_at is null or (excluded.latest_checkup_ended_at, excluded.latest_checkup_id) > (s.latest_checkup_ended_at, s.latest_checkup_id)`

/**
 * What every reading asks and writes of its patient, with owner's rights and by index: the policies
 * gather all patients first (0002). Each checks the organisation. In plpgsql, which keeps plans.
 */
export const ingest: Migration = {
  name: '0042-ingest',
  sql: `
create function app_patient_context(asked text, at timestamptz) returns table (personal jsonb, admission jsonb, on_oxygen boolean) language plpgsql stable ${eyes} as $$
begin return query
  select
    (select jsonb_build_object('thresholds', e.thresholds, 'risk_scheme', e.risk_scheme, 'spo2_scale', e.spo2_scale)
      from personal_ews e where e.patient_id = p.id order by e.created_at desc, e.id desc limit 1),
    (select jsonb_build_object('admittedAt', a.admitted_at, 'thresholds', cp.ews_thresholds, 'escalateAfterMinutes', cp.escalate_after_minutes, 'rules', app_alert_rules(cp.id))
      from ward_admission a join care_pathway cp on cp.id = a.care_pathway_id where a.patient_id = p.id and a.discharged_at is null limit 1),
    exists (select 1 from patient_flag f where f.patient_id = p.id and f.type = 'OnOxygen'
      and f.started_at <= app_patient_context.at and (f.ended_at is null or f.ended_at > app_patient_context.at))
  from patient p where p.id = asked and p.deleted_at is null
    and exists (select 1 from patient_organization po where po.patient_id = p.id and po.organization_id = ${org}); end $$;

-- Keeps the latest check-up, the day's trend and the last of each type; says what the next observation is worked out from.
create function app_note_checkup(asked text, checkup text, ended timestamptz, total integer, risk integer, point jsonb, by_type jsonb) returns table (
  patient_id text, due_asked bigint, ended_at timestamptz, ews_scores jsonb, latest_by_type jsonb, admitted_at timestamptz, schedules jsonb) language plpgsql volatile ${eyes} as $$
begin
  if not ${isTheirs('asked')} then raise exception 'The patient is not the organisation''s' using errcode = '42501'; end if;
  insert into patient_summary as s (patient_id, latest_checkup_id, latest_checkup_ended_at, total_score, risk_level, trend, latest_by_type)
  values (asked, checkup, ended, total, risk, point, by_type)
  on conflict on constraint patient_summary_pkey do update set
    ${['latest_checkup_id', 'latest_checkup_ended_at', 'total_score', 'risk_level'].map((column) => `${column} = case when ${isNewer} then excluded.${column} else s.${column} end`).join(', ')},
    trend = merge_trend(s.trend, excluded.trend), latest_by_type = merge_latest(s.latest_by_type, excluded.latest_by_type), due_asked = s.due_asked + 1;
  return query select * from app_due_inputs(array[asked]);
end $$;
`,
}
