create table patient_note (
  id text primary key,
  organization_id text not null references organization,
  patient_id text not null references patient,
  text text not null check (char_length(text) >= 1 and char_length(text) <= 5000),
  captured_at timestamptz not null,
  created_at timestamptz not null,
  created_by text not null references user_account,
  checkup_id text references checkup,
  revision bigint not null,
  generated_note_id text,
  -- The device's clock less the server's when it was written, milliseconds. Null: not known.
  clock_skew_ms bigint
);
create index patient_note_newest on patient_note (patient_id, captured_at desc, id desc);
create index patient_note_of_checkup on patient_note (checkup_id) where checkup_id is not null;

-- What was made of a record for somebody to read, change and save as a note: as it was made.
create table generated_note (
  id text primary key,
  organization_id text not null references organization,
  patient_id text not null references patient,
  created_at timestamptz not null,
  created_by text not null references user_account,
  -- src/domain/note/generated.ts
  status text not null check (status in ('complete', 'partial', 'noData')),
  sections jsonb not null
);
create index generated_note_by_patient on generated_note (patient_id);
