import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`

/** What of other organisations an admission by identifier does not open: no time, all of it. */
const parts = [
  ['patient_note', null],
  ['checkup', 'ended_at'],
  ['checkup_file', 'received_at'],
  ['monitoring_bucket', 'ended_at'],
  ['waveform', 'ended_at'],
  ['waveform_event', 'ended_at'],
] as const

// What was computed from waveforms is of whoever sent them.
const own = (table: string): string =>
  table === 'waveform_event'
    ? `exists (select 1 from waveform w where w.patient_id = waveform_event.patient_id and w.organization_id = ${org}
    and w.started_at <= waveform_event.ended_at and w.ended_at >= waveform_event.started_at)`
    : `${table}.organization_id = ${org}`

const withheld = ([table, endedAt]: (typeof parts)[number]): string => `
create policy part_of_record on ${table} as restrictive for select to ${appRole} using (not exists (
  select 1 from patient_organization po where po.patient_id = ${table}.patient_id and po.organization_id = ${org}
    and ${endedAt === null ? 'po.others_from is not null' : `po.others_from > ${table}.${endedAt}`}) or ${own(table)});`

/**
 * An organisation that admits another one's patient by identifier has a part of the record
 * (decision T8): of other organisations the readings from `others_from` on and no notes. Null: all.
 * The database says so, so that no query can forget it.
 */
export const partRecords: Migration = {
  name: '0650-part-records',
  sql: `
alter table patient_organization add column others_from timestamptz;
create index patient_organization_part on patient_organization (organization_id, patient_id) where others_from is not null;
grant update (others_from) on patient_organization to ${appRole};
${parts.map(withheld).join('')}
`,
}
