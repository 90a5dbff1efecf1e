-- Documents of patients. `source`: what the document says, frozen when it was asked for, so that it
-- tells what was true then; a job draws it (server/documents). A stay has one discharge summary.
-- The file stands apart, so that lists never read it; the owner writes it.
create table document (
  id text primary key,
  organization_id text not null references organization,
  patient_id text not null references patient,
  -- Of a discharge summary: the stay that it is about.
  admission_id text references ward_admission,
  kind text not null check (kind in ('discharge-summary', 'report')),
  -- `due`: asked for, and not drawn yet.
  state text not null default 'due' check (state in ('due', 'ready', 'failed')),
  -- What it says, frozen.
  source jsonb not null,
  created_at timestamptz not null,
  created_by text references user_account,
  made_at timestamptz,
  -- Of the file, in hex.
  sha256 text,
  byte_count integer,
  -- Of a report: the period and contents that were asked for, so that a list tells documents apart without reading them.
  report jsonb,
  check (kind <> 'discharge-summary' or admission_id is not null),
  constraint document_check1 check (
case
    when state = 'ready' then made_at is not null and sha256 is not null and byte_count is not null
    else sha256 is null
end),
  constraint document_check2 check (report is null or kind = 'report')
);
create index document_by_patient on document (patient_id, created_at desc, id desc);
create unique index document_of_stay on document (admission_id) where kind = 'discharge-summary';

-- The bytes of a document that is ready.
create table document_file (
  document_id text primary key references document on delete cascade,
  organization_id text not null references organization,
  bytes bytea not null
);

-- What a long document says, page by page, each as JSON: nobody holds all of it at once but the
-- thread that draws it. It is text, since the database looks for nothing in it.
create table document_part (
  document_id text references document on delete cascade,
  -- 0, 1, …, in the order in which it is told.
  nth integer,
  organization_id text not null references organization,
  body text not null,
  primary key (document_id, nth)
);

-- A summary is drawn before a report.
create function document_is_due() returns trigger language plpgsql security definer set search_path from current as $$
begin perform app_enqueue('document', new.id, new.organization_id, null, case new.kind when 'report' then 1 else 0 end, 'epoch'); return null; end $$;

create trigger document_due after insert or update of state on document for each row when (new.state = 'due') execute function document_is_due();
