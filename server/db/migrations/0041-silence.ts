import type { Migration } from './migration'

const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`
const heard = (fields: readonly string[]): string =>
  `filter (where ${fields.map((field) => `b.data -> '${field}' <> 'null'::jsonb`).join(' or ')})`

/**
 * When each device gave data last, in the board's row; and the silence after which a pathway
 * alerts: 91 minutes, a critical gap (C362).
 */
export const silence: Migration = {
  name: '0041-silence',
  sql: `
alter table care_pathway add column silent_after_minutes integer not null default 91 check (silent_after_minutes between 31 and 1440);
alter table patient_summary add column latest_by_device jsonb not null default '{}';
update patient_summary s set latest_by_device = jsonb_strip_nulls(d.latest) from (
  select b.patient_id, jsonb_build_object(
    'ecg', max(${ms('b.ended_at')}) ${heard(['respiratoryRate', 'heartRate', 'heartRhythm', 'activityLevel'])},
    'spo2', max(${ms('b.ended_at')}) ${heard(['spo2', 'pulseRate'])}, 'temperature', max(${ms('b.ended_at')}) ${heard(['temperature'])}) as latest
  from monitoring_bucket b join continuous_monitoring_session m on m.patient_id = b.patient_id and m.ended_at is null and b.ended_at > m.created_at group by b.patient_id) d
where d.patient_id = s.patient_id;
create index alert_open_silence on alert (organization_id, patient_id) where status = 'open' and source_key like 'data-stopped %';
`,
}
