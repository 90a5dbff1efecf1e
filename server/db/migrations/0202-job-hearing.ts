import type { Migration } from './migration'

/** Names of the tables, for the tests' matrix of row security. */
export const jobTables: readonly string[] = ['job_hearing']

/** Since when servers hear the devices, so that a restart does not put off what they decide. */
export const jobHearing: Migration = {
  name: '0202-job-hearing',
  sql: `
create table job_hearing (
  one boolean primary key default true check (one), since_ms bigint not null, looked_ms bigint not null, waiting_ms bigint);
${jobTables
  .map(
    (table) => `alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy owner_all on ${table} to current_user using (true) with check (true);`,
  )
  .join('\n')}
`,
}
