import { rhythmToldMs } from '../../../src/domain/ecg/rhythm-events'
import type { Migration } from './migration'

/** What makes the list of one patient, whose row of the board is `s`. */
const newestOfEach = `select jsonb_agg(jsonb_build_object('type', n.type, 'start', to_char(n.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'end', to_char(n.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by n.type)
    from (select k.*, max(k.ended_at) over () as newest from app_newest_of_each_type(s.patient_id) k) n
    where n.ended_at >= n.newest - interval '${rhythmToldMs} milliseconds'`

/**
 * A card shows the gravest rhythm event of 24 hours, which is not the newest: the board's row of a
 * patient keeps the newest event of each type, of the day before the newest of all. Which of them is
 * told, and is the gravest, the card works out by its clock. The types are found one by one by index,
 * however many events there are.
 */
export const rhythmEventsOfTypes: Migration = {
  name: '0560-rhythm-events',
  sql: `
create index waveform_event_type on waveform_event (patient_id, kind, type, started_at);
create function app_newest_of_each_type(patient text) returns table (type text, started_at timestamptz, ended_at timestamptz) language sql stable security definer set search_path from current as $$
  with recursive known as (
    (select e.type from waveform_event e where e.patient_id = patient and e.kind = 'SingleECG' order by e.type limit 1)
    union all
    select (select e.type from waveform_event e where e.patient_id = patient and e.kind = 'SingleECG' and e.type > k.type order by e.type limit 1) from known k where k.type is not null)
  select k.type, n.started_at, n.ended_at from known k cross join lateral (
    select e.started_at, e.ended_at from waveform_event e where e.patient_id = patient and e.kind = 'SingleECG' and e.type = k.type order by e.started_at desc limit 1) n
  where k.type is not null and k.type <> 'Noise'
$$;
revoke all on function app_newest_of_each_type(text) from public;
drop trigger newest_rhythm_come on waveform_event;
drop trigger newest_rhythm_go on waveform_event;
drop function keep_newest_rhythm();
alter table patient_summary drop column newest_rhythm;
alter table patient_summary add column rhythm_events jsonb;
update patient_summary s set rhythm_events = (${newestOfEach});

create function keep_rhythm_events() returns trigger language plpgsql security definer set search_path from current as $$
declare organizations text[]; patients text[]; changed text[];
begin
  select array_agg(distinct t.patient_id order by t.patient_id) into patients from touched t where t.kind = 'SingleECG';
  select array_agg(distinct po.organization_id order by po.organization_id) into organizations from patient_organization po where po.patient_id = any(patients);
  if organizations is null then return null; end if;
  perform 1 from org_version v where v.organization_id = any(organizations) order by v.organization_id for update;
  insert into patient_summary (patient_id) select unnest(patients) on conflict (patient_id) do nothing;
  perform 1 from patient_summary s where s.patient_id = any(patients) order by s.patient_id for update;
  with now_found as materialized (select s.patient_id, (${newestOfEach}) as list from patient_summary s where s.patient_id = any(patients)),
  found as (update patient_summary s set rhythm_events = f.list from now_found f where f.patient_id = s.patient_id and s.rhythm_events is distinct from f.list returning s.patient_id)
  select array_agg(f.patient_id) into changed from found f;
  if changed is null then return null; end if;
  perform set_config('app.pokes', 'off', true);
  insert into roster_version as v (organization_id, version, names)
    select distinct po.organization_id, 1, 1 from patient_organization po where po.patient_id = any(changed) order by po.organization_id
  on conflict (organization_id) do update set version = v.version + 1;
  perform set_config('app.pokes', 'on', true);
  return null;
end $$;
create trigger rhythm_events_come after insert on waveform_event referencing new table as touched for each statement execute function keep_rhythm_events();
create trigger rhythm_events_go after delete on waveform_event referencing old table as touched for each statement execute function keep_rhythm_events();
`,
}
