import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
const eyes = 'security definer set search_path from current'
const isTheirs = (patientId: string): string =>
  `(coalesce(${org}, '') = '' or exists (select 1 from patient_organization po where po.patient_id = ${patientId} and po.organization_id = ${org}))`
/** Of two that ended together the greater id is the latest. */
const isNewer = `s.latest_bucket_ended_at is null or (excluded.latest_bucket_ended_at, excluded.latest_bucket_id) > (s.latest_bucket_ended_at, s.latest_bucket_id)`
const inputs = `patient_id text, due_asked bigint, ended_at timestamptz, ews_scores jsonb, trend jsonb, latest_by_type jsonb, admitted_at timestamptz, schedules jsonb,
  monitored_session jsonb, bucket_started_at timestamptz, bucket_data jsonb`

const worked = [
  ['fresh_until', 'timestamptz'],
  ['order_total', 'integer'],
  ['slot_due_at', 'timestamptz'],
  ['score_due_at', 'timestamptz'],
] as const
/**
 * What stands with the bucket that is shown: beside the check-up, and alone where the board's
 * window leaves the check-up out.
 */
const added = [
  ['shown_bucket_ended_at', 'timestamptz'],
  ['shown_bucket_stays', 'boolean'],
  ...(['both', 'bucket'] as const).flatMap(
    (of) =>
      [
        [`${of}_total`, 'integer'],
        [`${of}_fresh_until`, 'timestamptz'],
        [`${of}_due_at`, 'timestamptz'],
        [`${of}_asks_until`, 'timestamptz'],
      ] as const,
  ),
] as const
/** What app_keep_due keeps of a row, by name and type. */
export const columns = [...worked, ...added]

type Columns = readonly (readonly [string, string])[]

/** The function that keeps these columns of what was worked out in a row of the board. */
export const keepDue = (columns: Columns): string =>
  `create or replace function app_keep_due(worked jsonb) returns void language plpgsql volatile ${eyes} as $$
declare g record;
begin
  for g in select * from jsonb_to_recordset(worked) as x (patient_id text, due_asked bigint, ${columns.map(([name, type]) => `${name} ${type}`).join(', ')}) loop
    perform 1 from patient_summary s where s.patient_id = g.patient_id and s.due_asked = g.due_asked and ${isTheirs('s.patient_id')} for update of s skip locked;
    if found then
      update patient_summary s set due_worked = g.due_asked, ${columns.map(([name]) => `${name} = g.${name}`).join(', ')} where s.patient_id = g.patient_id;
    end if;
  end loop;
end $$;`

/** Adds these columns of patient_summary at the end of both views of the board. */
export const growBoard = (columns: Columns): string =>
  `do $do$
declare name text; body text;
begin
  foreach name in array array['board_key', 'board_row'] loop
    body := pg_get_viewdef(name::regclass);
    execute format('create or replace view %I with (security_barrier) as %s', name, regexp_replace(body, '\\s+FROM ', ', ${columns.map(([column]) => `s.${column}`).join(', ')} FROM ', ''));
  end loop;
end $do$;`

/**
 * A monitored patient's card shows the latest bucket (src/domain/monitoring/card-choice.ts): what
 * the board is ordered and filtered by follows what it shows. Worked out with when the patient is
 * due, so that server and device have one rule; asked for anew where a session begins or ends. The
 * columns of the check-up alone stay: they are for whoever sees no monitoring.
 */
export const monitoredBoard: Migration = {
  name: '0073-monitored-board',
  sql: `
alter table patient_summary ${added.map(([name, type]) => `add column ${name} ${type}`).join(', ')};
drop function app_note_checkup(text, text, timestamptz, integer, integer, jsonb, jsonb);
drop function app_due_inputs(text[]);
create function app_due_inputs(asked text[]) returns table (${inputs}) language plpgsql stable ${eyes} as $$
begin return query
  select s.patient_id, s.due_asked, s.latest_checkup_ended_at, k.ews_scores, s.trend, s.latest_by_type, a.admitted_at, app_card_schedules(a.care_pathway_id),
    case when m.id is not null then jsonb_build_object('createdAt', m.created_at, 'endedAt', m.ended_at) end, b.started_at, b.data
  from patient_summary s left join checkup k on k.id = s.latest_checkup_id
  left join ward_admission a on a.patient_id = s.patient_id and a.discharged_at is null
  left join continuous_monitoring_session m on m.id = s.monitoring_session_id left join monitoring_bucket b on b.id = s.latest_bucket_id
  where s.patient_id = any(asked) and ${isTheirs('s.patient_id')}; end $$;
create function app_note_checkup(asked text, checkup text, ended timestamptz, total integer, risk integer, point jsonb, by_type jsonb) returns table (${inputs}) language plpgsql volatile ${eyes} as $$
begin
  if not ${isTheirs('asked')} then raise exception 'The patient is not the organisation''s' using errcode = '42501'; end if;
  insert into patient_summary as s (patient_id, latest_checkup_id, latest_checkup_ended_at, total_score, risk_level, trend, latest_by_type)
  values (asked, checkup, ended, total, risk, point, by_type)
  on conflict on constraint patient_summary_pkey do update set
    ${['latest_checkup_id', 'latest_checkup_ended_at', 'total_score', 'risk_level']
      .map(
        (column) =>
          `${column} = case when s.latest_checkup_ended_at is null or (excluded.latest_checkup_ended_at, excluded.latest_checkup_id) > (s.latest_checkup_ended_at, s.latest_checkup_id) then excluded.${column} else s.${column} end`,
      )
      .join(', ')},
    trend = merge_trend(s.trend, excluded.trend), latest_by_type = merge_latest(s.latest_by_type, excluded.latest_by_type), due_asked = s.due_asked + 1;
  return query select * from app_due_inputs(array[asked]);
end $$;
-- Says what is worked out anew only where the bucket is the latest: a history that is sent later changes nobody's place.
create function app_note_bucket(asked text, bucket text, ended timestamptz, heard jsonb) returns table (${inputs}) language plpgsql volatile ${eyes} as $$
declare latest text;
begin
  if not ${isTheirs('asked')} then raise exception 'The patient is not the organisation''s' using errcode = '42501'; end if;
  insert into patient_summary as s (patient_id, latest_bucket_id, latest_bucket_ended_at, latest_by_device) values (asked, bucket, ended, heard)
  on conflict on constraint patient_summary_pkey do update set
    latest_bucket_id = case when ${isNewer} then excluded.latest_bucket_id else s.latest_bucket_id end,
    latest_bucket_ended_at = case when ${isNewer} then excluded.latest_bucket_ended_at else s.latest_bucket_ended_at end,
    latest_by_device = merge_latest(s.latest_by_device, excluded.latest_by_device), due_asked = s.due_asked + case when ${isNewer} then 1 else 0 end
  returning s.latest_bucket_id into latest;
  if latest = bucket then return query select * from app_due_inputs(array[asked]); end if;
end $$;
${keepDue(columns)}
create function ask_due_of_session() returns trigger language plpgsql ${eyes} as $$
begin
  update patient_summary s set due_asked = s.due_asked + 1 where s.patient_id = new.patient_id;
  return null;
end $$;
create trigger continuous_monitoring_session_due after update of created_at, ended_at on continuous_monitoring_session for each row execute function ask_due_of_session();
update patient_summary s set due_asked = s.due_asked + 1 where s.monitoring_session_id is not null and s.latest_bucket_id is not null;
-- What a view is ordered by stands at the end of its columns: a view only grows there.
${growBoard(added)}
`,
}
