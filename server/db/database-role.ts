import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { appRole } from './migrations/0002-row-security'
import type { Tables } from './tables'

/** The connection's role cannot make or become the role of users' requests. */
export class DatabaseRoleError extends Error {
  constructor(user: string) {
    super(
      `The database role needs CREATEROLE once, or create the role ${appRole} yourself: create role ${appRole} nologin; grant ${appRole} to "${user}";`,
    )
    this.name = 'DatabaseRoleError'
  }
}

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

/** Before the migrations. @throws DatabaseRoleError when the role is missing and cannot be made */
export async function requireRoleOrCreate(trx: Transaction<Tables>): Promise<void> {
  const { name, mayCreate, exists } = await standing(trx)
  if (!exists && !mayCreate) throw new DatabaseRoleError(name)
}

/** After them. @throws DatabaseRoleError when requests could not run under the role */
export async function requireMembership(trx: Transaction<Tables>): Promise<void> {
  const { name, isMember } = await standing(trx)
  if (!isMember) throw new DatabaseRoleError(name)
}
