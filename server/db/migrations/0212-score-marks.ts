import type { Migration } from './migration'

const day = 86_400_000
const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`
const measured = (scores: string): string =>
  ['RRScore', 'SpO2Score', 'onOxygenScore', 'BPScore', 'HRScore', 'consciousnessScore', 'tempScore']
    .map((key, at) => `case when ${scores} ->> '${key}' is null then 0 else ${1 << at} end`)
    .join(' + ')
/** As boardPoint of server/areas/patient-summary/keep.ts. */
const point = `jsonb_build_array(${ms('c.ended_at')}, c.total_score, c.risk_level, ${measured('c.ews_scores')}, app_score_marks(c.ews_scores, c.readings))`

/** Columns of a board's row (alias s) whose check-ups were scored again. */
export const summaryScoredAgain = `due_asked = s.due_asked + 1, rescored = s.rescored + 1,
    (total_score, risk_level) = (select c.total_score, c.risk_level from checkup c where c.id = s.latest_checkup_id),
    trend = merge_trend('[]', coalesce((select jsonb_agg(${point}) from checkup c where c.patient_id = s.patient_id and (c.ended_at > s.latest_checkup_ended_at - interval '${day} milliseconds'
      or c.ended_at = any(array(select to_timestamp((p ->> 0)::bigint / 1000.0) from jsonb_array_elements(s.trend) as p)))), '[]'))`

/**
 * What must be known to read a score goes with each score of a board's row, not with the newest
 * check-up: Scale 2, personal thresholds, a poor SpO2 signal (markBits of
 * src/domain/virtual-ward/score-marks.ts). The latest buckets were scored by the patient's present
 * scheme, or nearly.
 */
export const scoreMarks: Migration = {
  name: '0212-score-marks',
  sql: `
create function app_score_marks(scores jsonb, readings jsonb) returns integer language sql immutable as $$
  select case when coalesce((scores ->> 'spo2Scale')::integer, 1) = 2 then 1 else 0 end
    + case when coalesce(scores ->> 'riskScheme', 'NEWS2') = 'NEWS2' then 0 else 2 end
    + case when o ->> 'averageSpO2' is not null and coalesce(o ->> 'confidence', 'HIGH') not in ('HIGH', 'FAILED') and not coalesce((o ->> 'isManual')::boolean, false)
        and coalesce((o ->> 'uneditedAverageSpO2')::numeric = (o ->> 'averageSpO2')::numeric, true) then 4 else 0 end
  from (select readings -> 'pulseOxiData' as o) as oximeter $$;
create or replace function app_refresh_summary_scores(asked text) returns void language plpgsql security definer set search_path from current as $$
begin
  if not app_sees_patient(asked) then raise exception 'not a patient of the acting organisation'; end if;
  update patient_summary s set ${summaryScoredAgain} where s.patient_id = asked and s.latest_checkup_id is not null;
end $$;
update patient_summary s set ${summaryScoredAgain} where s.latest_checkup_id is not null;
update monitoring_bucket b set data = b.data || jsonb_build_object('scoreMarks', app_score_marks((select jsonb_build_object('spo2Scale', e.spo2_scale, 'riskScheme', e.risk_scheme)
  from personal_ews e where e.patient_id = b.patient_id order by e.created_at desc, e.id desc limit 1), null))
from patient_summary s where s.latest_bucket_id = b.id;
`,
}
