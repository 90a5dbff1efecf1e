import { sql } from 'kysely'
import type { OrganizationRole } from '../../../schema/generated/resolvers'
import type { Permission } from '../../../src/domain/access/permissions'
import {
  administrator,
  isSystemRole,
  roleDescription,
  systemRoles,
} from '../../../src/domain/access/roles'
import type { Edition } from '../../../src/domain/organization/organization'
import { customRolesOf, permissionsOf } from '../../graphql/acting'
import { conflict, notFound } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'

/** Somebody who belongs to the acting organisation now. */
export interface Member {
  readonly id: string
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly roles: readonly string[]
  readonly jobRole: string | null
  readonly isInternalStaff: boolean
  readonly isSelfCare: boolean
}

/**
 * Waits for every other change of the organisation's users and roles, and keeps them waiting until
 * the transaction ends. @returns the organisation
 */
export const lockMembers = ({
  trx,
  acting,
}: Scope): Promise<{ readonly name: string; readonly edition: Edition }> =>
  trx
    .selectFrom('organization')
    .select(['name', 'edition'])
    .where('id', '=', acting.organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** The edition of the acting organisation. */
export const editionOf = async ({ trx, acting }: Scope): Promise<Edition> => {
  const { edition } = await trx
    .selectFrom('organization')
    .select('edition')
    .where('id', '=', acting.organizationId)
    .executeTakeFirstOrThrow()
  return edition
}

const memberRows = ({ trx, acting }: Scope) =>
  trx
    .selectFrom('user_organization as uo')
    .innerJoin('user_account as u', 'u.id', 'uo.user_id')
    .where('uo.organization_id', '=', acting.organizationId)
    .where('uo.deleted_at', 'is', null)
    .where('u.deleted_at', 'is', null)

/**
 * @param who users, or the logins of patients
 * @throws NOT_FOUND for everybody else
 */
export const requireMember = async (
  scope: Scope,
  userId: string,
  who: 'staff' | 'patients' = 'staff',
): Promise<Member> => {
  const row = await memberRows(scope)
    .select([
      'u.id',
      'u.email',
      'u.first_name',
      'u.last_name',
      'u.is_internal_staff',
      'u.is_self_care',
      'uo.roles',
      'uo.job_role',
    ])
    .where('u.id', '=', userId)
    .where('u.is_self_care', '=', who === 'patients')
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    roles: row.roles,
    jobRole: row.job_role,
    isInternalStaff: row.is_internal_staff,
    isSelfCare: row.is_self_care,
  }
}

/** Whether somebody belonged to the acting organisation, and was removed. */
export const wasRemoved = async ({ trx, acting }: Scope, userId: string): Promise<boolean> =>
  (await trx
    .selectFrom('user_organization')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('organization_id', '=', acting.organizationId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/** A role that the organisation added, as it is stored. */
export interface OwnRole {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly permissions: readonly string[]
}

/** The roles that the acting organisation added, by name. */
export const ownRoles = ({ trx, acting }: Scope): Promise<readonly OwnRole[]> =>
  trx
    .selectFrom('role')
    .select(['id', 'name', 'description', 'permissions'])
    .where('organization_id', '=', acting.organizationId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()

/** Whether the user holds all of these permissions. */
export const holdsAll = ({ acting }: Scope, asked: Iterable<Permission | string>): boolean =>
  [...asked].every((one) => acting.principal.permissions.has(one as Permission))

/** What these roles of the acting organisation permit together. */
const permissionsIn = (
  roles: readonly string[],
  own: readonly OwnRole[],
): ReadonlySet<Permission> => {
  const custom = customRolesOf(roles)
  return permissionsOf(
    roles,
    own.filter(({ name }) => custom.includes(name)).flatMap(({ permissions }) => permissions),
  )
}

/**
 * Nobody gives a role that holds a permission they lack, nor one that is nobody's to give (K1).
 * @throws CONFLICT, reason ROLE_UNKNOWN or ROLE_HOLDS_MORE
 */
export const requireGivable = async (scope: Scope, roles: readonly string[]): Promise<void> => {
  const own = await ownRoles(scope)
  const isKnown = (role: string): boolean =>
    !isSystemRole(role) && [...systemRoles, ...own.map(({ name }) => name)].includes(role)
  if (!roles.every(isKnown)) throw conflict('ROLE_UNKNOWN', 'There is no such role to give')
  if (!holdsAll(scope, permissionsIn(roles, own)))
    throw conflict('ROLE_HOLDS_MORE', 'This role holds a permission that you do not have')
}

/**
 * Nobody changes, resets or removes who may more than they do.
 * @throws CONFLICT, reason USER_MAY_MORE
 */
export const requireNoMore = async (
  scope: Scope,
  member: Pick<Member, 'roles' | 'isInternalStaff'>,
): Promise<void> => {
  const isSupplier = member.isInternalStaff && !scope.acting.principal.isInternalStaff
  if (isSupplier || !holdsAll(scope, permissionsIn(member.roles, await ownRoles(scope))))
    throw conflict('USER_MAY_MORE', 'This user holds a permission that you do not have')
}

/**
 * The organisation keeps an administrator. Asked under the lock of `lockMembers`.
 * @throws CONFLICT, reason LAST_ADMINISTRATOR
 */
export const requireAnotherAdministrator = async (scope: Scope, userId: string): Promise<void> => {
  const other = await memberRows(scope)
    .select('u.id')
    .where('u.id', '!=', userId)
    .where('u.is_self_care', '=', false)
    .where(sql<boolean>`uo.roles @> ${JSON.stringify([administrator])}::jsonb`)
    .executeTakeFirst()
  if (other === undefined)
    throw conflict('LAST_ADMINISTRATOR', 'The last administrator of an organisation stays one')
}

/** How many users, and how many who were invited, hold each role of the acting organisation, by its name. */
const holders = async ({ trx, acting }: Scope): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ role: string; users: number }>`
    select held.role, count(*)::int as users from (
      select uo.roles from user_organization uo join user_account u on u.id = uo.user_id and u.deleted_at is null
      where uo.organization_id = ${acting.organizationId} and uo.deleted_at is null
      union all select i.roles from invitation i where i.organization_id = ${acting.organizationId}) as one
    cross join lateral jsonb_array_elements_text(one.roles) as held (role) group by held.role`.execute(
    trx,
  )
  return new Map(rows.map(({ role, users }) => [role, users]))
}

/** Every role of the acting organisation, as its list shows it. */
export const listRoles = async (scope: Scope): Promise<OrganizationRole[]> => {
  const own = await ownRoles(scope)
  const held = await holders(scope)
  const edition = await editionOf(scope)
  const all = [
    ...systemRoles.map((name) => ({ id: null, name, description: roleDescription(name, edition) })),
    ...own,
  ]
  return all.map(({ id, name, description }) => {
    const permissions = [...permissionsIn([name], own)]
    return {
      id,
      name,
      description,
      isSystemRole: isSystemRole(name),
      permissions,
      numberOfUsers: held.get(name) ?? 0,
      mayGive: !isSystemRole(name) && holdsAll(scope, permissions),
    }
  })
}
