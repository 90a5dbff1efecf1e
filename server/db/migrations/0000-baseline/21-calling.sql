-- Who is called about the patients of a ward, when (src/domain/calling/plan.ts).
create table on_call_plan (
  ward_id text primary key references ward,
  organization_id text not null references organization,
  slots jsonb not null,
  minutes_of_severity4 integer not null check (minutes_of_severity4 >= 1 and minutes_of_severity4 <= 60),
  minutes_of_severity3 integer not null check (minutes_of_severity3 >= 1 and minutes_of_severity3 <= 60),
  changed_at timestamptz not null,
  changed_by text not null references user_account
);

-- That somebody is sought about a patient, from the first call until somebody is on the patient's alerts
-- or these are over. One at a time for a patient, whatever their alerts are.
create table calling (
  id text primary key,
  -- Whose ward the patient is on.
  organization_id text not null references organization,
  ward_id text not null references ward,
  patient_id text not null references patient,
  -- Those that nobody held at one of its calls.
  alert_ids text[] not null,
  began_at timestamptz not null,
  -- Of what kind the alerts were (kindOf, src/domain/calling/storm.ts) where so many came at once that they are
  -- one call: that of this patient, or of the one in led_by, who is called of all. Null: it is a call of its own.
  storm_of text,
  led_by text references calling on delete cascade,
  -- Since when it is told that nobody can be reached; null: it is not.
  nobody_at timestamptz,
  nobody_reason text check (nobody_reason in ('noPlan', 'nobodyOnCall', 'notAnswered')),
  -- When the administrators were mailed that; null: they were not, since they had just been mailed of another patient.
  told_at timestamptz,
  ended_at timestamptz,
  -- Who said that they deal with it; null: nobody did, it was over by itself.
  answered_by text references user_account,
  answered_at timestamptz,
  check (led_by is null or storm_of is not null),
  check ((nobody_at is null) = (nobody_reason is null)),
  check ((answered_by is null) = (answered_at is null)),
  check (answered_at is null or ended_at is not null)
);
create unique index calling_now on calling (patient_id) where ended_at is null;
create index calling_of_patient on calling (patient_id, began_at desc);
create index calling_led on calling (led_by) where led_by is not null;
create index calling_storm on calling (ward_id, storm_of, began_at) where storm_of is not null;
create index calling_nobody on calling (organization_id) where nobody_at is not null and ended_at is null;

-- A call of somebody, each step once.
create table calling_step (
  id text primary key,
  calling_id text not null references calling on delete cascade,
  organization_id text not null references organization,
  patient_id text not null references patient,
  step integer not null check (step >= 1),
  user_id text references user_account,
  -- Without an account here: name and email.
  provider jsonb,
  called_at timestamptz not null,
  -- When a device of theirs said that it shows the call; null: none has.
  received_at timestamptz,
  unique (calling_id, step),
  check ((user_id is null) = (provider is not null))
);

-- A browser in which a user is called by web push (RFC 8030), while the sign-in runs that it belongs to. Sign-ins end in
-- server/identity/device-keys.ts, accounts by end_of_account.
create table push_subscription (
  id text primary key,
  user_id text not null references user_account,
  -- One browser of a sign-in.
  identity_session_id text not null unique,
  -- A name that does not tell the endpoint (HMAC): a browser is one user's.
  endpoint_name text not null unique,
  -- The endpoint and its keys (RFC 8291), sealed by the server's secret box: who has them can call the browser.
  sealed text not null,
  made_at timestamptz not null,
  -- The end of its sign-in, epoch milliseconds, that was looked at beforehand (server/areas/calling/ending.ts); null: none was.
  end_told bigint
);
create index push_subscription_of_user on push_subscription (user_id);

-- A call that is pushed to one browser; of no step: a test, which its user asked for, or that the calls end.
create table call_push (
  id text primary key,
  organization_id text not null references organization,
  user_id text not null references user_account,
  -- Null: it is none any more.
  subscription_id text references push_subscription on delete set null,
  calling_step_id text references calling_step on delete cascade,
  severity integer,
  -- It tells that the sign-in ends soon, and the calls with it.
  is_ending boolean not null default false,
  made_at timestamptz not null,
  -- When its push service took it.
  sent_at timestamptz,
  -- Why it was not sent: a class, no words of others.
  problem text check (problem in ('gone', 'refused', 'unheard', 'late')),
  -- When the browser said that it shows it.
  received_at timestamptz,
  check ((calling_step_id is null) = (severity is null))
);
create index call_push_of_step on call_push (calling_step_id);
create index call_push_of_subscription on call_push (subscription_id) where subscription_id is not null;

create function ask_for_push() returns trigger language plpgsql security definer set search_path from current as $$
begin
  -- A push service that hangs holds up the pushes to that browser alone. A test comes after every call.
  perform app_enqueue('push', new.id, new.organization_id, new.subscription_id, case when new.calling_step_id is null then 1 else 0 end, 'epoch');
  return null;
end $$;

create trigger test_call_pokes after update on call_push for each row when (new.calling_step_id is null) execute function poke_of_list();

-- A test in the browser of a member's sign-in. Null: it is not called there.
create function app_test_call(new_id text, asked_user text, sign_in text, at timestamptz) returns timestamptz
  language sql volatile security definer set search_path from current as $$
  insert into call_push (id, organization_id, user_id, subscription_id, made_at)
    select new_id, m.organization_id, s.user_id, s.id, at from push_subscription s join user_organization m on m.user_id = s.user_id and m.deleted_at is null
    where s.user_id = asked_user and s.identity_session_id = sign_in and m.organization_id = current_setting('app.organization', true)
    returning made_at $$;

-- The organisation of a call that was pushed to a user, where it is another than the acting one and they are its member.
create function app_pushed_organization(call text, asked_user text) returns table (id text, name text) language sql stable security definer set search_path from current as $$
  select o.id, o.name from call_push p join user_organization m on m.user_id = p.user_id and m.organization_id = p.organization_id and m.deleted_at is null
    join organization o on o.id = p.organization_id
  where p.id = call and p.user_id = asked_user and p.calling_step_id is not null and p.organization_id <> current_setting('app.organization', true) $$;

-- Those of the acting organisation's members who are called in a browser at an instant, epoch milliseconds.
create function app_called_in_browser(asked text[], at_ms bigint) returns table (id text) language sql stable security definer set search_path from current as $$
  select distinct s.user_id from push_subscription s join identity_session i on i.id = s.identity_session_id and i.uid = s.user_id and i.expires_at > at_ms
    join user_organization m on m.user_id = s.user_id and m.deleted_at is null
  where s.user_id = any(asked) and m.organization_id = current_setting('app.organization', true) $$;

create trigger call_push_asks after insert on call_push for each row execute function ask_for_push();

-- Calls a member of the acting organisation in the browser of a sign-in of theirs from now on. False: the sign-in is over.
-- The browser was another user's before, and a user has the newest ten.
create function app_register_push(new_id text, asked_user text, sign_in text, name text, sealed_text text, at timestamptz) returns boolean
  language plpgsql volatile security definer set search_path from current as $$
begin
  perform 1 from identity_session i join user_organization m on m.user_id = i.uid and m.deleted_at is null
    where i.id = sign_in and i.uid = asked_user and i.ended_because is null and m.organization_id = current_setting('app.organization', true) for share of i;
  if not found then return false; end if;
  delete from push_subscription s where s.endpoint_name = name or s.identity_session_id = sign_in;
  insert into push_subscription (id, user_id, identity_session_id, endpoint_name, sealed, made_at) values (new_id, asked_user, sign_in, name, sealed_text, at);
  delete from push_subscription s where s.id in (select o.id from push_subscription o where o.user_id = asked_user order by o.made_at desc, o.id offset 10);
  return true;
end $$;

-- Nobody but this user is called in a browser any more: somebody else signed in there.
create function app_leave_browser_to(asked_user text, name text) returns void language sql volatile security definer set search_path from current as $$
  delete from push_subscription s where s.endpoint_name = name and s.user_id <> asked_user $$;

-- Who is called of a ward's staff: members with an account that was neither ended nor disabled.
create function app_reached_staff(asked_ward text) returns table (id text, email text) language plpgsql stable security definer set search_path from current as $$
begin return query
  select u.id, u.email from ward_staff s join user_account u on u.id = s.user_id and u.deleted_at is null
  join user_organization m on m.user_id = s.user_id and m.organization_id = s.organization_id and m.deleted_at is null
  where s.ward_id = asked_ward and s.organization_id = coalesce(nullif(current_setting('app.organization', true), ''), s.organization_id)
    and not exists (select 1 from identity_account i where i.uid = u.id and i.is_disabled); end $$;

-- Whoever raises, holds or ends an alert, in whatever way: in the same transaction it is asked who is
-- to be called about the patient (server/areas/calling/kind.ts).
create function ask_for_calls() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform app_enqueue('call', new.patient_id, new.organization_id, null, 0, 'epoch');
  return null;
end $$;

create trigger alert_opened_calls after insert on alert for each row when (new.type <> 'PacsanaEvent' and new.status = 'open') execute function ask_for_calls();

create trigger alert_changed_calls after update on alert for each row
  when (new.type <> 'PacsanaEvent' and (old.status, old.severity, old.acknowledged_at, old.snoozed_until, old.hold_ended_at)
    is distinct from (new.status, new.severity, new.acknowledged_at, new.snoozed_until, new.hold_ended_at)) execute function ask_for_calls();

-- Who is called depends on the ward that a patient is on.
create trigger ward_admission_calls after update of ward_id on ward_admission for each row
  when (old.ward_id is distinct from new.ward_id and new.discharged_at is null) execute function ask_for_calls();

create trigger on_call_plan_pokes after insert or delete or update on on_call_plan for each row execute function poke_of_list();

create trigger calling_pokes after insert or update on calling for each row execute function poke_of_list();

create trigger calling_step_pokes after insert or update on calling_step for each row execute function poke_of_list();
