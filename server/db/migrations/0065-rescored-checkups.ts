import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const day = 86_400_000
const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`

/**
 * Personal thresholds also score earlier check-ups, so that board, table and charts agree. The
 * scores on arrival are kept. This function is the only way, and changes only scores of the acting
 * organisation's patients.
 */
export const rescoredCheckups: Migration = {
  name: '0065-rescored-checkups',
  sql: `
alter table checkup add column scored_on_arrival jsonb;
-- rows: [{id, revision, scores}]; each revision is one of the check-up's own organisation.
create function app_rescore_checkups(asked text, rows jsonb) returns void language plpgsql security definer set search_path from current as $$
begin
  if not app_sees_patient(asked) then raise exception 'not a patient of the acting organisation'; end if;
  update checkup c set ews_scores = r.scores, total_score = (r.scores ->> 'totalScore')::integer, risk_level = (r.scores ->> 'riskLevel')::integer,
    scored_on_arrival = coalesce(c.scored_on_arrival, c.ews_scores), revision = r.revision
  from jsonb_to_recordset(rows) as r(id text, revision bigint, scores jsonb) where c.id = r.id and c.patient_id = asked and c.ews_scores is not null;
end $$;
-- The board's row of a patient, after their check-ups were scored again.
create function app_refresh_summary_scores(asked text) returns void language plpgsql security definer set search_path from current as $$
begin
  if not app_sees_patient(asked) then raise exception 'not a patient of the acting organisation'; end if;
  -- The next observation is due by the score too (0047).
  update patient_summary s set due_asked = s.due_asked + 1,
    (total_score, risk_level) = (select c.total_score, c.risk_level from checkup c where c.id = s.latest_checkup_id),
    trend = merge_trend('[]', coalesce((select jsonb_agg(jsonb_build_array(${ms('c.ended_at')}, c.total_score, c.risk_level)) from checkup c
      where c.patient_id = asked and c.ended_at > s.latest_checkup_ended_at - interval '${day} milliseconds'), '[]'))
  where s.patient_id = asked and s.latest_checkup_id is not null;
end $$;
revoke all on function app_rescore_checkups(text, jsonb), app_refresh_summary_scores(text) from public;
grant execute on function app_rescore_checkups(text, jsonb), app_refresh_summary_scores(text) to ${appRole};
`,
}
