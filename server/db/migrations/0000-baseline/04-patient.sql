create table patient (
  id text primary key,
  -- Where the patient was registered; who sees the patient is decided by patient_organization.
  organization_id text not null references organization,
  type text not null default 'elderly',
  first_name text not null,
  last_name text not null,
  gender text not null check (gender in ('male', 'female')),
  birth_date date not null,
  telephone text,
  address jsonb,
  national_identifier_type text check (national_identifier_type in ('NhsNumber', 'NorthernIrelandHcn')),
  -- Ten digits.
  national_identifier_value text check (national_identifier_value ~ '^[0-9]{10}$'),
  pre_existing_conditions jsonb not null default '[]'::jsonb,
  -- Lower case without accents, "first last": what a name search looks in. Filled by a trigger.
  search_name text not null default '',
  created_at timestamptz not null,
  deleted_at timestamptz,
  revision bigint not null,
  -- Patients with the same key have similar names.
  similar_key text not null default '',
  folded_last_name text generated always as (fold_text(last_name)) stored,
  -- Of the supplier's checks; in no list.
  is_test boolean not null default false,
  check ((national_identifier_type is null) = (national_identifier_value is null))
);
create index patient_by_birth_date on patient (birth_date);
create index patient_by_identifier on patient (national_identifier_value);
create index patient_by_search_name on patient (search_name);
create index patient_by_similar_key on patient (similar_key);
create index patient_deleted on patient (id) where deleted_at is not null;
create unique index patient_identifier_once on patient (national_identifier_type, national_identifier_value) where deleted_at is null;

create table patient_organization (
  patient_id text references patient,
  organization_id text references organization,
  linked_at timestamptz not null,
  -- An assignment to the practice made the link, and takes it back.
  by_practice boolean not null default false,
  -- Of other organisations' readings those from here on are seen, and no notes (decision T8). Null: all.
  others_from timestamptz,
  -- Since when the part waits for an administrator; null: it does not.
  held_since timestamptz,
  primary key (patient_id, organization_id),
  constraint patient_organization_held_is_part check (held_since is null or others_from is not null)
);
create index patient_organization_by_organization on patient_organization (organization_id, patient_id);
create index patient_organization_part on patient_organization (organization_id, patient_id) where others_from is not null;

-- Similar names of an organisation's own patients are counted in an index of its own: in the one of
-- all patients each name is shared with the whole country. By triggers.
create table similar_name (
  patient_id text references patient,
  organization_id text references organization,
  similar_key text not null,
  primary key (patient_id, organization_id)
);
create index similar_name_by_key on similar_name (organization_id, similar_key);

create table patient_flag (
  id text primary key,
  patient_id text not null references patient,
  organization_id text not null references organization,
  type text not null,
  title text not null,
  description text not null,
  started_at timestamptz not null,
  -- null while active.
  ended_at timestamptz,
  revision bigint not null
);
create index patient_flag_by_patient on patient_flag (patient_id, type);

-- Acuity scores, each a record of its own; and who watches whom.
create table patient_acuity_score (
  id text primary key,
  organization_id text not null references organization,
  patient_id text not null references patient,
  score integer not null check (score >= 1 and score <= 4),
  reason text check (char_length(reason) >= 1 and char_length(reason) <= 1000),
  captured_at timestamptz not null,
  created_at timestamptz not null,
  created_by text not null references user_account,
  is_late boolean not null,
  revision bigint not null
);
create index patient_acuity_score_newest on patient_acuity_score (patient_id, captured_at desc, id desc);

-- What is known of allergies: entries, none of which is ever changed. One that was wrong is struck out by a row of its own.
create table patient_allergy (
  id text primary key,
  organization_id text not null references organization,
  patient_id text not null references patient,
  -- Null: no allergy is known, as somebody asked.
  substance text check (char_length(substance) between 1 and 200),
  reaction text check (char_length(reaction) between 1 and 200),
  severity text check (severity in ('severe', 'moderate', 'mild')),
  captured_at timestamptz not null,
  created_at timestamptz not null,
  created_by text not null references user_account,
  revision bigint not null,
  check (substance is not null or (reaction is null and severity is null))
);
create index patient_allergy_by_patient on patient_allergy (patient_id);

create table patient_allergy_strike_out (
  id text primary key,
  organization_id text not null references organization,
  patient_id text not null references patient,
  allergy_id text not null unique references patient_allergy,
  reason text not null check (char_length(reason) between 1 and 200),
  captured_at timestamptz not null,
  created_at timestamptz not null,
  created_by text not null references user_account,
  revision bigint not null
);
create index patient_allergy_strike_out_by_patient on patient_allergy_strike_out (patient_id);

-- What everybody must know beside allergies. An entry names the one whose place it takes, which one
-- alone can: nobody overwrites what they did not see. Of a field the entry counts that none has replaced.
create table patient_critical_information (
  id text primary key,
  organization_id text not null references organization,
  patient_id text not null references patient,
  field text not null check (field in ('resuscitation', 'escalation', 'nextOfKin', 'keySafe', 'interpreter', 'conditions')),
  -- Texts by part; null: there is none, as somebody asked.
  value jsonb,
  -- YYYY-MM-DD.
  review_by date,
  replaces text references patient_critical_information,
  captured_at timestamptz not null,
  created_at timestamptz not null,
  created_by text not null references user_account,
  revision bigint not null,
  constraint patient_critical_information_replaced_once unique nulls not distinct (patient_id, field, replaces)
);
create index patient_critical_information_replaced on patient_critical_information (replaces);

-- What somebody wrote of a patient for the next shift. None is ever changed; null: as the record says.
create table patient_handover (
  id text primary key,
  organization_id text not null references organization,
  patient_id text not null references patient,
  situation text check (char_length(situation) <= 2000),
  background text check (char_length(background) <= 2000),
  assessment text check (char_length(assessment) <= 2000),
  recommendation text check (char_length(recommendation) <= 2000),
  decision text check (char_length(decision) <= 2000),
  captured_at timestamptz not null,
  created_at timestamptz not null,
  created_by text not null references user_account,
  revision bigint not null
);
create index patient_handover_by_patient on patient_handover (patient_id, captured_at desc);

-- A call or a visit about a patient, and what came of it. None is ever changed. What resolved an alert is said by the alert alone.
create table patient_contact (
  id text primary key,
  organization_id text not null references organization,
  patient_id text not null references patient,
  kind text not null check (kind in ('call', 'visit')),
  with_whom text not null check (with_whom in ('patient', 'carer', 'other')),
  outcome text not null check (outcome in ('spokenTo', 'noAnswer', 'leftMessage', 'seen', 'notAtHome')),
  note text check (char_length(note) between 1 and 500),
  -- The alerts that it answers.
  alert_ids jsonb not null default '[]'::jsonb,
  captured_at timestamptz not null,
  created_at timestamptz not null,
  created_by text not null references user_account,
  revision bigint not null,
  constraint patient_contact_ended_as_its_kind check ((kind = 'visit') = (outcome in ('seen', 'notAtHome')))
);
create index patient_contact_by_patient on patient_contact (patient_id, captured_at desc);

-- What is to be done for a patient, when and by whom. Of two changes of one field the last captured counts.
create table patient_task (
  id text primary key,
  organization_id text not null references organization,
  patient_id text not null references patient,
  text text not null check (char_length(text) between 1 and 200),
  due_at timestamptz not null,
  due_set_at timestamptz not null,
  -- Null: whoever is on the ward.
  assignee_id text references user_account,
  assignee_set_at timestamptz not null,
  captured_at timestamptz not null,
  created_at timestamptz not null,
  created_by text not null references user_account,
  -- Null: it is open.
  ended_at timestamptz,
  ended_as text check (ended_as in ('done', 'cancelled')),
  ended_by text references user_account,
  outcome text check (char_length(outcome) between 1 and 200),
  revision bigint not null,
  check ((ended_at is null) = (ended_as is null) and (ended_at is null) = (ended_by is null)),
  check (outcome is null or ended_at is not null)
);
create index patient_task_by_patient on patient_task (patient_id, ended_at);

-- One row a user and patient, also of who is watched no more: what was decided last is known when an older command comes late.
create table watch_list_entry (
  id text primary key,
  organization_id text not null references organization,
  user_id text not null references user_account,
  patient_id text not null references patient,
  is_watched boolean not null,
  -- When it was decided, and by which command: the greater pair is later.
  set_at timestamptz not null,
  set_by text collate "C" not null,
  revision bigint not null,
  unique (organization_id, user_id, patient_id)
);
create index watch_list_entry_by_patient on watch_list_entry (patient_id);

create table patient_callback_request (
  id text primary key,
  organization_id text not null references organization,
  patient_id text not null references patient,
  source_id text not null,
  requested_at timestamptz not null,
  received_at timestamptz not null,
  payload_hash text not null,
  revision bigint not null,
  unique (organization_id, source_id)
);

-- Personal thresholds; the newest row of a patient counts.
create table personal_ews (
  id text primary key,
  patient_id text not null references patient,
  organization_id text not null references organization,
  thresholds jsonb,
  risk_scheme text not null,
  spo2_scale integer not null check (spo2_scale in (1, 2)),
  created_at timestamptz not null,
  created_by text references user_account,
  revision bigint not null,
  -- Why, by whose decision and until when a patient is scored by Scale 2 or by bands that see less.
  reason text,
  decided_by text,
  -- YYYY-MM-DD.
  review_on date,
  -- Scale 2 that outlived thresholds: since when it counts; else null.
  spo2_scale_since timestamptz
);
create index personal_ews_by_patient on personal_ews (patient_id, created_at desc);

-- Whose login an account is (P010). Written by the owner, with the account.
create table self_care (
  patient_id text primary key references patient,
  user_id text not null references user_account unique,
  organization_id text not null references organization,
  created_at timestamptz not null
);

-- A practice has a patient by an assignment: the link that it made goes with it, one that was there
-- before or that something else came to rely on does not. Whatever links an organisation to a patient
-- for another reason sets by_practice to false.
create table patient_practice (
  patient_id text references patient,
  practice_id text references organization,
  -- Who assigned.
  organization_id text not null references organization,
  assigned_by text references user_account,
  assigned_at timestamptz not null,
  primary key (patient_id, practice_id)
);
create index patient_practice_by_practice on patient_practice (practice_id);

-- A relationship is one way: what its organisation may do at the partner (P198).
create table organization_relationship (
  organization_id text references organization,
  partner_id text references organization,
  -- JSON.
  permissions jsonb not null,
  updated_at timestamptz not null,
  primary key (organization_id, partner_id),
  check (organization_id <> partner_id)
);
create index organization_relationship_of_partner on organization_relationship (partner_id);

-- Which organisations share a patient, kept by a trigger.
create table organization_sharing (
  organization_id text references organization,
  other_id text references organization,
  primary key (organization_id, other_id)
);

-- Asked with the owner's eyes: a policy of patient_organization that read patient_organization would recurse.
create function app_sees_patient(asked text) returns boolean language sql stable security definer set search_path from current as $$
  select exists (select 1 from patient_organization po where po.patient_id = asked and po.organization_id = current_setting('app.organization', true)) $$;

-- An id that was taken by something that nobody proved to have written is free for who can.
create function app_forget_unproved(asked_group text, asked text) returns void language sql volatile security definer set search_path from current as $$
  delete from sync_mutation m where m.group_id = asked_group and m.id = asked and not m.is_proved $$;

create function note_sharing() returns trigger language plpgsql security definer set search_path from current as $$
begin
  insert into organization_sharing
    select x.id, y.id from touched t join patient_organization po on po.patient_id = t.patient_id and po.organization_id <> t.organization_id
    cross join lateral (values (t.organization_id, po.organization_id), (po.organization_id, t.organization_id)) as pair (x, y)
    join organization x on x.id = pair.x join organization y on y.id = pair.y
    group by x.id, y.id order by x.id, y.id
  on conflict do nothing;
  return null;
end $$;

-- The look-up above organisations: with owner's rights, by identifier and birth date alone, and
-- only who is not the acting organisation's. A test patient is none of anybody else's.
create function app_find_elsewhere(identifier text, born date) returns table (
  id text, organization_id text, first_name text, last_name text, birth_date date) language plpgsql stable security definer set search_path from current as $$
begin return query
  select p.id, p.organization_id, p.first_name, p.last_name, p.birth_date from patient p
  where p.national_identifier_value = identifier and p.birth_date = born and p.deleted_at is null and not p.is_test
  and not exists (select 1 from patient_organization po where po.patient_id = p.id and po.organization_id = current_setting('app.organization', true))
  order by p.created_at, p.id limit 2;
end $$;

-- The organisation that may change the details of a patient: who has them admitted, else where they are registered (K7).
create function app_patient_keeper(asked text) returns text language plpgsql stable security definer set search_path from current as $$
begin return (
  select coalesce(a.organization_id, p.organization_id) from patient p
  left join ward_admission a on a.patient_id = p.id and a.discharged_at is null
  where p.id = asked and p.deleted_at is null and exists (select 1 from patient_organization po where po.patient_id = p.id and po.organization_id = current_setting('app.organization', true))); end $$;

create function app_change_contact(asked text, new_telephone text, new_address jsonb) returns void language plpgsql volatile security definer set search_path from current as $$
begin
  if app_patient_keeper(asked) is distinct from current_setting('app.organization', true) then raise exception 'Another organisation keeps the patient' using errcode = '42501'; end if;
  update patient p set telephone = new_telephone, address = new_address, revision = app_next_revision(p.organization_id)
  where p.id = asked and (p.telephone is distinct from new_telephone or p.address is distinct from new_address);
end $$;

-- Ends flags of a patient, also those that another organisation set.
create function app_end_flags(asked text, types text[], at timestamptz) returns void language plpgsql volatile security definer set search_path from current as $$
begin
  if not exists (select 1 from patient_organization po where po.patient_id = asked and po.organization_id = current_setting('app.organization', true)) then raise exception 'The patient is not the organisation''s' using errcode = '42501'; end if;
  update patient_flag f set ended_at = greatest(at, f.started_at), revision = app_next_revision(f.organization_id)
  where f.patient_id = asked and f.ended_at is null and f.type = any(types);
end $$;

create function app_practices() returns table (id text, name text, telephone text, address jsonb) language plpgsql stable security definer set search_path from current as $$
begin return query
  select o.id, o.name, o.telephone, o.address from organization o where o.type = 'practice' and o.id <> current_setting('app.organization', true) order by lower(o.name), o.id limit 500;
end $$;

-- Whether the acting organisation may assign: it has the patient by more than an assignment, and the target is a practice.
create function app_may_assign(asked_patient text, asked_practice text) returns boolean language plpgsql stable security definer set search_path from current as $$
begin return exists (select 1 from patient_organization po join patient p on p.id = po.patient_id and p.deleted_at is null
    where po.patient_id = asked_patient and po.organization_id = current_setting('app.organization', true) and not po.by_practice)
  and exists (select 1 from organization o where o.id = asked_practice and o.type = 'practice');
end $$;

-- True where it was not assigned before.
create function app_assign_practice(asked_patient text, asked_practice text, author text, at timestamptz) returns boolean language plpgsql volatile security definer set search_path from current as $$
begin
  if not app_may_assign(asked_patient, asked_practice) then raise exception 'Not a patient or a practice of this assignment' using errcode = '42501'; end if;
  insert into patient_practice (patient_id, practice_id, organization_id, assigned_by, assigned_at) values (asked_patient, asked_practice, current_setting('app.organization', true), author, at)
    on conflict do nothing;
  if not found then return false; end if;
  insert into patient_organization (patient_id, organization_id, linked_at, by_practice) values (asked_patient, asked_practice, at, true) on conflict do nothing;
  return true;
end $$;

-- True where it was assigned. A practice that has admitted the patient keeps them.
create function app_unassign_practice(asked_patient text, asked_practice text) returns boolean language plpgsql volatile security definer set search_path from current as $$
begin
  if not app_may_assign(asked_patient, asked_practice) then raise exception 'Not a patient or a practice of this assignment' using errcode = '42501'; end if;
  delete from patient_practice where patient_id = asked_patient and practice_id = asked_practice;
  if not found then return false; end if;
  delete from patient_organization po where po.patient_id = asked_patient and po.organization_id = asked_practice and po.by_practice
    and not exists (select 1 from ward_admission a where a.patient_id = asked_patient and a.organization_id = asked_practice and a.discharged_at is null);
  return true;
end $$;

create function app_is_practice_known(asked_name text, asked_postcode text) returns boolean language plpgsql stable security definer set search_path from current as $$
begin return exists (select 1 from organization o where o.type = 'practice' and lower(o.name) = lower(asked_name)
  and replace(lower(o.address ->> 'postcode'), ' ', '') = replace(lower(asked_postcode), ' ', ''));
end $$;

-- Removing a patient (K8): the organisation that registered them deletes them where nobody else has
-- them; otherwise the acting organisation's own link ends, and others keep the record. Whom the
-- last organisation gives up is deleted too: nobody could reach them, and their identifier would
-- stay taken. The row is locked first, so that no link is made meanwhile.
-- Whether other organisations have a patient of the acting one.
create function app_is_shared(asked text) returns boolean language plpgsql volatile security definer set search_path from current as $$
begin return exists (select 1 from patient_organization own where own.patient_id = asked and own.organization_id = current_setting('app.organization', true))
  and exists (select 1 from patient_organization po where po.patient_id = asked and po.organization_id <> current_setting('app.organization', true)); end $$;

-- 'deleted' or 'unlinked'; null: not a patient of the acting organisation.
create function app_remove_patient(asked text, at timestamptz) returns text language plpgsql volatile security definer set search_path from current as $$
begin
  perform 1 from patient p where p.id = asked and p.deleted_at is null for update;
  if not found or not exists (select 1 from patient_organization po where po.patient_id = asked and po.organization_id = current_setting('app.organization', true)) then return null; end if;
  if app_is_shared(asked) then
    delete from patient_practice where patient_id = asked and practice_id = current_setting('app.organization', true);
    delete from patient_organization where patient_id = asked and organization_id = current_setting('app.organization', true);
    return 'unlinked';
  end if;
  update patient p set deleted_at = at, revision = app_next_revision(p.organization_id) where p.id = asked;
  return 'deleted';
end $$;

-- Changes what is named of a patient, for the organisation that keeps their details (K7), which
-- need not be the one that the row belongs to. 'changed'; 'same': no row is another; 'taken': the
-- identifier is somebody else's.
create function app_change_patient(asked text, given jsonb) returns text language plpgsql volatile security definer set search_path from current as $$
declare held patient%rowtype; wanted patient%rowtype;
begin
  if app_patient_keeper(asked) is distinct from current_setting('app.organization', true) then raise exception 'Another organisation keeps the patient' using errcode = '42501'; end if;
  select * into strict held from patient p where p.id = asked for no key update;
  wanted := jsonb_populate_record(held, given - array['id', 'organization_id', 'type', 'created_at', 'deleted_at', 'revision']);
  if wanted.address = 'null'::jsonb then wanted.address := null; end if;
  if wanted is not distinct from held then return 'same'; end if;
  begin
    update patient p set first_name = wanted.first_name, last_name = wanted.last_name, gender = wanted.gender, birth_date = wanted.birth_date,
      telephone = wanted.telephone, address = wanted.address, national_identifier_type = wanted.national_identifier_type,
      national_identifier_value = wanted.national_identifier_value, revision = app_next_revision(p.organization_id)
    where p.id = asked;
  exception when unique_violation then return 'taken';
  end;
  return 'changed';
end $$;

-- Whether an id is a patient's, of whomever: what is about a patient whom nobody here may see is shown to nobody here.
create function app_is_patient(asked text) returns boolean language plpgsql stable security definer set search_path from current as $$
begin return exists (select 1 from patient p where p.id = asked); end $$;

-- Who becomes the administrator of a new practice: neither who adds it (K1), nor a removed account,
-- nor a patient's own login. A practice is read by its id, however many there are.
create function app_may_lead_practice(asked_email text, caller text) returns boolean language plpgsql volatile security definer set search_path from current as $$
begin
  -- Held, so that the account stays what it is until the practice is there.
  perform 1 from user_account u where u.email = asked_email for share;
  return not exists (select 1 from user_account u where u.email = asked_email
    and (u.id = caller or u.deleted_at is not null or u.is_self_care));
end $$;

create function app_practice(asked text) returns table (id text, name text, telephone text, address jsonb) language plpgsql stable security definer set search_path from current as $$
begin return query
  select o.id, o.name, o.telephone, o.address from organization o where o.id = asked and o.type = 'practice' and o.id <> current_setting('app.organization', true);
end $$;

-- Another organisation's patient by identifier and birth date, both exact (K5).
create function app_registered_elsewhere(kind text, identifier text, born date) returns table (id text, organization_id text)
language plpgsql stable security definer set search_path from current as $$
begin return query
  select p.id, p.organization_id from patient p
  where p.national_identifier_type = kind and p.national_identifier_value = identifier and p.birth_date = born and p.deleted_at is null
  and not p.is_test; end $$;

-- A practice, and an invitation to be its first user, of which no mail is written yet. A patient's login is asked nothing.
create function app_create_practice(new_id text, given jsonb, new_user text, contact jsonb, given_by text, at timestamptz, expires timestamptz) returns void language plpgsql volatile security definer set search_path from current as $$
declare creator organization%rowtype; member text;
begin
  select * into strict creator from organization o where o.id = current_setting('app.organization', true);
  perform 1 from user_organization uo where uo.user_id = given_by and uo.organization_id = creator.id and uo.deleted_at is null;
  if not found then raise exception 'Not a member of the organisation' using errcode = '42501'; end if;
  insert into organization (id, name, type, edition, telephone, address, features, national_identifier_scheme, created_at)
    values (new_id, given ->> 'name', 'practice', creator.edition, given ->> 'telephone', given -> 'address', '{}', creator.national_identifier_scheme, at);
  insert into user_account (id, email, first_name, last_name, created_at)
    values (new_user, contact ->> 'email', contact ->> 'firstName', contact ->> 'lastName', at) on conflict (email) do nothing;
  select u.id into strict member from user_account u where u.email = contact ->> 'email' and u.deleted_at is null and not u.is_self_care;
  insert into invitation (id, organization_id, user_id, email, roles, invited_by, created_at, expires_at)
    values (new_user, new_id, member, contact ->> 'email', '["Organisation Admin"]', given_by, at, expires);
  if creator.type = 'care_home' then
    insert into organization_neighbour (organization_id, neighbour_id) values (new_id, creator.id);
  end if;
end $$;

create function patient_fills_search_name() returns trigger language plpgsql as $$
begin
  new.search_name := fold_text(new.first_name || ' ' || new.last_name);
  new.similar_key := similar_key_of(new.first_name, new.last_name);
  return new;
end $$;

-- A flag that ends scoring ends the score in force: of whoever is pregnant, or whose newest
-- check-up NEWS2 was not for, no check-up's score counts on a board
-- (src/domain/virtual-ward/score-in-force.ts).
create function app_is_pregnant(asked text) returns boolean language plpgsql stable security definer set search_path from current as $$
begin return exists (select 1 from patient_flag f where f.patient_id = asked and f.type = 'Pregnant' and f.ended_at is null); end $$;

create function keep_similar_name() returns trigger language plpgsql security definer set search_path from current as $$
begin
  delete from similar_name n where n.patient_id = new.id;
  insert into similar_name (patient_id, organization_id, similar_key)
    select new.id, po.organization_id, new.similar_key from patient_organization po where po.patient_id = new.id and new.deleted_at is null;
  return null;
end $$;

create function link_similar_name() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'DELETE' then
    delete from similar_name n where n.patient_id = old.patient_id and n.organization_id = old.organization_id;
  else
    -- Behind who renames the patient meanwhile.
    insert into similar_name (patient_id, organization_id, similar_key)
      select p.id, new.organization_id, p.similar_key from patient p where p.id = new.patient_id and p.deleted_at is null for share;
  end if;
  return null;
end $$;

-- How many patients have similar names, each key counted once: a page sorted by name shares a few keys. The keys are kept
-- apart, or the planner counts them again for each patient of the page.
create function app_similar_names(asked text[]) returns table (id text, similar integer) language plpgsql stable security definer set search_path from current as $$
begin return query
  with mine as materialized (select n.patient_id, n.similar_key from similar_name n where n.patient_id = any(asked) and n.organization_id = current_setting('app.organization', true)),
  counted as materialized (select k.similar_key, count(*)::integer - 1 as similar from (select distinct m.similar_key from mine m) k
    join similar_name n on n.organization_id = current_setting('app.organization', true) and n.similar_key = k.similar_key group by k.similar_key)
  select m.patient_id, c.similar from mine m join counted c on c.similar_key = m.similar_key; end $$;

create view partner_organization with (security_barrier) as
select o.id, o.name, o.address,
  case when o.features -> 'referrals' = 'true' then r.permissions else r.permissions - 'ReferPatient' end as permissions
from organization_relationship r join organization o on o.id = r.partner_id where r.organization_id = current_setting('app.organization', true);

create view patient_practice_name with (security_barrier) as
select pp.patient_id, o.id, o.name from patient_practice pp join organization o on o.id = pp.practice_id
join patient_organization po on po.patient_id = pp.patient_id and po.organization_id = current_setting('app.organization', true);

create trigger patient_search_name before insert or update of first_name, last_name on patient
  for each row execute function patient_fills_search_name();

create trigger patient_similar_name after update on patient for each row
  when (old.similar_key <> new.similar_key or (old.deleted_at is null) <> (new.deleted_at is null)) execute function keep_similar_name();

create trigger patient_organization_sharing after insert on patient_organization referencing new table as touched for each statement execute function note_sharing();

create trigger patient_organization_similar_name after insert or delete on patient_organization for each row execute function link_similar_name();
