-- Work that nobody waits for, one row each until it is over (server/queue). What becomes of it is kept
-- by the row that it is about. Triggers of those rows ask for it, so that it is asked for in the
-- transaction that makes it necessary, whoever's that is.
create table job (
  id bigint generated always as identity,
  -- Which handler does it.
  kind text,
  -- What it is about: the id of a mail, a document, an event. The same work is there once.
  key text,
  -- Null: it is no single organisation's.
  organization_id text references organization,
  -- Of the jobs of a lane one is done at a time: a receiver that hangs holds up its own. Null: none.
  lane text,
  -- The lowest is done first.
  rank bigint not null default 0,
  -- 'epoch': at once, whatever the clock of who asks for it.
  due_at timestamptz not null default 'epoch',
  -- Tries that began.
  attempts integer not null default 0,
  -- Rises when the same work is asked for again: a try that began before does not end it.
  version bigint not null default 0,
  -- The token of who is at it, and until when nobody else is.
  claim text,
  claimed_until timestamptz,
  -- The class of the last failure, never what it said.
  failure text,
  primary key (kind, key),
  check ((claim is null) = (claimed_until is null))
);
create index job_next on job (kind, rank, due_at, id);
create index job_busy on job (kind, lane) where claim is not null;

-- Asks for work and wakes the servers. What is asked for already is due again, also where a try of it
-- is under way, which has seen what was true before.
create function app_enqueue(kind text, key text, organization_id text, lane text, rank bigint, due_at timestamptz) returns void
  language sql volatile set search_path from current as $$
  insert into job as j (kind, key, organization_id, lane, rank, due_at) values (kind, key, organization_id, lane, rank, due_at)
    on conflict on constraint job_pkey do update set due_at = least(j.due_at, excluded.due_at), attempts = 0, version = j.version + 1;
  select pg_notify('job', kind) $$;

-- Takes work back that nobody has to do any more; a try that is under way ends without an effect here.
create function app_cancel_job(kind text, key text) returns void
  language sql volatile set search_path from current as $$
  delete from job j where j.kind = app_cancel_job.kind and j.key = app_cancel_job.key $$;
