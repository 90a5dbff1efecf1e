import type { Migration } from './migration'

/** Names of the tables, for the tests' matrix of row security. */
export const serverSecretTables: readonly string[] = ['server_secret']

/** A name of the secret that seals what is in this database, which does not tell the secret. */
export const serverSecret: Migration = {
  name: '0704-server-secret',
  sql: `
create table server_secret (one boolean primary key default true check (one), fingerprint text not null);
alter table server_secret enable row level security;
alter table server_secret force row level security;
create policy owner_all on server_secret to current_user using (true) with check (true);
`,
}
