import type { Migration } from './migration'

const eyes = 'security definer set search_path from current'

/** Names of the tables, for the tests' matrix of row security. */
export const silenceWatchTables: readonly string[] = ['silence_watch']

/**
 * When it is to be looked whether monitoring has fallen silent, by patient; nobody is looked at
 * before. `asked` counts what changed, so that a time worked out from what was before is not kept.
 * Who writes here holds the organisation's counter of revisions or nothing; who keeps a time waits
 * for nobody.
 */
export const silenceWatch: Migration = {
  name: '0703-silence-watch',
  sql: `
create table silence_watch (
  patient_id text primary key references patient, organization_id text not null references organization,
  look_at timestamptz not null default '-infinity', asked bigint not null default 1,
  -- Something is silent or has an open alert: the next data are looked at.
  is_silent boolean not null default true) with (fillfactor = 80);
create index silence_watch_due on silence_watch (look_at);
alter table silence_watch enable row level security;
alter table silence_watch force row level security;
create policy owner_all on silence_watch to current_user using (true) with check (true);
insert into silence_watch (patient_id, organization_id)
  select distinct on (x.patient_id) x.patient_id, x.organization_id from (
    select m.patient_id, m.organization_id from continuous_monitoring_session m where m.ended_at is null
    union all select a.patient_id, a.organization_id from alert a where a.status = 'open' and a.source_key like 'data-stopped %') x
  order by x.patient_id, x.organization_id;

create function look_at_silence(patients text[]) returns void language sql volatile as $$
  with held as (select w.patient_id from silence_watch w where w.patient_id = any(patients) order by w.patient_id for update)
  update silence_watch w set asked = w.asked + 1, look_at = '-infinity' from held where w.patient_id = held.patient_id $$;
create function watch_silence() returns trigger language plpgsql ${eyes} as $$
begin
  if tg_table_name = 'continuous_monitoring_session' then
    insert into silence_watch as w (patient_id, organization_id) values (new.patient_id, new.organization_id)
      on conflict (patient_id) do update set organization_id = excluded.organization_id, asked = w.asked + 1, look_at = '-infinity';
  elsif tg_table_name = 'patient_summary' then
    update silence_watch w set asked = w.asked + 1, look_at = case when w.is_silent then '-infinity' else w.look_at end where w.patient_id = new.patient_id;
  elsif tg_table_name = 'care_pathway' then
    perform look_at_silence(array(select a.patient_id from ward_admission a where a.care_pathway_id = new.id and a.discharged_at is null));
  else
    perform look_at_silence(array[new.patient_id]);
  end if;
  return null;
end $$;
create trigger continuous_monitoring_session_silence after insert or update on continuous_monitoring_session for each row execute function watch_silence();
create trigger patient_summary_silence after update on patient_summary for each row
  when (old.latest_by_device is distinct from new.latest_by_device) execute function watch_silence();
create trigger patient_summary_first_silence after insert on patient_summary for each row when (new.latest_by_device <> '{}') execute function watch_silence();
create trigger ward_admission_silence after insert or update of patient_id, care_pathway_id, discharged_at on ward_admission for each row execute function watch_silence();
create trigger care_pathway_silence after update on care_pathway for each row
  when (old.silent_after_minutes is distinct from new.silent_after_minutes) execute function watch_silence();
create trigger alert_silence after update on alert for each row
  when (new.source_key like 'data-stopped %' and old.status <> new.status) execute function watch_silence();
`,
}
