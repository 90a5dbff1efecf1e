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
 * Instants are epoch milliseconds; `tokens_valid_after` and `auth_time` are epoch seconds, as
 * tokens carry them. Every secret that a caller must show again (refresh token, challenge, mailed
 * code) is stored as its SHA-256 only. TOTP secrets and private keys are stored as they are: they
 * are needed in the clear, so whoever reads the database reads them. No organisation's role may see
 * any of it: no grants, and row security lets only the owner through.
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

/** The identity area's part of the schema; server/db/migrations/index.ts appends it. */
export const identityMigrations: readonly Migration[] = [identity]
