-- Monitoring sessions. All organisations of the patient see one; only the one that began it writes
-- it. At most one runs. The latest session and bucket move the board's number, and an older bucket
-- that measured what no later one did.
create table continuous_monitoring_session (
  id text primary key,
  organization_id text not null references organization,
  patient_id text not null references patient,
  type text not null check (type = 'Lamplight'),
  created_at timestamptz not null,
  -- Null: monitoring from before sessions were kept.
  created_by text references user_account,
  ended_at timestamptz,
  ended_by text references user_account,
  revision bigint not null,
  check (ended_at >= created_at)
);
create unique index continuous_monitoring_session_active on continuous_monitoring_session (patient_id) where ended_at is null;
create index continuous_monitoring_session_newest on continuous_monitoring_session (patient_id, created_at desc, id desc);

create table monitoring_bucket (
  id text primary key,
  organization_id text not null references organization,
  patient_id text not null references patient,
  source_id text not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  received_at timestamptz not null,
  -- Read by storedBucket.
  data jsonb not null,
  payload_hash text not null,
  revision bigint not null,
  unique (organization_id, source_id)
);
create index monitoring_bucket_newest on monitoring_bucket (patient_id, started_at desc);

-- Which five days of monitoring changed, and when (src/domain/monitoring/chunk.ts); buckets are too
-- many for the change log. A trigger counts by patient, in commit order.
create table monitoring_chunk (
  patient_id text references patient,
  chunk bigint,
  v bigint not null,
  primary key (patient_id, chunk)
);
create index monitoring_chunk_by_version on monitoring_chunk (patient_id, v);

-- Kept by the trigger of migration 0031: which records of a patient's monitoring changed.
create table monitoring_head (
  patient_id text primary key references patient,
  v bigint not null
);

create function note_buckets() returns trigger language plpgsql security definer set search_path from current as $$
begin
  insert into monitoring_head as h (patient_id, v) select t.patient_id, 1 from touched t group by t.patient_id order by t.patient_id
  on conflict (patient_id) do update set v = h.v + 1;
  insert into monitoring_chunk as c (patient_id, chunk, v)
    select t.patient_id, floor(extract(epoch from t.started_at) * 1000 / 432000000)::bigint as chunk, h.v
    from touched t join monitoring_head h on h.patient_id = t.patient_id group by t.patient_id, chunk, h.v order by t.patient_id, chunk
  on conflict (patient_id, chunk) do update set v = excluded.v;
  return null;
end $$;

-- Says what is worked out anew only where the bucket changes what a card shows: it is the latest, or measured what no later one did.
-- A history that is sent later changes nobody's place. 'measured': as measuredVitals of src/domain/monitoring/card-choice.ts.
create function app_note_bucket(asked text, bucket text, ended timestamptz, measured integer, heard jsonb) returns table (patient_id text, due_asked bigint, ended_at timestamptz, ews_scores jsonb, trend jsonb, latest_by_type jsonb, admitted_at timestamptz, schedules jsonb,
  monitored_session jsonb, buckets jsonb, repeats jsonb) language plpgsql volatile security definer set search_path from current as $$
declare before patient_summary; merged jsonb; is_latest boolean;
begin
  if not (coalesce(current_setting('app.organization', true), '') = '' or exists (select 1 from patient_organization po where po.patient_id = asked and po.organization_id = current_setting('app.organization', true))) then raise exception 'The patient is not the organisation''s' using errcode = '42501'; end if;
  insert into patient_summary as s (patient_id) values (asked) on conflict on constraint patient_summary_pkey do nothing;
  select * into before from patient_summary s where s.patient_id = asked for update;
  merged := merge_buckets(before.standing_buckets, jsonb_build_array(jsonb_build_array(bucket, (extract(epoch from ended) * 1000)::bigint, measured)));
  is_latest := before.latest_bucket_ended_at is null or (ended, bucket) > (before.latest_bucket_ended_at, before.latest_bucket_id);
  update patient_summary s set standing_buckets = merged, latest_by_device = merge_latest(s.latest_by_device, heard),
    latest_bucket_id = case when is_latest then bucket else s.latest_bucket_id end, latest_bucket_ended_at = case when is_latest then ended else s.latest_bucket_ended_at end,
    due_asked = s.due_asked + case when is_latest or merged <> before.standing_buckets then 1 else 0 end where s.patient_id = asked;
  if not is_latest and merged <> before.standing_buckets then
    -- touch_rosters_of_buckets tells of the latest alone.
    insert into roster_version as v (organization_id, version, names) select b.organization_id, 1, 1 from monitoring_bucket b where b.id = bucket
    on conflict (organization_id) do update set version = v.version + 1;
  end if;
  if is_latest or merged <> before.standing_buckets then return query select * from app_due_input(asked); end if;
end $$;

-- A discharge ends monitoring, whoever began it (O253): by a trigger, so that no way of discharging can
-- forget it.
create function discharge_ends_monitoring() returns trigger language plpgsql security definer set search_path from current as $$
declare running record;
begin
  if old.discharged_at is not null or new.discharged_at is null then return null; end if;
  for running in select s.id, s.organization_id from continuous_monitoring_session s where s.patient_id = new.patient_id and s.ended_at is null loop
    update continuous_monitoring_session set ended_at = greatest(created_at, new.discharged_at), revision = app_next_revision(running.organization_id) where id = running.id;
  end loop;
  return null;
end $$;

create trigger monitoring_bucket_chunks after insert on monitoring_bucket referencing new table as touched for each statement execute function note_buckets();

create trigger ward_admission_ends_monitoring after update of discharged_at on ward_admission for each row execute function discharge_ends_monitoring();
