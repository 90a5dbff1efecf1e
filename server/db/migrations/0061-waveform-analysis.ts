import type { Migration } from './migration'

/** Names of the tables that nobody but the owner reads, for the tests' matrix of row security. */
export const waveformOwnerTables: readonly string[] = ['waveform_slot']

// As it was then: 0480 reads a slot with more before it.
const [slotMs, slotBeforeMs, slotAfterMs] = [120_000, 120_000, 20_000]
const slots = (alias: string): string => `generate_series(
    floor((extract(epoch from ${alias}.started_at) * 1000 - ${slotAfterMs}) / ${slotMs})::bigint, floor((extract(epoch from ${alias}.ended_at) * 1000 + ${slotBeforeMs} - 1) / ${slotMs})::bigint)`

/**
 * Which ECG slots are to be analysed (src/domain/ecg/analyse-slot.ts), by a trigger on waveforms;
 * deleted with the slot's events. A waveform touches its own slots and those it is context of.
 */
export const waveformAnalysis: Migration = {
  name: '0061-waveform-analysis',
  sql: `
alter table waveform_event add column slot bigint;
create index waveform_event_slot on waveform_event (patient_id, kind, slot) where slot is not null;
create table waveform_slot (patient_id text not null references patient, kind text not null, slot bigint not null, failures integer not null default 0, primary key (patient_id, kind, slot));
create index waveform_slot_next on waveform_slot (failures, slot desc);
alter table waveform_slot enable row level security;
alter table waveform_slot force row level security;
create policy owner_all on waveform_slot to current_user using (true) with check (true);
create function note_waveform() returns trigger language plpgsql security definer set search_path from current as $$
begin
  insert into waveform_slot (patient_id, kind, slot) select t.patient_id, t.kind, s from touched t cross join lateral ${slots('t')} as s where t.kind = 'SingleECG'
    group by t.patient_id, t.kind, s order by t.patient_id, s
  on conflict (patient_id, kind, slot) do update set failures = 0;
  return null;
end $$;
create trigger waveform_slots after insert on waveform referencing new table as touched for each statement execute function note_waveform();
insert into waveform_slot (patient_id, kind, slot) select w.patient_id, w.kind, s from waveform w cross join lateral ${slots('w')} as s where w.kind = 'SingleECG' group by w.patient_id, w.kind, s;
`,
}
