-- Instants are epoch milliseconds; `tokens_valid_after` and `auth_time` are epoch seconds. Secrets
-- that a caller shows again (refresh token, challenge, mailed code) are stored as SHA-256. TOTP
-- secrets and private keys are sealed (sealed.ts). No organisation's role has access.
create table identity_account (
  uid text primary key,
  -- Lower case.
  email text not null unique check (email = lower(email)),
  -- `null` until the person chose one.
  password_hash text,
  is_disabled boolean not null default false,
  -- Epoch seconds: tokens of sign-ins before it are refused.
  tokens_valid_after bigint not null,
  password_changed_at bigint not null,
  created_at bigint not null,
  last_sign_in_at bigint
);

-- `issued` counts a session's refresh tokens, `presented` is the number of the newest that came
-- back.
create table identity_session (
  id text primary key,
  uid text not null references identity_account on delete cascade,
  -- Browser and system in words; empty where unknown.
  device text not null default '',
  started_at bigint not null,
  last_used_at bigint not null,
  expires_at bigint not null,
  issued integer not null default 0,
  presented integer not null default 0,
  presented_at bigint not null default 0,
  ended_because text check (ended_because in ('signed-out', 'ended', 'reused')),
  -- The device that showed its cookie first: elsewhere the token renews nothing.
  device_hash text
);
create index identity_session_by_account on identity_session (uid);
create index identity_session_by_end on identity_session (expires_at);

create table identity_refresh_token (
  hash text primary key,
  uid text not null references identity_account on delete cascade,
  auth_time bigint not null,
  provider text not null,
  factor_id text,
  claims jsonb not null,
  expires_at bigint not null,
  session_id text not null references identity_session on delete cascade,
  number integer not null default 0
);
create index identity_refresh_token_by_account on identity_refresh_token (uid);
create index identity_refresh_token_by_end on identity_refresh_token (expires_at);
create index identity_refresh_token_by_session on identity_refresh_token (session_id);

create table identity_action_code (
  hash text primary key,
  uid text references identity_account on delete cascade,
  kind text not null check (kind in ('PASSWORD_RESET', 'REVERT_SECOND_FACTOR_ADDITION')),
  factor_id text,
  expires_at bigint not null
);
create index identity_action_code_by_account on identity_action_code (uid);

create table identity_attempt (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create table identity_challenge (
  hash text primary key,
  uid text not null references identity_account on delete cascade,
  kind text not null check (kind in ('sign-in', 'enrolment', 'present-password')),
  secret text,
  expires_at bigint not null
);
create index identity_challenge_by_account on identity_challenge (uid);

-- Devices that an account signed in on before, by the hash of their cookie.
create table identity_device (
  hash text,
  uid text references identity_account on delete cascade,
  last_sign_in_at bigint not null,
  primary key (hash, uid)
);
create index identity_device_by_account on identity_device (uid);
create index identity_device_by_sign_in on identity_device (last_sign_in_at);

create table identity_factor (
  id text primary key,
  uid text not null references identity_account on delete cascade,
  -- Sealed, as that of an enrolment.
  secret text not null,
  display_name text not null,
  enrolled_at bigint not null,
  last_step bigint not null default 0
);
create unique index identity_factor_by_account on identity_factor (uid);

create table identity_key (
  kid text primary key,
  -- Sealed (sealed.ts).
  private_jwk text not null,
  created_at bigint not null
);

-- Custom tokens that somebody signed in with: each works once. Kept until the token is over.
create table identity_spent_token (
  hash text primary key,
  expires_at bigint not null
);

-- A device's session knows the sign-in that it was opened from, and whether it was ended from
-- elsewhere: then nothing of it is applied, and what arrives is in the supervisor's tray
-- (docs/decisions/0016). A sign-in that ends does so in code (server/identity/device-keys.ts): one
-- of its devices may go on. An account or a membership that ends does so here, where no write path
-- can forget it.
-- Changes of an account end device sessions too, in one transaction: what a disabled account captured before is
-- accepted, later is refused. Its devices hear of it at once. A new password ends credentials only.
create function end_of_account() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if new.is_disabled and not old.is_disabled then
    update sync_session set revoked_at = coalesce(revoked_at, now()), ended_elsewhere = true where user_id = new.uid and not ended_elsewhere;
    delete from push_subscription where user_id = new.uid;
  end if;
  perform pg_notify('lamplight_poke', uo.organization_id || ' @' || uo.user_id) from user_organization uo where uo.user_id = new.uid and uo.deleted_at is null;
  return null;
end $$;

create function end_of_deleted_account() returns trigger language plpgsql security definer set search_path from current as $$
begin
  update sync_session set revoked_at = coalesce(revoked_at, now()), ended_elsewhere = true where user_id = old.uid and not ended_elsewhere;
  delete from push_subscription where user_id = old.uid;
  return null;
end $$;

-- A membership that ends locks its devices in the order in which server/identity/device-keys.ts
-- does, so that neither waits for the other.
create function end_of_membership() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'DELETE' then
    perform 1 from sync_session where user_id = old.user_id and organization_id = old.organization_id and not ended_elsewhere order by id for no key update;
    update sync_session set revoked_at = coalesce(revoked_at, now()), ended_elsewhere = true where user_id = old.user_id and organization_id = old.organization_id and not ended_elsewhere;
  elsif new.deleted_at is not null and old.deleted_at is null then
    perform 1 from sync_session where user_id = new.user_id and organization_id = new.organization_id and not ended_elsewhere order by id for no key update;
    update sync_session set revoked_at = coalesce(revoked_at, new.deleted_at), ended_elsewhere = true where user_id = new.user_id and organization_id = new.organization_id and not ended_elsewhere;
  end if;
  return null;
end $$;

create trigger identity_account_deleted after delete on identity_account for each row execute function end_of_deleted_account();

create trigger identity_account_ends after update of is_disabled, tokens_valid_after on identity_account
  for each row when (new.is_disabled is distinct from old.is_disabled or new.tokens_valid_after is distinct from old.tokens_valid_after) execute function end_of_account();

create trigger user_organization_ends after update of deleted_at or delete on user_organization for each row execute function end_of_membership();
