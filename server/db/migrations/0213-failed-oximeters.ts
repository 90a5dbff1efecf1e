import { summaryScoredAgain } from './0212-score-marks'
import type { Migration } from './migration'

const keys = [
  'RRScore',
  'SpO2Score',
  'onOxygenScore',
  'BPScore',
  'HRScore',
  'consciousnessScore',
  'tempScore',
]
const sent = `c.readings -> 'pulseOxiData'`
const isOverridden = `(${sent} ->> 'uneditedAverageSpO2' is not null and (${sent} ->> 'uneditedAverageSpO2')::numeric is distinct from (${sent} ->> 'averageSpO2')::numeric)`
/** What of the score came from an oximeter that failed (spO2Of and pulseOf of the domain). */
const untrue = `array_remove(array[
    case when not ${isOverridden} and c.ews_scores ->> 'SpO2Score' is not null then 'SpO2Score' end,
    case when c.readings -> 'pulseRate' ->> 'value' is null and c.ews_scores ->> 'HRScore' is not null then 'HRScore' end], null)`

/**
 * Scores anew the stored check-ups whose oximeter failed: they were scored by a value that nobody
 * sees any more. The scores on arrival are kept, and no alert is taken back. One statement.
 */
export const scoreFailedOximeters = `
do $do$
declare g record;
begin
  for g in select c.organization_id, array_agg(c.id) as ids, array_agg(distinct c.patient_id) as patients from checkup c
    where c.ews_scores is not null and ${sent} ->> 'confidence' = 'FAILED' and not coalesce((${sent} ->> 'isManual')::boolean, false) and cardinality(${untrue}) > 0
    group by c.organization_id order by c.organization_id
  loop
    update checkup c set scored_on_arrival = coalesce(c.scored_on_arrival, c.ews_scores), ews_scores = app_scores_without(c.ews_scores, ${untrue}),
      total_score = (app_scores_without(c.ews_scores, ${untrue}) ->> 'totalScore')::integer, risk_level = (app_scores_without(c.ews_scores, ${untrue}) ->> 'riskLevel')::integer,
      revision = taken.revision
    from (select app_next_revision(g.organization_id) as revision) as taken where c.id = any(g.ids);
    update patient_summary s set ${summaryScoredAgain} where s.patient_id = any(g.patients) and s.latest_checkup_id is not null;
  end loop;
end $do$;
`

/** The check-ups of failed oximeters that were scored before such a reading was missing. */
export const failedOximeters: Migration = {
  name: '0213-failed-oximeters',
  sql: `
-- As scoreCheckup of src/domain/ews/score.ts, of the single scores that are left. Null: none is.
create function app_scores_without(scores jsonb, without text[]) returns jsonb language sql immutable as $$
  with single as (select k as key, case when k = any(without) then null else (scores ->> k)::integer end as score from unnest(array['${keys.join("', '")}']) as k),
    summed as (select sum(score)::integer as total, count(*) filter (where score is null) as missing, coalesce(bool_or(score = 3), false) as three from single)
  select case when total is not null then scores || (select jsonb_object_agg(key, score) from single) || jsonb_build_object('totalScore', total, 'missing', missing, 'riskLevel',
    case when total >= 7 then 4 when total >= 5 then 3 when three then 2 when total >= 1 then 1 else 0 end) end from summed $$;
${scoreFailedOximeters}
`,
}
