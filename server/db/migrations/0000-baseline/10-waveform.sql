create table waveform (
  id text primary key,
  organization_id text not null references organization,
  patient_id text not null references patient,
  source_id text not null,
  kind text not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  received_at timestamptz not null,
  -- Hz.
  sample_rate double precision not null,
  -- The compact binary of src/domain/ecg.
  samples bytea not null,
  payload_hash text not null,
  revision bigint not null,
  unique (organization_id, source_id)
);
create index waveform_end on waveform (patient_id, kind, ended_at);
create index waveform_long on waveform (patient_id, kind, started_at) where ended_at - started_at > interval '5 minutes';
create index waveform_window on waveform (patient_id, kind, started_at);

-- Windows of waveforms and events are read by index. Rows longer than five minutes have their own.
-- Only the owner writes events (server/waveform-analysis).
create table waveform_event (
  id text primary key,
  patient_id text not null references patient,
  kind text not null,
  type text not null check (char_length(type) >= 1 and char_length(type) <= 100),
  started_at timestamptz not null,
  ended_at timestamptz not null,
  -- The analysis and its version.
  method text not null check (char_length(method) >= 1 and char_length(method) <= 100),
  created_at timestamptz not null,
  -- The slot that it is of; null: its analyser knows no slots.
  slot bigint,
  check (ended_at >= started_at)
);
create index waveform_event_long on waveform_event (patient_id, kind, started_at) where ended_at - started_at > interval '5 minutes';
create index waveform_event_slot on waveform_event (patient_id, kind, slot) where slot is not null;
create index waveform_event_type on waveform_event (patient_id, kind, type, started_at);
create index waveform_event_window on waveform_event (patient_id, kind, started_at, id);

-- Which ECG slots are to be analysed (src/domain/ecg/analyse-slot.ts), by a trigger on waveforms;
-- deleted with the slot's events. A waveform touches its own slots and those it is context of.
create table waveform_slot (
  patient_id text references patient,
  kind text,
  slot bigint,
  failures integer not null default 0,
  -- Rises with every waveform that touches the slot.
  version bigint not null default 0,
  -- Who analyses it, until when; null: nobody.
  claim text,
  claimed_until timestamptz,
  primary key (patient_id, kind, slot)
);
create index waveform_slot_next on waveform_slot (failures, slot desc);

-- A slot is read with five minutes before it: a waveform notes every slot that it is
-- context of.
create function note_waveform() returns trigger language plpgsql security definer set search_path from current as $$
begin
  insert into waveform_slot (patient_id, kind, slot) select t.patient_id, t.kind, s from touched t
    cross join lateral generate_series(
      floor((extract(epoch from t.started_at) * 1000 - 20000) / 120000)::bigint,
      floor((extract(epoch from t.ended_at) * 1000 + 300000 - 1) / 120000)::bigint) as s
    where t.kind = 'SingleECG' group by t.patient_id, t.kind, s order by t.patient_id, s
  on conflict (patient_id, kind, slot) do update set failures = 0, version = waveform_slot.version + 1;
  return null;
end $$;

-- The newest rhythm events of a patient on their row of the board, for the card's chip. What changes
-- them moves the rosters and pokes nobody: an event may come every two minutes, and the next pull has
-- it. The counters are locked first, as everywhere; then the row, so that of two slots that are
-- written at once the second sees both.
create function keep_rhythm_events() returns trigger language plpgsql security definer set search_path from current as $$
declare organizations text[]; patients text[]; changed text[];
begin
  select array_agg(distinct t.patient_id order by t.patient_id) into patients from touched t where t.kind = 'SingleECG';
  select array_agg(distinct po.organization_id order by po.organization_id) into organizations from patient_organization po where po.patient_id = any(patients);
  if organizations is null then return null; end if;
  perform 1 from org_version v where v.organization_id = any(organizations) order by v.organization_id for update;
  insert into patient_summary (patient_id) select unnest(patients) on conflict (patient_id) do nothing;
  perform 1 from patient_summary s where s.patient_id = any(patients) order by s.patient_id for update;
  with now_found as materialized (select s.patient_id, (select jsonb_agg(jsonb_build_object('type', n.type, 'start', to_char(n.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'end', to_char(n.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by n.type)
    from (select k.*, max(k.ended_at) over () as newest from app_newest_of_each_type(s.patient_id) k) n
    where n.ended_at >= n.newest - interval '86400000 milliseconds') as list from patient_summary s where s.patient_id = any(patients)),
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

create trigger waveform_slots after insert on waveform referencing new table as touched for each statement execute function note_waveform();

create trigger rhythm_events_come after insert on waveform_event referencing new table as touched for each statement execute function keep_rhythm_events();

create trigger rhythm_events_go after delete on waveform_event referencing old table as touched for each statement execute function keep_rhythm_events();
