import type { Migration } from '../db/migrations/migration'

const tables = [
  'identity_key',
  'identity_account',
  'identity_factor',
  'identity_refresh_token',
  'identity_challenge',
  'identity_action_code',
  'identity_attempt',
] as const

/**
 * Instants are epoch milliseconds; `tokens_valid_after` and `auth_time` are epoch seconds. Secrets
 * that a caller shows again (refresh token, challenge, mailed code) are stored as SHA-256. TOTP
 * secrets and private keys are sealed (sealed.ts). No organisation's role has access.
 */
const identity: Migration = {
  name: '0100-identity',
  sql: `
create table identity_key (kid text primary key, private_jwk jsonb not null, created_at bigint not null);
create table identity_account (
  uid text primary key, email text not null unique check (email = lower(email)), password_hash text, is_disabled boolean not null default false,
  tokens_valid_after bigint not null, password_changed_at bigint not null, created_at bigint not null, last_sign_in_at bigint);
create table identity_factor (
  id text primary key, uid text not null references identity_account on delete cascade, secret text not null, display_name text not null,
  enrolled_at bigint not null, last_step bigint not null default 0);
create unique index identity_factor_by_account on identity_factor (uid);
create table identity_refresh_token (
  hash text primary key, uid text not null references identity_account on delete cascade, auth_time bigint not null,
  provider text not null, factor_id text, claims jsonb not null, expires_at bigint not null);
create index identity_refresh_token_by_account on identity_refresh_token (uid);
create table identity_challenge (
  hash text primary key, uid text not null references identity_account on delete cascade, kind text not null check (kind in ('sign-in', 'enrolment')),
  secret text, expires_at bigint not null);
create index identity_challenge_by_account on identity_challenge (uid);
create table identity_action_code (
  hash text primary key, uid text references identity_account on delete cascade, kind text not null check (kind in ('PASSWORD_RESET', 'REVERT_SECOND_FACTOR_ADDITION')),
  factor_id text, expires_at bigint not null);
create index identity_action_code_by_account on identity_action_code (uid);
create table identity_attempt (key varchar(255) primary key, points integer not null default 0, expire bigint);
${tables
  .map(
    (table) => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy owner_all on ${table} to current_user using (true) with check (true);`,
  )
  .join('')}
`,
}

/**
 * `issued` counts a session's refresh tokens, `presented` is the number of the newest that came back.
 * Tokens of before get a session each.
 */
const sessions: Migration = {
  name: '0101-identity-sessions',
  sql: `
create table identity_session (
  id text primary key, uid text not null references identity_account on delete cascade, device text not null default '',
  started_at bigint not null, last_used_at bigint not null, expires_at bigint not null,
  issued integer not null default 0, presented integer not null default 0, presented_at bigint not null default 0,
  ended_because text check (ended_because in ('signed-out', 'ended', 'reused')));
create index identity_session_by_account on identity_session (uid);
alter table identity_session enable row level security;
alter table identity_session force row level security;
create policy owner_all on identity_session to current_user using (true) with check (true);
alter table identity_refresh_token add column session_id text default gen_random_uuid()::text, add column number integer not null default 0;
insert into identity_session (id, uid, started_at, last_used_at, expires_at)
  select session_id, uid, auth_time * 1000, auth_time * 1000, expires_at from identity_refresh_token;
alter table identity_refresh_token alter column session_id drop default, alter column session_id set not null,
  add foreign key (session_id) references identity_session on delete cascade;
create index identity_refresh_token_by_session on identity_refresh_token (session_id);
`,
}

/** Devices that an account signed in on before, by the hash of their cookie. */
const devices: Migration = {
  name: '0102-identity-devices',
  sql: `
create table identity_device (
  hash text, uid text not null references identity_account on delete cascade, last_sign_in_at bigint not null, primary key (hash, uid));
create index identity_device_by_account on identity_device (uid);
alter table identity_device enable row level security;
alter table identity_device force row level security;
create policy owner_all on identity_device to current_user using (true) with check (true);
`,
}

/** The identity area's part of the schema; server/db/migrations/index.ts appends it. */
export const identityMigrations: readonly Migration[] = [identity, sessions, devices]
