import { pokeChannel } from './0050-pokes'
import type { Migration } from './migration'

// As it was then: 0480 reads a slot with more before it.
const [slotMs, slotBeforeMs, slotAfterMs] = [120_000, 120_000, 20_000]
const slots = (alias: string): string => `generate_series(
    floor((extract(epoch from ${alias}.started_at) * 1000 - ${slotAfterMs}) / ${slotMs})::bigint, floor((extract(epoch from ${alias}.ended_at) * 1000 + ${slotBeforeMs} - 1) / ${slotMs})::bigint)`

/**
 * A slot is claimed and analysed outside of transactions. A waveform raises its version: events of
 * an older one are not written. Events have their own message (`organization ~patient`), without a
 * pull.
 */
export const claimedSlots: Migration = {
  name: '0082-claimed-slots',
  sql: `
alter table waveform_slot add column version bigint not null default 0, add column claim text, add column claimed_until timestamptz;
create or replace function note_waveform() returns trigger language plpgsql security definer set search_path from current as $$
begin
  insert into waveform_slot (patient_id, kind, slot) select t.patient_id, t.kind, s from touched t cross join lateral ${slots('t')} as s where t.kind = 'SingleECG'
    group by t.patient_id, t.kind, s order by t.patient_id, s
  on conflict (patient_id, kind, slot) do update set failures = 0, version = waveform_slot.version + 1;
  return null;
end $$;
create function poke_of_waveform_events() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform pg_notify('${pokeChannel}', po.organization_id || ' ~' || t.patient_id)
    from (select distinct patient_id from touched) t join patient_organization po on po.patient_id = t.patient_id;
  return null;
end $$;
create trigger waveform_events_come after insert on waveform_event referencing new table as touched for each statement execute function poke_of_waveform_events();
create trigger waveform_events_go after delete on waveform_event referencing old table as touched for each statement execute function poke_of_waveform_events();
`,
}
