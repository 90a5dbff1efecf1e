import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type {
  MutationCreateRoleArgs,
  MutationDeleteRoleArgs,
  MutationUpdateRoleArgs,
  OrganizationRole,
  RoleInput,
} from '../../../schema/generated/resolvers'
import { systemRoles } from '../../../src/domain/access/roles'
import { isTakenName } from '../../../src/domain/identity'
import { customRole, roleNameTaken, type CustomRole } from '../../../src/domain/user/administration'
import { badInput, conflict, notFound } from '../../graphql/errors'
import type { Kept } from '../../graphql/idempotency'
import type { Scope } from '../../graphql/scope'
import { endLostDuties } from '../duty'
import { logUser } from './log'
import { holdsAll, listRoles, lockMembers, ownRoles, type OwnRole } from './members'

/** @throws BAD_USER_INPUT naming the fields */
const readRole = (given: RoleInput): CustomRole => {
  const read = customRole.safeParse(given)
  if (read.success) return { ...read.data, permissions: [...new Set(read.data.permissions)] }
  throw badInput(
    read.error.issues.map(({ path, message }) => ({ path: ['role', ...path].join('.'), message })),
  )
}

const requireOwn = (scope: Scope, permissions: readonly string[]): void => {
  if (!holdsAll(scope, permissions))
    throw conflict('ROLE_HOLDS_MORE', 'A role cannot hold a permission that you do not have')
}

const requireFree = (roles: readonly OwnRole[], name: string, id: string | null): void => {
  const known = [...roles, ...systemRoles.map((role) => ({ id: role, name: role }))]
  if (isTakenName(name, known, id)) throw badInput([{ path: 'role.name', message: roleNameTaken }])
}

/** @throws NOT_FOUND where the acting organisation has no such role of its own */
const requireRole = (roles: readonly OwnRole[], id: string): OwnRole => {
  const found = roles.find((role) => role.id === id)
  if (found === undefined) throw notFound()
  return found
}

const shown = async (scope: Scope, id: string | null): Promise<OrganizationRole> => {
  const found = (await listRoles(scope)).find((role) => role.id !== null && role.id === id)
  if (found === undefined) throw notFound()
  return found
}

/** Whoever of the organisation holds a role, or was invited to, holds it under its new name. */
const renameHeld = async ({ trx, acting }: Scope, before: string, after: string): Promise<void> => {
  for (const table of ['user_organization', 'invitation'] as const)
    await sql`update ${sql.table(table)} set roles = (
        select coalesce(jsonb_agg(case when held.role = ${before} then ${after}::text else held.role end order by held.at), '[]')
        from jsonb_array_elements_text(roles) with ordinality as held (role, at))
      where organization_id = ${acting.organizationId} and roles @> ${JSON.stringify([before])}::jsonb`.execute(
      trx,
    )
}

/** Mutation fields of schema/user.graphql on the roles of an organisation. */
export const roleMutations = {
  async createRole(scope: Scope, { role }: MutationCreateRoleArgs): Promise<OrganizationRole> {
    const read = readRole(role)
    await lockMembers(scope)
    requireOwn(scope, read.permissions)
    requireFree(await ownRoles(scope), read.name, null)
    const id = randomUUID()
    await scope.trx
      .insertInto('role')
      .values({
        id,
        organization_id: scope.acting.organizationId,
        name: read.name,
        description: read.description,
        permissions: JSON.stringify(read.permissions),
      })
      .execute()
    await logUser(scope, 'createRole', 'role', id, { permissions: read.permissions })
    return shown(scope, id)
  },

  async updateRole(scope: Scope, { id, role }: MutationUpdateRoleArgs): Promise<OrganizationRole> {
    const read = readRole(role)
    await lockMembers(scope)
    const roles = await ownRoles(scope)
    const before = requireRole(roles, id)
    requireOwn(scope, before.permissions)
    requireOwn(scope, read.permissions)
    // Doubles of earlier releases keep their name, and can be changed.
    if (read.name !== before.name) requireFree(roles, read.name, id)
    await scope.trx
      .updateTable('role')
      .set({
        name: read.name,
        description: read.description,
        permissions: JSON.stringify(read.permissions),
      })
      .where('id', '=', id)
      .where('organization_id', '=', scope.acting.organizationId)
      .execute()
    if (read.name !== before.name) await renameHeld(scope, before.name, read.name)
    await logUser(scope, 'updateRole', 'role', id, {
      before: before.permissions,
      permissions: read.permissions,
    })
    await endLostDuties(scope, scope.acting.organizationId)
    return shown(scope, id)
  },

  async deleteRole(scope: Scope, { id }: MutationDeleteRoleArgs): Promise<boolean> {
    await lockMembers(scope)
    const before = requireRole(await ownRoles(scope), id)
    requireOwn(scope, before.permissions)
    if ((await shown(scope, id)).numberOfUsers > 0)
      throw conflict('ROLE_IS_HELD', 'Users hold this role. Give them another one first')
    await scope.trx
      .deleteFrom('role')
      .where('id', '=', id)
      .where('organization_id', '=', scope.acting.organizationId)
      .execute()
    await logUser(scope, 'deleteRole', 'role', id)
    return true
  },
}

/** What a repeat of a mutation on roles is answered with. */
export const roleRereads = {
  createRole: (scope: Scope, _args: object, { id }: Kept) => shown(scope, id),
  updateRole: (scope: Scope, { id }: MutationUpdateRoleArgs) => shown(scope, id),
  deleteRole: () => Promise.resolve(true),
}
