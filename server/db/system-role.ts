import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Tables } from './tables'

/**
 * The role every request of a user runs under: no login, owns nothing, may not bypass row security.
 */
export const appRole = 'lamplight_app'

/**
 * The role of what the server does by itself or for several organisations at once: it sees every row,
 * owns nothing and has no login. On PostgreSQL with two logins the server's own login works under it.
 */
export const systemRole = 'lamplight_system'

/** Tables whose rows are evidence: nobody but their owner could change or remove one. */
export const auditTables = ['action_log', 'emergency_access', 'record_read'] as const

const listed = auditTables.map((table) => `'${table}'`).join(', ')

/**
 * Functions that run with the owner's rights look for a table in the schema first. Else a login could
 * make a temporary table of the same name, and have its triggers run as the owner.
 */
const pathOfFunctions = `
do $$ declare one record; begin
  for one in select p.oid::regprocedure as called from pg_proc p where p.pronamespace = current_schema()::regnamespace and p.prosecdef
    and p.proowner = current_user::regrole::oid
    and not exists (select from unnest(p.proconfig) setting where setting = format('search_path=%I, pg_temp', current_schema())) loop
    execute format('alter function %s set search_path to %I, pg_temp', one.called, current_schema());
  end loop;
end $$`

/** The policy of a table that was handed over to this owner names the former one. */
const rowsOfOwner = `
do $$ declare one record; begin
  for one in select p.polrelid::regclass as secured from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relnamespace = current_schema()::regnamespace and p.polname = 'owner_all' and p.polroles <> array[current_user::regrole::oid] loop
    execute format('alter policy owner_all on %s to current_user', one.secured);
  end loop;
end $$`

/** What the role may do, on every table and view that there is. */
const rights = `
do $$ declare one record; may text; begin
  execute format('grant usage on schema %I to ${systemRole}', current_schema());
  execute format('grant execute on all functions in schema %I to ${systemRole}', current_schema());
  for one in select c.oid, c.relname, c.relkind, c.relrowsecurity from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm') loop
    may := case when one.relkind in ('v', 'm') or one.relname like 'kysely_migration%' then 'select'
      when one.relname in (${listed}) then 'select, insert' else 'select, insert, update, delete' end;
    execute format('revoke all on %I from ${systemRole}', one.relname);
    execute format('grant %s on %I to ${systemRole}', may, one.relname);
    continue when not one.relrowsecurity;
    if not exists (select from pg_policy where polrelid = one.oid and polname = 'system_all') then
      execute format('create policy system_all on %I to ${systemRole} using (true) with check (true)', one.relname);
    end if;
  end loop;
end $$`

/** Before the migrations, as the owner: it sees every row, also where the tables were another's. */
export const seeEveryRow = async (trx: Transaction<Tables>): Promise<void> => {
  await sql.raw(rowsOfOwner).execute(trx)
}

/** After the migrations, as the owner: functions of the owner take no table of somebody else. */
export const closeFunctions = async (trx: Transaction<Tables>): Promise<void> => {
  await sql.raw(pathOfFunctions).execute(trx)
}

/**
 * After the migrations, as the owner: makes the role where it is missing, and gives it its rights on
 * every table, those of this version included.
 */
export const letSystemWork = async (trx: Transaction<Tables>): Promise<void> => {
  await sql
    .raw(
      `do $$ begin
  if not exists (select from pg_roles where rolname = '${systemRole}') then create role ${systemRole} nologin; end if;
exception when duplicate_object or unique_violation then null;
end $$`,
    )
    .execute(trx)
  await sql.raw(rights).execute(trx)
}
