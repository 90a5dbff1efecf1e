import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`

/** Names of the tables, for the tests' matrix of row security. */
export const waveformTables: readonly string[] = ['waveform_event']

/**
 * Windows of waveforms and events are read by index. Rows longer than five minutes have their own.
 * Only the owner writes events (server/waveform-analysis).
 */
export const waveformWindows: Migration = {
  name: '0060-waveform-windows',
  sql: `
create index waveform_window on waveform (patient_id, kind, started_at);
create index waveform_end on waveform (patient_id, kind, ended_at);
create index waveform_long on waveform (patient_id, kind, started_at) where ended_at - started_at > interval '5 minutes';
drop index waveform_by_time;
create table waveform_event (
  id text primary key, patient_id text not null references patient, kind text not null, type text not null check (char_length(type) between 1 and 100),
  started_at timestamptz not null, ended_at timestamptz not null check (ended_at >= started_at), method text not null check (char_length(method) between 1 and 100),
  created_at timestamptz not null);
create index waveform_event_window on waveform_event (patient_id, kind, started_at, id);
create index waveform_event_long on waveform_event (patient_id, kind, started_at) where ended_at - started_at > interval '5 minutes';
alter table waveform_event enable row level security;
alter table waveform_event force row level security;
create policy owner_all on waveform_event to current_user using (true) with check (true);
create policy tenant_sees on waveform_event for select to ${appRole} using (
  exists (select 1 from patient_organization po where po.patient_id = waveform_event.patient_id and po.organization_id = ${org}));
grant select on waveform_event to ${appRole};
`,
}
