import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
const eyes = 'security definer set search_path from current'
const isTheirs = (patientId: string): string =>
  `(coalesce(${org}, '') = '' or exists (select 1 from patient_organization po where po.patient_id = ${patientId} and po.organization_id = ${org}))`
const [day, remembered] = [86_400_000, 8 * 86_400_000]
const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`
/** Of two that ended together the greater id is the latest (0042). */
const isNewer = `s.latest_checkup_ended_at is null or (excluded.latest_checkup_ended_at, excluded.latest_checkup_id) > (s.latest_checkup_ended_at, s.latest_checkup_id)`
const inputs = `patient_id text, due_asked bigint, ended_at timestamptz, ews_scores jsonb, trend jsonb, latest_by_type jsonb, admitted_at timestamptz, schedules jsonb`
/**
 * As measuredBits of src/domain/virtual-ward/standing.ts: the bit of each parameter stands at its
 * place in scoreKeys.
 */
const measured = (scores: string): string =>
  ['RRScore', 'SpO2Score', 'onOxygenScore', 'BPScore', 'HRScore', 'consciousnessScore', 'tempScore']
    .map((key, at) => `case when ${scores} ->> '${key}' is null then 0 else ${1 << at} end`)
    .join(' + ')
const point = `jsonb_build_array(${ms('c.ended_at')}, c.total_score, c.risk_level, ${measured('c.ews_scores')})`

/**
 * Which scores stand (src/domain/virtual-ward/standing.ts): a partial check-up takes nothing back
 * of what it did not measure, and one that scored nothing says nothing. The day's totals say which
 * parameters they scored, and keep the older ones that stand. What a page is ordered by is worked
 * out with when the patient is due. `rescored` moves a board's row whose check-up was scored again.
 */
export const standingScores: Migration = {
  name: '0072-standing-scores',
  sql: `
alter table patient_summary add column order_total integer, add column rescored bigint not null default 0;
create or replace function merge_trend(known jsonb, added jsonb) returns jsonb language sql immutable as $$
  with points as (select p, (p ->> 0)::bigint as at, case when p ->> 1 is null then 0 else coalesce((p ->> 3)::integer, 127) end as measured,
    row_number() over (order by (p ->> 0)::bigint desc) as place, max((p ->> 0)::bigint) over () as newest from jsonb_array_elements(known || added) as p)
  select coalesce(jsonb_agg(k.p order by k.at), '[]'::jsonb) from points k
  where (k.at > k.newest - ${day} and k.place <= 96)
    or (k.measured > 0 and not exists (select 1 from points later where later.place < k.place and (k.measured & (~later.measured)) = 0)) $$;
drop function app_note_checkup(text, text, timestamptz, integer, integer, jsonb, jsonb);
drop function app_due_inputs(text[]);
create function app_due_inputs(asked text[]) returns table (${inputs}) language plpgsql stable ${eyes} as $$
begin return query
  select s.patient_id, s.due_asked, s.latest_checkup_ended_at, k.ews_scores, s.trend, s.latest_by_type, a.admitted_at, app_card_schedules(a.care_pathway_id)
  from patient_summary s left join checkup k on k.id = s.latest_checkup_id
  left join ward_admission a on a.patient_id = s.patient_id and a.discharged_at is null
  where s.patient_id = any(asked) and ${isTheirs('s.patient_id')}; end $$;
create function app_note_checkup(asked text, checkup text, ended timestamptz, total integer, risk integer, point jsonb, by_type jsonb) returns table (${inputs}) language plpgsql volatile ${eyes} as $$
begin
  if not ${isTheirs('asked')} then raise exception 'The patient is not the organisation''s' using errcode = '42501'; end if;
  insert into patient_summary as s (patient_id, latest_checkup_id, latest_checkup_ended_at, total_score, risk_level, trend, latest_by_type)
  values (asked, checkup, ended, total, risk, point, by_type)
  on conflict on constraint patient_summary_pkey do update set
    ${['latest_checkup_id', 'latest_checkup_ended_at', 'total_score', 'risk_level'].map((column) => `${column} = case when ${isNewer} then excluded.${column} else s.${column} end`).join(', ')},
    trend = merge_trend(s.trend, excluded.trend), latest_by_type = merge_latest(s.latest_by_type, excluded.latest_by_type), due_asked = s.due_asked + 1;
  return query select * from app_due_inputs(array[asked]);
end $$;
create or replace function app_keep_due(worked jsonb) returns void language plpgsql volatile ${eyes} as $$
declare g record;
begin
  for g in select * from jsonb_to_recordset(worked) as x (patient_id text, due_asked bigint, fresh_until timestamptz, order_total integer, slot_due_at timestamptz, score_due_at timestamptz) loop
    perform 1 from patient_summary s where s.patient_id = g.patient_id and s.due_asked = g.due_asked and ${isTheirs('s.patient_id')} for update of s skip locked;
    if found then
      update patient_summary s set due_worked = g.due_asked, fresh_until = g.fresh_until, order_total = g.order_total, slot_due_at = g.slot_due_at, score_due_at = g.score_due_at
      where s.patient_id = g.patient_id;
    end if;
  end loop;
end $$;
create or replace function app_refresh_summary_scores(asked text) returns void language plpgsql security definer set search_path from current as $$
begin
  if not app_sees_patient(asked) then raise exception 'not a patient of the acting organisation'; end if;
  update patient_summary s set due_asked = s.due_asked + 1, rescored = s.rescored + 1,
    (total_score, risk_level) = (select c.total_score, c.risk_level from checkup c where c.id = s.latest_checkup_id),
    trend = merge_trend('[]', coalesce((select jsonb_agg(${point}) from checkup c where c.patient_id = asked and (c.ended_at > s.latest_checkup_ended_at - interval '${day} milliseconds'
      or c.ended_at = any(array(select to_timestamp((p ->> 0)::bigint / 1000.0) from jsonb_array_elements(s.trend) as p)))), '[]'))
  where s.patient_id = asked and s.latest_checkup_id is not null;
end $$;
update patient_summary s set due_asked = s.due_asked + 1, trend = merge_trend('[]', coalesce((select jsonb_agg(${point}) from checkup c
  where c.patient_id = s.patient_id and c.ended_at > s.latest_checkup_ended_at - interval '${remembered} milliseconds'), '[]'))
where s.latest_checkup_id is not null;
-- What a view is ordered by stands at the end of its columns: a view only grows there.
do $do$
declare name text; body text;
begin
  foreach name in array array['board_key', 'board_row'] loop
    body := pg_get_viewdef(name::regclass);
    execute format('create or replace view %I with (security_barrier) as %s', name, regexp_replace(body, '\\s+FROM ', ', s.order_total FROM ', ''));
  end loop;
end $do$;
`,
}
