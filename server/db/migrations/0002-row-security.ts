import type { Migration } from './migration'

/**
 * The role every request of a user runs under: no login, owns nothing, may not bypass row security.
 */
export const appRole = 'lamplight_app'

const org = `current_setting('app.organization', true)`
/**
 * Rows of patients linked to the organisation. Two equal forms, measured with 5,000 patients: `in`
 * hashes the list once, for whole boards (`exists` is two to five times slower); `exists` uses the
 * index, for histories (`in`: 6 ms instead of 2).
 */
const linkedList = (patientId: string): string =>
  `${patientId} in (select po.patient_id from patient_organization po where po.organization_id = ${org})`
const linked = (patientId: string): string =>
  `exists (select 1 from patient_organization po where po.patient_id = ${patientId} and po.organization_id = ${org})`
const own = `organization_id = ${org}`

/** Tables with row security: who sees a row, who may write one, and what the role may do at all. */
const policies: ReadonlyArray<{
  readonly table: string
  readonly sees: string
  readonly writes?: string
  readonly grants: string
}> = [
  {
    table: 'organization',
    sees: `id = ${org} or exists (select 1 from organization_neighbour n where n.neighbour_id = organization.id and n.organization_id = ${org})
      or exists (select 1 from patient_organization po where po.organization_id = organization.id)`,
    writes: `id = ${org}`,
    grants: 'select, update (name, telephone, address)',
  },
  { table: 'organization_neighbour', sees: own, grants: 'select' },
  { table: 'role', sees: own, grants: 'select, insert, update, delete' },
  {
    table: 'user_account',
    sees: `exists (select 1 from user_organization uo where uo.user_id = user_account.id and uo.organization_id = ${org})`,
    grants: 'select, update (first_name, last_name, job_role)',
  },
  { table: 'user_organization', sees: own, grants: 'select, insert, update' },
  // Another organisation's ward or pathway shows its name where a shared patient is or was.
  {
    table: 'ward',
    sees: `${own} or exists (select 1 from ward_admission wa where wa.ward_id = ward.id) or exists (select 1 from admission_event ae where ae.ward_id = ward.id)`,
    writes: own,
    grants: 'select, insert, update',
  },
  { table: 'ward_staff', sees: own, grants: 'select, insert, delete' },
  {
    table: 'care_pathway',
    sees: `${own} or exists (select 1 from ward_admission wa where wa.care_pathway_id = care_pathway.id) or exists (select 1 from admission_event ae where ae.care_pathway_id = care_pathway.id)`,
    writes: own,
    grants: 'select, insert, update',
  },
  // So does a check-up type, where its pathway shows.
  {
    table: 'checkup_type',
    sees: `${own} or care_pathway_id in (select cp.id from care_pathway cp)`,
    writes: own,
    grants: 'select, insert, update',
  },
  {
    table: 'patient',
    sees: linkedList('patient.id'),
    writes: own,
    grants: 'select, insert, update',
  },
  {
    table: 'patient_organization',
    sees: `${own} or app_sees_patient(patient_id)`,
    writes: own,
    grants: 'select, insert, delete',
  },
  {
    table: 'ward_admission',
    sees: linkedList('ward_admission.patient_id'),
    writes: `${own} and ${linked('ward_admission.patient_id')}`,
    grants: 'select, insert, update',
  },
  {
    table: 'patient_flag',
    sees: linked('patient_flag.patient_id'),
    writes: `${own} and ${linked('patient_flag.patient_id')}`,
    grants: 'select, insert, update',
  },
  {
    table: 'admission_event',
    sees: linked('admission_event.patient_id'),
    writes: `${own} and ${linked('admission_event.patient_id')}`,
    grants: 'select, insert',
  },
  {
    table: 'personal_ews',
    sees: linked('personal_ews.patient_id'),
    writes: `${own} and ${linked('personal_ews.patient_id')}`,
    grants: 'select, insert',
  },
  {
    table: 'checkup',
    sees: linked('checkup.patient_id'),
    writes: `${own} and ${linked('checkup.patient_id')}`,
    grants: 'select, insert',
  },
  {
    table: 'monitoring_bucket',
    sees: linked('monitoring_bucket.patient_id'),
    writes: `${own} and ${linked('monitoring_bucket.patient_id')}`,
    grants: 'select, insert',
  },
  {
    table: 'waveform',
    sees: linked('waveform.patient_id'),
    writes: `${own} and ${linked('waveform.patient_id')}`,
    grants: 'select, insert',
  },
  {
    table: 'patient_summary',
    sees: linkedList('patient_summary.patient_id'),
    grants: 'select, insert, update',
  },
  {
    table: 'patient_note',
    sees: linked('patient_note.patient_id'),
    writes: `${own} and ${linked('patient_note.patient_id')}`,
    grants: 'select, insert',
  },
  { table: 'client_mutation', sees: own, grants: 'select, insert, update' },
  { table: 'action_log', sees: own, grants: 'select, insert' },
  { table: 'accepted_terms', sees: own, grants: 'select, insert' },
  { table: 'org_version', sees: own, grants: 'select' },
  // Owner only: no grant, and no policy that would let anything through.
  { table: 'ingest_key', sees: 'false', grants: '' },
  { table: 'mail_outbox', sees: 'false', grants: '' },
  { table: 'maintenance_notice', sees: 'false', grants: '' },
]

/** Names of the tables under row security, for the tests' matrix. */
export const securedTables: readonly string[] = policies.map((policy) => policy.table)

const secure = policies
  .map(
    ({ table, sees, writes, grants }) => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy owner_all on ${table} to current_user using (true) with check (true);
create policy tenant_sees on ${table} for select to ${appRole} using (${sees});
create policy tenant_inserts on ${table} for insert to ${appRole} with check (${writes ?? sees});
create policy tenant_updates on ${table} for update to ${appRole} using (${writes ?? sees}) with check (${writes ?? sees});
create policy tenant_deletes on ${table} for delete to ${appRole} using (${writes ?? sees});
${grants === '' ? '' : `grant ${grants} on ${table} to ${appRole};`}`,
  )
  .join('\n')

/**
 * Row-level security per organisation, the counters behind revisions, the append-only action log.
 */
export const rowSecurity: Migration = {
  name: '0002-row-security',
  sql: `
do $$ begin
  if not exists (select from pg_roles where rolname = '${appRole}') then create role ${appRole} nologin; end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant ${appRole} to %I', current_user);
exception when others then null; -- already a member, granted by whoever made the role
end $$;
do $$ begin execute format('grant usage on schema %I to ${appRole}', current_schema()); end $$;

-- Asked with the owner's eyes: a policy of patient_organization that read patient_organization would recurse.
create function app_sees_patient(asked text) returns boolean language sql stable security definer set search_path from current as $$
  select exists (select 1 from patient_organization po where po.patient_id = asked and po.organization_id = ${org}) $$;

-- Enough to name an author, also one of another organisation who wrote on a shared patient. Ids come from visible rows.
create function app_person(asked text) returns jsonb language sql stable security definer set search_path from current as $$
  select jsonb_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name) from user_account u where u.id = asked $$;

-- The next revision of an organisation. The row stays locked until commit, so that revisions are in commit order:
-- a reader who has seen n has seen all below n. A plain sequence loses rows here (design/sync.md, finding 9).
create function app_next_revision(organization text) returns bigint language sql volatile security definer set search_path from current as $$
  insert into org_version as v (organization_id, version) values (organization, 1)
  on conflict (organization_id) do update set version = v.version + 1 returning v.version $$;

create function action_log_is_append_only() returns trigger language plpgsql as $$
begin raise exception 'action_log is append-only'; end $$;
create trigger action_log_keeps before update or delete on action_log for each row execute function action_log_is_append_only();
create trigger action_log_keeps_all before truncate on action_log for each statement execute function action_log_is_append_only();

-- What a name search looks in: lower case, without accents.
create function fold_text(given text) returns text language sql immutable as $$
  select lower(regexp_replace(normalize(given, nfd), '[\\u0300-\\u036f]', '', 'g')) $$;
create function patient_fills_search_name() returns trigger language plpgsql as $$
begin new.search_name := fold_text(new.first_name || ' ' || new.last_name); return new; end $$;
create trigger patient_search_name before insert or update of first_name, last_name on patient
  for each row execute function patient_fills_search_name();
${secure}
`,
}
