import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { RefusedStart } from './refused-start'
import { appRole, systemRole } from './system-role'
import type { Tables } from './tables'

/** The connection's role cannot make or become a role that the server works under. */
export class DatabaseRoleError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DatabaseRoleError'
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Tells an administrator what to run for a login that could not do it. */
const missing = (user: string, roles: readonly string[]): DatabaseRoleError =>
  new DatabaseRoleError(
    `The database role needs CREATEROLE once, or create the role ${roles.join(' and ')} yourself: ${roles
      .map((role) => `create role ${role} nologin; grant ${role} to ${quoted(user)};`)
      .join(' ')}`,
  )

interface Standing {
  readonly name: string
  readonly mayCreate: boolean
  readonly exists: boolean
  readonly isMember: boolean
}

const standing = async (trx: Transaction<Tables>): Promise<Standing> => {
  const { rows } =
    await sql<Standing>`select r.rolname::text as name, r.rolcreaterole or r.rolsuper as "mayCreate", a.oid is not null as exists,
    coalesce(pg_has_role(r.oid, a.oid, 'MEMBER'), false) as "isMember"
    from pg_roles r left join pg_roles a on a.rolname = ${appRole} where r.rolname = current_user`.execute(
      trx,
    )
  const [row] = rows
  if (row === undefined) throw new Error('The database does not know the role of this connection')
  return row
}

/**
 * Before the migrations of a login that serves as well. @throws DatabaseRoleError when the role of
 * requests is missing and cannot be made
 */
export async function requireRoleOrCreate(trx: Transaction<Tables>): Promise<void> {
  const { name, mayCreate, exists } = await standing(trx)
  if (!exists && !mayCreate) throw missing(name, [appRole])
}

/** Makes a login a member of roles where it is none, and this one may do that. */
async function admit(
  trx: Transaction<Tables>,
  login: string,
  roles: readonly string[],
): Promise<void> {
  for (const role of roles)
    // Else refused: whoever made the roles does it, and the server says so at its start.
    await sql
      .raw(
        `do $$ begin
  if not pg_has_role('${login.replaceAll("'", "''")}', '${role}', 'MEMBER') then grant ${role} to ${quoted(login)}; end if;
exception when insufficient_privilege or unique_violation then null;
end $$`,
      )
      .execute(trx)
}

/** After them. @throws DatabaseRoleError when requests could not run under the role */
export async function requireMembership(trx: Transaction<Tables>): Promise<void> {
  const { name } = await standing(trx)
  await admit(trx, name, [appRole])
  if (!(await standing(trx)).isMember) throw missing(name, [appRole])
}

/**
 * The same for an owner that does not serve, before its migrations. @throws DatabaseRoleError when a
 * role of `server`, the login that does, is missing and cannot be made
 */
export async function requireServerRoles(trx: Transaction<Tables>, server: string): Promise<void> {
  const { mayCreate } = await standing(trx)
  const { rows } = await sql<{
    name: string
  }>`select rolname::text as name from pg_roles where rolname in (${appRole}, ${systemRole})`.execute(
    trx,
  )
  if (rows.length < 2 && !mayCreate) throw missing(server, [appRole, systemRole])
}

/** Makes the server's login a member of both roles, where this one may do that. */
export const admitServer = (trx: Transaction<Tables>, server: string): Promise<void> =>
  admit(trx, server, [appRole, systemRole])

/** What a login is to the tables. */
export interface Login {
  readonly name: string
  /** Whoever owns the tables; null: there are none yet. */
  readonly owner: string | null
  /** Whether it may do what the owner may, at once. */
  readonly isOwner: boolean
  /** Whether it could make itself the owner, or make what the owner's functions use. */
  readonly mayBecomeOwner: boolean
  /** Whether it may work under both roles. */
  readonly isMember: boolean
}

/** Asks what the connection's login is. */
export async function loginOf(kysely: Kysely<Tables>): Promise<Login> {
  const { rows } = await sql<Login>`
    select r.rolname::text as name, t.owner::text as owner, coalesce(pg_has_role(r.oid, t.relowner, 'MEMBER'), false) as "isOwner",
      r.rolsuper or r.rolcreaterole or has_schema_privilege(r.oid, current_schema(), 'CREATE') as "mayBecomeOwner",
      coalesce((select count(*) = 2 and bool_and(pg_has_role(r.oid, m.oid, 'MEMBER')) from pg_roles m where m.rolname in (${appRole}, ${systemRole})), false) as "isMember"
    from pg_roles r left join lateral (
      select c.relowner, pg_get_userbyid(c.relowner) as owner from pg_class c where c.oid = to_regclass('kysely_migration')) t on true
    where r.rolname = session_user`.execute(kysely)
  const [row] = rows
  if (row === undefined) throw new Error('The database does not know the role of this connection')
  return row
}

/**
 * Whether the one login there is migrates: the tables are its own, or there are none yet.
 * @throws RefusedStart where there are none, and it may not make them
 */
export function mayMigrate({ owner, isOwner, mayBecomeOwner }: Login): boolean {
  if (owner !== null) return isOwner
  if (mayBecomeOwner) return true
  throw new RefusedStart(
    'The database is empty, and the login in DATABASE_URL may make no tables. Name the login that owns the database in DATABASE_OWNER_URL.',
  )
}

/** @throws RefusedStart for a login in DATABASE_OWNER_URL where the tables are another's */
export function requireOwner({ name, owner }: Login): void {
  if (owner === null || owner === name) return
  throw new RefusedStart(
    `The tables belong to ${quoted(owner)}. Name that login in DATABASE_OWNER_URL, or hand them over in this database: reassign owned by ${quoted(owner)} to ${quoted(name)};`,
  )
}

/**
 * Of a login that is to serve tables that are another's.
 * @throws RefusedStart where it could make itself their owner; DatabaseRoleError where it could not work
 */
export function requireApart({ name, owner, isOwner, mayBecomeOwner, isMember }: Login): void {
  const [server, tables] = [quoted(name), quoted(owner ?? '')]
  if (isOwner)
    throw new RefusedStart(
      name === owner
        ? `DATABASE_OWNER_URL is set, and the tables belong to the login in DATABASE_URL all the same. Name a new login in DATABASE_URL (create role … login;) and this one, ${server}, in DATABASE_OWNER_URL.`
        : `The login in DATABASE_URL, ${server}, is a superuser or a member of ${tables}, who owns the tables. Take that away: revoke ${tables} from ${server};`,
    )
  if (mayBecomeOwner)
    throw new RefusedStart(
      `The login in DATABASE_URL, ${server}, could make itself the owner of the tables. Take that away: alter role ${server} nosuperuser nocreaterole; revoke create on schema public from public, ${server};`,
    )
  if (!isMember) throw missing(name, [appRole, systemRole])
}
