import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const own = `organization_id = current_setting('app.organization', true)`

/** Names of the tables, for the tests' matrix of row security. */
export const documentTables = ['document', 'document_file'] as const

/**
 * Documents of patients. `source`: what the document says, frozen when it was asked for, so that it
 * tells what was true then; a job draws it (server/documents). A stay has one discharge summary. The
 * file stands apart, so that lists never read it; the owner writes it.
 */
export const documents: Migration = {
  name: '0310-documents',
  sql: `
create table document (
  id text primary key, organization_id text not null references organization, patient_id text not null references patient,
  admission_id text references ward_admission, kind text not null check (kind in ('discharge-summary', 'report')),
  state text not null default 'due' check (state in ('due', 'ready', 'failed')), source jsonb not null,
  created_at timestamptz not null, created_by text references user_account, made_at timestamptz, sha256 text, byte_count integer,
  attempts integer not null default 0, due_at timestamptz not null, claimed_until timestamptz,
  check (kind <> 'discharge-summary' or admission_id is not null),
  check (case when state = 'ready' then made_at is not null and sha256 is not null and byte_count is not null else sha256 is null end));
create unique index document_of_stay on document (admission_id) where kind = 'discharge-summary';
create index document_by_patient on document (patient_id, created_at desc, id desc);
create index document_due on document (due_at, id) where state = 'due';
create table document_file (
  document_id text primary key references document on delete cascade, organization_id text not null references organization, bytes bytea not null);

alter table document enable row level security;
alter table document force row level security;
create policy owner_all on document to current_user using (true) with check (true);
create policy tenant_reads on document for select to ${appRole} using (${own});
create policy tenant_asks on document for insert to ${appRole} with check (${own} and app_sees_patient(patient_id));
create policy tenant_asks_again on document for update to ${appRole} using (${own}) with check (${own});
grant select on document to ${appRole};
grant insert (id, organization_id, patient_id, admission_id, kind, source, created_at, created_by, due_at) on document to ${appRole};
grant update (state, attempts, due_at, claimed_until) on document to ${appRole};
alter table document_file enable row level security;
alter table document_file force row level security;
create policy owner_all on document_file to current_user using (true) with check (true);
create policy tenant_reads on document_file for select to ${appRole} using (${own});
grant select on document_file to ${appRole};

create function document_is_due() returns trigger language plpgsql as $$ begin perform pg_notify('documents', ''); return null; end $$;
create trigger document_due_told after insert or update of state on document for each row when (new.state = 'due') execute function document_is_due();
create trigger document_list_pokes after insert or update of state on document for each row execute function poke_of_list();
`,
}
