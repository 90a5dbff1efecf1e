import { slotAfterMs, slotBeforeMs, slotMs } from '../../../src/domain/ecg/analyse-slot'
import type { Migration } from './migration'

/**
 * A slot is read with five minutes before it, no longer two: a waveform notes every slot that it is
 * context of.
 */
export const longerContext: Migration = {
  name: '0480-longer-context',
  sql: `
create or replace function note_waveform() returns trigger language plpgsql security definer set search_path from current as $$
begin
  insert into waveform_slot (patient_id, kind, slot) select t.patient_id, t.kind, s from touched t
    cross join lateral generate_series(
      floor((extract(epoch from t.started_at) * 1000 - ${slotAfterMs}) / ${slotMs})::bigint,
      floor((extract(epoch from t.ended_at) * 1000 + ${slotBeforeMs} - 1) / ${slotMs})::bigint) as s
    where t.kind = 'SingleECG' group by t.patient_id, t.kind, s order by t.patient_id, s
  on conflict (patient_id, kind, slot) do update set failures = 0, version = waveform_slot.version + 1;
  return null;
end $$;
`,
}
