-- Sync (docs/sync-protocol.md): sessions and keys, stored answers, the change log, what each device
-- group holds.

create table sync_epoch (
  seq bigint generated always as identity primary key,
  id text not null unique,
  created_at timestamptz not null
);

-- A user in one organisation on one device group; id is the thumbprint of the device key.
create table sync_session (
  id text primary key,
  user_id text not null references user_account,
  organization_id text not null references organization,
  group_id text not null,
  -- SPKI DER, base64url.
  public_key text not null,
  logged_in_as text,
  client_version text not null,
  schema_version integer not null,
  -- The device's wall clock minus ours at the last hello.
  skew_ms bigint not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  last_hello_at timestamptz not null,
  -- The sign-in it was last opened from; null where the identity provider names none.
  identity_session_id text,
  -- Nothing of it is taken any more, whenever it says that it was written.
  ended_elsewhere boolean not null default false,
  -- The name of the device: its sign-in, which has it too, is forgotten earlier.
  device text not null default ''
);
create index sync_session_by_group on sync_session (group_id, user_id);
create index sync_session_by_identity on sync_session (identity_session_id) where identity_session_id is not null;
create index sync_session_by_user on sync_session (user_id);

-- A command of a device group and what it was answered.
create table sync_mutation (
  group_id text,
  id text,
  organization_id text not null references organization,
  session_id text not null,
  author_id text,
  -- Null: a device where nobody was signed in (docs/decisions/0016).
  delivered_by text,
  lane text not null,
  n bigint not null,
  prev text,
  op text not null,
  op_version integer not null,
  payload_hash text not null,
  -- False: nobody proved to have written it. It does not use up the id.
  is_proved boolean not null,
  -- null only inside the transaction that decides.
  class text check (class in ('APPLIED', 'CONFLICT', 'REJECTED')),
  code text,
  result jsonb,
  -- Kept unless applied.
  sealed bytea,
  captured_at timestamptz,
  captured_at_est timestamptz,
  created_at timestamptz not null,
  acked_at timestamptz,
  primary key (group_id, id)
);

-- What a group's device holds of a scope, for the user: id to [version, ward].
create table cvr (
  group_id text,
  user_id text,
  scope text,
  version bigint generated always as identity,
  organization_id text not null references organization,
  ids jsonb not null,
  created_at timestamptz not null,
  -- What the rosters stood at when the view was whole; null: there was more to send.
  seen text,
  primary key (group_id, user_id, scope, version)
);

-- Every change for devices, in commit order within an organisation. Written by a trigger.
create table change (
  organization_id text references organization,
  v bigint,
  entity text,
  entity_id text,
  patient_id text,
  op text not null check (op in ('put', 'delete')),
  at timestamptz not null default now(),
  primary key (organization_id, v, entity, entity_id)
);
create index change_by_patient on change (patient_id, organization_id, v);

-- What an idempotency key of a user already did, and what it answered.
create table client_mutation (
  user_id text references user_account,
  key text,
  organization_id text not null references organization,
  operation text not null,
  payload_hash text not null,
  result jsonb,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index client_mutation_by_time on client_mutation (created_at);

-- A number per organisation that tells whether a roster can have changed: a quiet pull reads two
-- rows, not 5,000. By triggers. Organisations that share a patient read each other's numbers, so
-- that none locks another's.
create table roster_version (
  organization_id text primary key references organization,
  version bigint not null,
  names bigint not null
);

-- Sealed by the server's secret box; deleting the row shreds what the key wraps.
create table device_kek (
  user_id text references user_account,
  group_id text,
  key text not null,
  created_at timestamptz not null,
  primary key (user_id, group_id)
);

-- Private and MAC key are sealed by the server's secret box.
create table vault_key (
  id text primary key,
  public_key text not null,
  private_key text not null,
  mac_key text not null,
  created_at timestamptz not null
);

-- Whether a command of the group was decided, whatever organisation it was for: lanes cross organisations.
create function app_sync_known(asked_group text, asked text) returns boolean language plpgsql stable security definer set search_path from current as $$
begin return exists (select 1 from sync_mutation m where m.group_id = asked_group and m.id = asked); end $$;

-- A trigger, so that no write path can forget it. A row that kept its revision gets a version of its own.
create function record_change() returns trigger language plpgsql security definer set search_path from current as $$
declare version bigint := new.revision; patient text; op text := 'put';
begin
  if tg_op = 'UPDATE' then
    if new is not distinct from old then return null; end if;
    if new.revision = old.revision then version := app_next_revision(new.organization_id); end if;
  end if;
  if tg_table_name = 'patient' then
    patient := new.id;
    if new.deleted_at is not null then op := 'delete'; end if;
  else
    patient := new.patient_id;
  end if;
  insert into change (organization_id, v, entity, entity_id, patient_id, op)
  values (new.organization_id, version, tg_table_name, new.id, patient, op) on conflict do nothing;
  return null;
end $$;

create function touch_rosters() returns trigger language plpgsql security definer set search_path from current as $$
declare organizations text[];
begin
  execute format('select array_agg(distinct t.%I order by t.%I) from touched t', tg_argv[0], tg_argv[0]) into organizations;
  if organizations is null then return null; end if;
  -- Behind the counter of revisions, always in this order: writers of both wait for each other, and never in a ring.
  perform 1 from org_version v where v.organization_id = any(organizations) order by v.organization_id for update;
  insert into roster_version as v (organization_id, version, names) select o.id, 1, 1 from organization o where o.id = any(organizations) order by o.id
  on conflict (organization_id) do update set version = v.version + 1, names = v.names + tg_argv[1]::bigint;
  return null;
end $$;

-- A person's name stands in what they wrote.
create function touch_names_of_person() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if new.first_name is distinct from old.first_name or new.last_name is distinct from old.last_name then
    update roster_version set names = names + 1 where organization_id in (
      select uo.organization_id from user_organization uo where uo.user_id = new.id order by uo.organization_id);
  end if;
  return null;
end $$;

-- What the rosters, or the names, of the acting organisation stand at: its own number and those of whom it shares patients with.
create function app_roster_versions(only_names boolean) returns text language sql stable security definer set search_path from current as $$
  select coalesce(string_agg(v.organization_id || ' ' || case when only_names then v.names else v.version end, ',' order by v.organization_id), '') from roster_version v
  where v.organization_id = current_setting('app.organization', true)
    or v.organization_id in (select s.other_id from organization_sharing s where s.organization_id = current_setting('app.organization', true)) $$;

-- Where a patient is whom the acting organisation sees: one row, by index, where row security would gather all its patients first.
create function app_patient_place(asked text) returns table (ward_id text, admitted_by_own boolean) language plpgsql stable security definer set search_path from current as $$
begin
  return query
  select wa.ward_id, coalesce(wa.organization_id = current_setting('app.organization', true), false) from patient p
  left join ward_admission wa on wa.patient_id = p.id and wa.discharged_at is null
  where p.id = asked and p.deleted_at is null
    and exists (select 1 from patient_organization po where po.patient_id = p.id and po.organization_id = current_setting('app.organization', true));
end $$;

create function touch_rosters_of_buckets() returns trigger language plpgsql security definer set search_path from current as $$
declare organizations text[];
begin
  select array_agg(distinct t.organization_id order by t.organization_id) into organizations from touched t
  left join patient_summary s on s.patient_id = t.patient_id where s.latest_bucket_ended_at is null or t.ended_at >= s.latest_bucket_ended_at;
  if organizations is null then return null; end if;
  -- In the order of touch_rosters.
  perform 1 from org_version v where v.organization_id = any(organizations) order by v.organization_id for update;
  insert into roster_version as v (organization_id, version, names) select o.id, 1, 1 from organization o where o.id = any(organizations) order by o.id
  on conflict (organization_id) do update set version = v.version + 1;
  return null;
end $$;

-- As touch_rosters for check-ups, with a plan that is kept.
create function touch_rosters_of_checkups() returns trigger language plpgsql security definer set search_path from current as $$
declare organizations text[];
begin
  select array_agg(distinct t.organization_id order by t.organization_id) into organizations from touched t;
  if organizations is null then return null; end if;
  perform 1 from org_version v where v.organization_id = any(organizations) order by v.organization_id for update;
  insert into roster_version as v (organization_id, version, names) select o.id, 1, 1 from organization o where o.id = any(organizations) order by o.id
  on conflict (organization_id) do update set version = v.version + 1;
  return null;
end $$;

-- A row is seen where its patient is linked to the organisation, asked by index. Said as
-- `in`, the planner takes half of a table to be seen, and reads the patients of every organisation.
-- The patients of the acting organisation with what versions of their board's rows are made of, read as board_row is.
create view roster_row with (security_barrier) as
select po.patient_id as id, p.revision, o.name as organization_name, a.id as admission_id, a.revision as admission_revision, a.organization_id as admitted_by,
  a.ward_id, w.name as ward_name, a.care_pathway_id, c.name as care_pathway_name, s.latest_checkup_id, s.rescored, s.latest_acuity_id, s.trend, s.latest_by_type,
  s.latest_bucket_id, s.standing_buckets, s.rhythm_events, m.id as session_id, m.revision as session_revision,
  (select jsonb_agg(jsonb_build_array(f.id, f.revision, f.ended_at) order by f.id) from patient_flag f where f.patient_id = po.patient_id) as flags,
  (select jsonb_agg(jsonb_build_array(al.id, al.revision, app_alert_rule_revision(al.alert_rule_id)) order by al.id) from alert al
    where al.patient_id = po.patient_id and al.status = 'open') as alerts,
  -- None of these is ever changed or deleted: as long as there are as many, they are the same.
  po.others_from, (select count(*) from patient_allergy x where x.patient_id = po.patient_id) + (select count(*) from patient_allergy_strike_out x where x.patient_id = po.patient_id)
    + (select count(*) from patient_critical_information x where x.patient_id = po.patient_id and x.field = 'resuscitation') as critical,
  (select jsonb_agg(jsonb_build_array(t.id, t.revision) order by t.id) from patient_task t where t.patient_id = po.patient_id and t.organization_id = po.organization_id and t.ended_at is null) as tasks,
  (select jsonb_agg(r.id order by r.id) from standing_repeat r where r.patient_id = po.patient_id) as repeats
from patient_organization po join patient p on p.id = po.patient_id join organization o on o.id = p.organization_id
left join patient_summary s on s.patient_id = po.patient_id left join continuous_monitoring_session m on m.id = s.monitoring_session_id
left join ward_admission a on a.patient_id = po.patient_id and a.discharged_at is null left join ward w on w.id = a.ward_id left join care_pathway c on c.id = a.care_pathway_id
where po.organization_id = current_setting('app.organization', true) and p.deleted_at is null;

create trigger admission_event_changes after insert or update on admission_event for each row execute function record_change();

create trigger alert_changes after insert or update on alert for each row execute function record_change();

create trigger checkup_changes after insert or update on checkup for each row execute function record_change();

create trigger checkup_rosters_insert after insert on checkup referencing new table as touched for each statement execute function touch_rosters_of_checkups();

create trigger continuous_monitoring_session_changes after insert or update on continuous_monitoring_session for each row execute function record_change();

create trigger monitoring_bucket_rosters_insert after insert on monitoring_bucket referencing new table as touched for each statement execute function touch_rosters_of_buckets();

create trigger observation_repeat_changes after insert or update of cancelled_at on observation_repeat for each row execute function record_change();

create trigger patient_changes after insert or update on patient for each row execute function record_change();

create trigger patient_acuity_score_changes after insert or update on patient_acuity_score for each row execute function record_change();

create trigger patient_allergy_changes after insert or update on patient_allergy for each row execute function record_change();

create trigger patient_allergy_strike_out_changes after insert or update on patient_allergy_strike_out for each row execute function record_change();

create trigger patient_critical_information_changes after insert or update on patient_critical_information for each row execute function record_change();

create trigger patient_flag_changes after insert or update on patient_flag for each row execute function record_change();

create trigger patient_note_changes after insert or update on patient_note for each row execute function record_change();

create trigger patient_handover_changes after insert or update on patient_handover for each row execute function record_change();

create trigger patient_contact_changes after insert or update on patient_contact for each row execute function record_change();

create trigger patient_task_changes after insert or update on patient_task for each row execute function record_change();

create trigger personal_ews_changes after insert or update on personal_ews for each row execute function record_change();

create trigger user_account_names after update on user_account for each row execute function touch_names_of_person();

create trigger ward_admission_changes after insert or update on ward_admission for each row execute function record_change();

create trigger watch_list_entry_changes after insert or update on watch_list_entry for each row execute function record_change();

create trigger checkup_rosters_delete after delete on checkup referencing old table as touched
  for each statement execute function touch_rosters('organization_id', '0');

create trigger checkup_rosters_update after update on checkup referencing new table as touched
  for each statement execute function touch_rosters('organization_id', '0');

-- What a board's row is made of: the column of the organisation that writes, whether it is a name (shown in
-- the records of others, so that its change moves records that did not change), and whether rows are deleted.
do $$
declare part record;
begin
  for part in select * from (values
    ('alert', 'organization_id', false, false),
    ('alert_rule', 'organization_id', false, false),
    ('care_pathway', 'organization_id', true, true),
    ('checkup_type', 'organization_id', false, true),
    ('continuous_monitoring_session', 'organization_id', false, true),
    ('observation_repeat', 'organization_id', false, false),
    ('organization', 'id', true, true),
    ('patient', 'organization_id', true, true),
    ('patient_acuity_score', 'organization_id', false, true),
    ('patient_allergy', 'organization_id', false, false),
    ('patient_allergy_strike_out', 'organization_id', false, false),
    ('patient_critical_information', 'organization_id', false, false),
    ('patient_flag', 'organization_id', false, true),
    ('patient_organization', 'organization_id', true, true),
    ('patient_task', 'organization_id', false, false),
    ('ward', 'organization_id', true, true),
    ('ward_admission', 'organization_id', false, true),
    ('ward_staff', 'organization_id', false, true),
    ('watch_list_entry', 'organization_id', false, true)
  ) as p (name, organization, is_name, is_deleted) loop
    execute format('create trigger %1$s_rosters_insert after insert on %1$s referencing new table as touched for each statement execute function touch_rosters(%2$L, %3$L)', part.name, part.organization, part.is_name::integer);
    execute format('create trigger %1$s_rosters_update after update on %1$s referencing new table as touched for each statement execute function touch_rosters(%2$L, %3$L)', part.name, part.organization, part.is_name::integer);
    continue when not part.is_deleted;
    execute format('create trigger %1$s_rosters_delete after delete on %1$s referencing old table as touched for each statement execute function touch_rosters(%2$L, %3$L)', part.name, part.organization, part.is_name::integer);
  end loop;
end $$;
