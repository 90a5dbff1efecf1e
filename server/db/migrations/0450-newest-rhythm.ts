import { pokeChannel } from './0050-pokes'
import type { Migration } from './migration'

const newest = `select jsonb_build_object('type', e.type, 'start', to_char(e.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'end', to_char(e.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from waveform_event e where e.patient_id = s.patient_id and e.kind = 'SingleECG' and e.type <> 'Noise' order by e.started_at desc, e.id desc limit 1`

/**
 * The newest rhythm event of a patient on their row of the board, for the card's chip. What changes
 * it moves the rosters and pokes nobody: an event may come every two minutes, and the next pull has
 * it. The counters are locked first, as everywhere; then the row, so that of two slots that are
 * written at once the second sees both.
 */
export const newestRhythm: Migration = {
  name: '0450-newest-rhythm',
  sql: `
alter table patient_summary add column newest_rhythm jsonb;
update patient_summary s set newest_rhythm = (${newest});

create function keep_newest_rhythm() returns trigger language plpgsql security definer set search_path from current as $$
declare organizations text[]; patients text[]; changed text[];
begin
  select array_agg(distinct t.patient_id order by t.patient_id) into patients from touched t where t.kind = 'SingleECG';
  select array_agg(distinct po.organization_id order by po.organization_id) into organizations from patient_organization po where po.patient_id = any(patients);
  if organizations is null then return null; end if;
  perform 1 from org_version v where v.organization_id = any(organizations) order by v.organization_id for update;
  insert into patient_summary (patient_id) select unnest(patients) on conflict (patient_id) do nothing;
  perform 1 from patient_summary s where s.patient_id = any(patients) order by s.patient_id for update;
  with found as (update patient_summary s set newest_rhythm = (${newest}) where s.patient_id = any(patients) and s.newest_rhythm is distinct from (${newest}) returning s.patient_id)
  select array_agg(f.patient_id) into changed from found f;
  if changed is null then return null; end if;
  perform set_config('app.pokes', 'off', true);
  insert into roster_version as v (organization_id, version, names)
    select distinct po.organization_id, 1, 1 from patient_organization po where po.patient_id = any(changed) order by po.organization_id
  on conflict (organization_id) do update set version = v.version + 1;
  perform set_config('app.pokes', 'on', true);
  return null;
end $$;
create or replace function poke_of_roster() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if current_setting('app.pokes', true) = 'off' then return null; end if;
  perform pg_notify('${pokeChannel}', new.organization_id);
  perform pg_notify('${pokeChannel}', s.other_id) from organization_sharing s where s.organization_id = new.organization_id;
  return null;
end $$;
create trigger newest_rhythm_come after insert on waveform_event referencing new table as touched for each statement execute function keep_newest_rhythm();
create trigger newest_rhythm_go after delete on waveform_event referencing old table as touched for each statement execute function keep_newest_rhythm();
`,
}
