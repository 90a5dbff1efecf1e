import type { Migration } from './migration'

/** A day and eight days, ms: the length of a trend, and of the memory of check-up types. */
const [day, remembered] = [86_400_000, 8 * 86_400_000]
const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`

/** The last day's trend in the board's row, so that a page costs the same with any history. */
export const boardTrend: Migration = {
  name: '0045-board-trend',
  sql: `
-- [[ended (epoch ms), total, risk], …], oldest first; and per check-up type when the last one ended (epoch ms).
alter table patient_summary add column trend jsonb not null default '[]', add column latest_by_type jsonb not null default '{}';
create function merge_trend(known jsonb, added jsonb) returns jsonb language sql immutable as $$
  with points as (select p, (p ->> 0)::bigint as at from jsonb_array_elements(known || added) as p),
  newest as (select max(at) as at from points)
  select coalesce(jsonb_agg(kept.p order by kept.at), '[]'::jsonb)
  from (select points.p, points.at from points, newest where points.at > newest.at - ${day} order by points.at desc limit 96) kept $$;
create function merge_latest(known jsonb, added jsonb) returns jsonb language sql immutable as $$
  select known || coalesce(jsonb_object_agg(key, greatest(value::bigint, coalesce((known ->> key)::bigint, 0))), '{}'::jsonb) from jsonb_each_text(added) $$;
update patient_summary s set
  trend = merge_trend('[]', coalesce((select jsonb_agg(jsonb_build_array(${ms('c.ended_at')}, c.total_score, c.risk_level)) from checkup c
    where c.patient_id = s.patient_id and c.ended_at > s.latest_checkup_ended_at - interval '${day} milliseconds'), '[]')),
  latest_by_type = coalesce((select jsonb_object_agg(t.type, t.at) from (select c.checkup_type ->> 'id' as type, max(${ms('c.ended_at')}) as at from checkup c
    where c.patient_id = s.patient_id and c.ended_at > s.latest_checkup_ended_at - interval '${remembered} milliseconds' and c.checkup_type ->> 'id' is not null group by 1) t), '{}')
  where s.latest_checkup_ended_at is not null;
`,
}
