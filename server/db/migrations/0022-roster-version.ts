import { appRole } from './0002-row-security'
import type { Migration } from './migration'

/**
 * The parts of a board's row, with the column of the writing organisation. `isName`: a name shown
 * in others' records, so its change moves records that did not change.
 */
const partsOfABoard: ReadonlyArray<{
  readonly table: string
  readonly organization: string
  readonly isName?: true
}> = [
  { table: 'patient', organization: 'organization_id', isName: true },
  { table: 'patient_organization', organization: 'organization_id', isName: true },
  { table: 'ward_admission', organization: 'organization_id' },
  { table: 'patient_flag', organization: 'organization_id' },
  { table: 'checkup', organization: 'organization_id' },
  { table: 'ward', organization: 'organization_id', isName: true },
  { table: 'ward_staff', organization: 'organization_id' },
  { table: 'care_pathway', organization: 'organization_id', isName: true },
  { table: 'patient_acuity_score', organization: 'organization_id' },
  { table: 'watch_list_entry', organization: 'organization_id' },
  { table: 'organization', organization: 'id', isName: true },
] as const
const events = [
  { event: 'insert', rows: 'new' },
  { event: 'update', rows: 'new' },
  { event: 'delete', rows: 'old' },
] as const

const triggers = partsOfABoard
  .flatMap(({ table, organization, isName }) =>
    events.map(
      ({ event, rows }) => `
create trigger ${table}_rosters_${event} after ${event} on ${table} referencing ${rows} table as touched
  for each statement execute function touch_rosters('${organization}', '${isName === true ? 1 : 0}');`,
    ),
  )
  .join('')

const ownerOnly = ['roster_version', 'organization_sharing'] as const

/** Names of the tables, for the tests' matrix of row security. */
export const rosterTables: readonly string[] = ownerOnly

/**
 * A number per organisation that tells whether a roster can have changed: a quiet pull reads two
 * rows, not 5,000. By triggers. Organisations that share a patient read each other's numbers, so
 * that none locks another's.
 */
export const rosterVersion: Migration = {
  name: '0022-roster-version',
  sql: `
create table roster_version (organization_id text primary key references organization, version bigint not null, names bigint not null);
create table organization_sharing (
  organization_id text not null references organization, other_id text not null references organization, primary key (organization_id, other_id));
insert into organization_sharing select distinct a.organization_id, b.organization_id from patient_organization a
  join patient_organization b on b.patient_id = a.patient_id and b.organization_id <> a.organization_id;
alter table cvr add column seen text;
grant update (seen) on cvr to ${appRole};

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
create trigger patient_organization_sharing after insert on patient_organization referencing new table as touched for each statement execute function note_sharing();
${triggers}
-- A person's name stands in what they wrote.
create function touch_names_of_person() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if new.first_name is distinct from old.first_name or new.last_name is distinct from old.last_name then
    update roster_version set names = names + 1 where organization_id in (
      select uo.organization_id from user_organization uo where uo.user_id = new.id order by uo.organization_id);
  end if;
  return null;
end $$;
create trigger user_account_names after update on user_account for each row execute function touch_names_of_person();
-- What the rosters, or the names, of the acting organisation stand at: its own number and those of whom it shares patients with.
create function app_roster_versions(only_names boolean) returns text language sql stable security definer set search_path from current as $$
  select coalesce(string_agg(v.organization_id || ' ' || case when only_names then v.names else v.version end, ',' order by v.organization_id), '') from roster_version v
  where v.organization_id = current_setting('app.organization', true)
    or v.organization_id in (select s.other_id from organization_sharing s where s.organization_id = current_setting('app.organization', true)) $$;
-- Where a patient is whom the acting organisation sees: one row, by index, where row security would gather all its patients first.
create function app_patient_place(asked text) returns table (ward_id text, admitted_by_own boolean) language sql stable security definer set search_path from current as $$
  select wa.ward_id, coalesce(wa.organization_id = current_setting('app.organization', true), false) from patient p
  left join ward_admission wa on wa.patient_id = p.id and wa.discharged_at is null
  where p.id = asked and p.deleted_at is null
    and exists (select 1 from patient_organization po where po.patient_id = p.id and po.organization_id = current_setting('app.organization', true)) $$;
-- How old a change is: those that nobody can ask for any more are purged.
alter table change add column at timestamptz not null default now();
${ownerOnly
  .map(
    (table) => `alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy owner_all on ${table} to current_user using (true) with check (true);`,
  )
  .join('\n')}
`,
}
