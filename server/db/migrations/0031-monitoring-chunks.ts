import { chunkMs } from '../../../src/domain/monitoring/chunk'
import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
const tables = ['monitoring_head', 'monitoring_chunk'] as const

/** Names of the tables, for the tests' matrix of row security. */
export const monitoringTables: readonly string[] = tables

const secure = tables
  .map(
    (table) => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy owner_all on ${table} to current_user using (true) with check (true);
create policy tenant_sees on ${table} for select to ${appRole} using (
  exists (select 1 from patient_organization po where po.patient_id = ${table}.patient_id and po.organization_id = ${org}));
grant select on ${table} to ${appRole};`,
  )
  .join('\n')

/**
 * Which five days of monitoring changed, and when (src/domain/monitoring/chunk.ts); buckets are too
 * many for the change log. A trigger counts by patient, in commit order.
 */
export const monitoringChunks: Migration = {
  name: '0031-monitoring-chunks',
  sql: `
create table monitoring_head (patient_id text primary key references patient, v bigint not null);
create table monitoring_chunk (patient_id text not null references patient, chunk bigint not null, v bigint not null, primary key (patient_id, chunk));
create index monitoring_chunk_by_version on monitoring_chunk (patient_id, v);
${secure}
create function note_buckets() returns trigger language plpgsql security definer set search_path from current as $$
begin
  insert into monitoring_head as h (patient_id, v) select t.patient_id, 1 from touched t group by t.patient_id order by t.patient_id
  on conflict (patient_id) do update set v = h.v + 1;
  insert into monitoring_chunk as c (patient_id, chunk, v)
    select t.patient_id, floor(extract(epoch from t.started_at) * 1000 / ${chunkMs})::bigint as chunk, h.v
    from touched t join monitoring_head h on h.patient_id = t.patient_id group by t.patient_id, chunk, h.v order by t.patient_id, chunk
  on conflict (patient_id, chunk) do update set v = excluded.v;
  return null;
end $$;
create trigger monitoring_bucket_chunks after insert on monitoring_bucket referencing new table as touched for each statement execute function note_buckets();
insert into monitoring_head (patient_id, v) select patient_id, 1 from monitoring_bucket group by patient_id;
insert into monitoring_chunk (patient_id, chunk, v)
  select patient_id, floor(extract(epoch from started_at) * 1000 / ${chunkMs})::bigint as chunk, 1 from monitoring_bucket group by patient_id, chunk;
`,
}
