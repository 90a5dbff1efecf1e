create table organization (
  id text primary key,
  name text not null,
  type text not null,
  edition text not null check (edition in ('en-GB', 'en-US')),
  telephone text,
  address jsonb,
  -- Map of feature flag to true.
  features jsonb not null default '{}'::jsonb,
  national_identifier_scheme text check (national_identifier_scheme in ('NhsNumber', 'NorthernIrelandHcn')),
  inactivity_minutes integer not null default 15 check (inactivity_minutes >= 5 and inactivity_minutes <= 60),
  default_care_pathway_id text,
  created_at timestamptz not null,
  -- Hours without a hello after which a device locks its cache, 1 to 72.
  offline_lease_hours integer not null default 12 constraint organization_offline_leash_hours_check check (offline_lease_hours >= 1 and offline_lease_hours <= 72),
  -- In whose time schedules are told: an IANA name, that of the edition where none was given.
  time_zone text not null,
  -- Whether its members must sign in with a second factor.
  requires_second_factor boolean not null default false
);

create table organization_neighbour (
  organization_id text references organization,
  neighbour_id text references organization,
  primary key (organization_id, neighbour_id)
);

create table org_version (
  organization_id text primary key references organization,
  version bigint not null
);

create table user_account (
  -- The uid at the identity provider.
  id text primary key,
  -- Lower case.
  email text not null unique check (email = lower(email)),
  first_name text,
  last_name text,
  is_internal_staff boolean not null default false,
  is_self_care boolean not null default false,
  -- What `me` acts as where a request names no organisation.
  acting_organization_id text references organization,
  -- Kept by the identity provider's side: true while a TOTP factor is enrolled.
  enrolled_in_totp_mfa boolean not null default false,
  can_receive_push_notifications boolean not null default false,
  last_login_at timestamptz,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index user_account_internal on user_account (id) where is_internal_staff;

-- Custom roles of an organisation; the system roles are code (src/domain/access/roles.ts).
create table role (
  id text primary key,
  organization_id text not null references organization,
  name text not null,
  description text not null,
  permissions jsonb not null,
  unique (organization_id, name)
);

create table user_organization (
  user_id text references user_account,
  organization_id text references organization,
  -- Names of roles, system or custom.
  roles jsonb not null,
  is_active_team_member boolean not null default true,
  created_at timestamptz not null,
  deleted_at timestamptz,
  -- A person's work in an organisation belongs to their membership of it (K9).
  job_role text,
  -- When their welcome mail was written.
  invited_at timestamptz,
  primary key (user_id, organization_id)
);
create index user_organization_by_organization on user_organization (organization_id);

-- Somebody whom an organisation asked to be its user, and who has not answered. It gives nothing:
-- the membership is written once they accept, by themselves: to sign in accepts nothing.
create table invitation (
  -- Tells nothing of the account; that of an account which it made has the same id.
  id text primary key,
  organization_id text not null references organization,
  -- The account of the address; null: that of a patient's login, which joins nothing.
  user_id text references user_account,
  -- Lower case.
  email text not null check (email = lower(email)),
  roles jsonb not null,
  job_role text,
  -- Wards that they are assigned to once they accept.
  ward_ids jsonb not null default '[]'::jsonb,
  invited_by text references user_account,
  created_at timestamptz not null,
  -- When its mail was written last; null: not yet.
  sent_at timestamptz,
  expires_at timestamptz not null,
  unique (organization_id, email)
);
create index invitation_by_user on invitation (user_id);

create table accepted_terms (
  organization_id text primary key references organization,
  user_id text not null references user_account,
  terms_version text not null,
  accepted_at timestamptz not null
);

-- Who agreed that messages are filed in their name.
create table approved_message_setup (
  user_id text references user_account,
  organization_id text references organization,
  approved_at timestamptz not null,
  primary key (user_id, organization_id)
);

-- Identities that a user has in another system, such as a clinical toolbar: linked by themselves, in one of
-- their organisations. Whoever is signed in there is signed in here, as docs/decisions/0056 says.
create table external_identity (
  id text primary key,
  user_id text not null references user_account,
  organization_id text not null references organization,
  type text not null check (type in ('Quicksilva')),
  -- The other system's own ids.
  external_org_id text not null,
  external_user_id text not null,
  linked_at timestamptz not null,
  -- One identity belongs to one account.
  unique (type, external_org_id, external_user_id)
);
create index external_identity_by_user on external_identity (user_id, organization_id);
create index external_identity_by_organization on external_identity (organization_id);

-- Signed identities that linked or signed in somebody: each does so once. Kept until the identity is over.
create table spent_external_identity (
  -- Of its nonce.
  hash text primary key,
  expires_at timestamptz not null
);
create index spent_external_identity_by_expiry on spent_external_identity (expires_at);

create table maintenance_notice (
  id text primary key,
  title text not null,
  message text not null,
  start_at timestamptz not null,
  created_at timestamptz not null,
  withdrawn_at timestamptz
);

-- What somebody could do until when: roles of a membership (ward_id null), or being on a ward's staff (roles null).
create table access_history (
  user_id text,
  organization_id text not null,
  ward_id text,
  roles jsonb,
  since timestamptz not null,
  until timestamptz not null,
  role_name text,
  permissions jsonb,
  check ((user_id is null) = (role_name is not null))
);
create index access_history_by_role on access_history (organization_id, role_name, until) where role_name is not null;
create index access_history_by_user on access_history (user_id, organization_id, until);

-- The functions that every command calls, in plpgsql: an SQL function with owner's rights is
-- planned at every call, which took longer than the answer.
create function app_epoch() returns text language plpgsql stable security definer set search_path from current as $$
begin return (select e.id from sync_epoch e order by e.seq desc limit 1); end $$;

-- The name of an organisation that wrote on a patient who was once shared; ids come from visible rows.
create function app_named_organization(asked text) returns jsonb language plpgsql stable security definer set search_path from current as $$
begin return (select jsonb_build_object('id', o.id, 'name', o.name) from organization o where o.id = asked); end $$;

create function keep_membership_history() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if old.deleted_at is null and (tg_op = 'DELETE' or new.deleted_at is not null or new.roles is distinct from old.roles) then
    insert into access_history (user_id, organization_id, ward_id, roles, since, until)
    values (old.user_id, old.organization_id, null, old.roles, old.created_at,
      case when tg_op = 'UPDATE' and new.deleted_at is not null then new.deleted_at else now() end);
  end if;
  return null;
end $$;

-- What a custom role permitted until when, so that 'what was right at capture' holds for roles.
-- Rows of a role name no user.
create function keep_role_history() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'DELETE' or new.permissions is distinct from old.permissions or new.name is distinct from old.name then
    insert into access_history (organization_id, role_name, permissions, since, until)
    values (old.organization_id, old.name, old.permissions,
      coalesce((select max(h.until) from access_history h where h.organization_id = old.organization_id and h.role_name = old.name), 'epoch'), now());
  end if;
  return null;
end $$;

-- The next revision of an organisation. The row stays locked until commit, so that revisions are in commit order:
-- a reader who has seen n has seen all below n. A plain sequence loses rows here (design/sync.md, finding 9).
create function app_next_revision(organization text) returns bigint language plpgsql volatile security definer set search_path from current as $$
declare drawn bigint;
begin
  insert into org_version as v (organization_id, version) values (organization, 1)
  on conflict (organization_id) do update set version = v.version + 1 returning v.version into drawn;
  return drawn;
end $$;

create function organization_fills_time_zone() returns trigger language plpgsql as $$
begin new.time_zone := coalesce(new.time_zone, case new.edition when 'en-US' then 'America/New_York' else 'Europe/London' end); return new; end $$;

-- An organisation's time zone exists by name: check-ups are due by it. PostgreSQL would also take
-- abbreviations and rules that no browser knows.
create function organization_knows_zone() returns trigger language plpgsql as $$
begin
  if new.time_zone !~ '^([A-Za-z_]+(/[A-Za-z0-9_+-]+)+|UTC)$' then raise exception 'Not a time zone' using errcode = '22023'; end if;
  perform now() at time zone new.time_zone;
  return new;
end $$;

-- Whoever was invited need not give a name. A member of the acting organisation is then told by
-- their e-mail, which every reader of its accounts sees; one of another organisation is not.
-- Enough to name an author, also one of another organisation who wrote on a shared patient. Ids come from visible rows.
create function app_person(asked text) returns jsonb language plpgsql stable security definer set search_path from current as $$
begin return (select jsonb_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'email',
    case when btrim(concat(u.first_name, u.last_name)) = ''
      and exists (select 1 from user_organization uo where uo.user_id = u.id and uo.organization_id = current_setting('app.organization', true)) then u.email end)
  from user_account u where u.id = asked); end $$;

-- Whether an account was ended or disabled, as server/db/gone-user.ts has it, for who may not read accounts. Ids come from visible rows.
create function app_has_no_account(asked text) returns boolean language plpgsql stable security definer set search_path from current as $$
begin return not exists (select 1 from user_account u where u.id = asked and u.deleted_at is null)
  or exists (select 1 from identity_account i where i.uid = asked and i.is_disabled); end $$;

create trigger organization_time_zone before insert or update of time_zone on organization for each row execute function organization_fills_time_zone();

-- After organization_time_zone, which fills it: triggers run by name.
create trigger organization_time_zone_known before insert or update of time_zone on organization for each row execute function organization_knows_zone();

create trigger role_history after update or delete on role for each row execute function keep_role_history();

create trigger user_organization_history after update or delete on user_organization for each row execute function keep_membership_history();
