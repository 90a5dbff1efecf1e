import { appRole } from './0002-row-security'
import type { Migration } from './migration'

/** Names of the tables, for the tests' matrix of row security. */
export const documentPartTables = ['document_part'] as const

/**
 * What a long document says, page by page, each as JSON: nobody holds all of it at once but the
 * thread that draws it. It is text, since the database looks for nothing in it.
 */
export const documentParts: Migration = {
  name: '0431-document-parts',
  sql: `
create table document_part (
  document_id text not null references document on delete cascade, nth integer not null, organization_id text not null references organization,
  body text not null, primary key (document_id, nth));
alter table document_part enable row level security;
alter table document_part force row level security;
create policy owner_all on document_part to current_user using (true) with check (true);
create policy tenant_adds on document_part for insert to ${appRole} with check (
  organization_id = current_setting('app.organization', true)
  and exists (select from document d where d.id = document_id and d.organization_id = document_part.organization_id));
create policy tenant_reads on document_part for select to ${appRole} using (organization_id = current_setting('app.organization', true));
grant select, insert on document_part to ${appRole};
`,
}
