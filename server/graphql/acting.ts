import type { Principal } from '../../src/domain/access/principal'
import { features, permissionSchema } from '../../src/domain/access/permissions'
import type { Feature, Permission } from '../../src/domain/access/permissions'
import { permissionsOfRoles, systemRoles } from '../../src/domain/access/roles'
import type { Database, Trx } from '../db/database'

/** An organisation the user belongs to. */
export interface Membership { readonly id: string; readonly name: string; readonly type: string }

/** The user of a request as a member of the organisation that the request acts as. */
export interface Acting {
  readonly principal: Principal
  readonly userId: string
  readonly organizationId: string
  readonly organizationType: string
  readonly roles: readonly string[]
  readonly memberships: readonly Membership[]
}

/** Why nobody acts. `stranger`: a known user who is no member of the organisation that was asked for. */
export type NoActing = { readonly kind: 'unknown-user' } | { readonly kind: 'stranger'; readonly userId: string; readonly memberships: readonly Membership[] }

/** System roles by their names in code, custom ones by their rows. */
async function permissionsOf(trx: Trx, organizationId: string, roles: readonly string[]): Promise<ReadonlySet<Permission>> {
  const granted = new Set<Permission>(permissionsOfRoles(systemRoles.filter((name) => roles.includes(name))))
  const custom = roles.filter((name) => !systemRoles.some((known) => known === name))
  if (custom.length === 0) return granted
  const rows = await trx.selectFrom('role').select('permissions').where('organization_id', '=', organizationId).where('name', 'in', custom).execute()
  for (const key of rows.flatMap((row) => row.permissions)) {
    const known = permissionSchema.safeParse(key)
    if (known.success) granted.add(known.data)
  }
  return granted
}

interface ActingUser { readonly id: string; readonly is_internal_staff: boolean; readonly is_self_care: boolean }
interface ActingOrganization { readonly id: string; readonly features: Readonly<Record<string, boolean>>; readonly accepted_at: string | null }

const principalIn = async (trx: Trx, user: ActingUser, own: ActingOrganization, roles: readonly string[]): Promise<Principal> => ({
  kind: 'user',
  userId: user.id,
  organizationId: own.id,
  isInternalStaff: user.is_internal_staff,
  isSelfCare: user.is_self_care,
  acceptedTerms: own.accepted_at !== null,
  permissions: await permissionsOf(trx, own.id, roles),
  features: new Set<Feature>(features.filter((flag) => own.features[flag] === true)),
})

/**
 * Who acts: read from the database at every request, so that a changed role, a removed member or a switched flag counts at
 * once. The organisation asked for is never trusted: it must be one of the user's.
 * @param asked organisation of the request's header; null takes the one the user acted as last, or the first.
 */
export function findActing(database: Database, userId: string, asked: string | null): Promise<Acting | NoActing> {
  return database.asSystem(async (trx) => {
    const user = await trx.selectFrom('user_account').selectAll().where('id', '=', userId).where('deleted_at', 'is', null).executeTakeFirst()
    if (user === undefined) return { kind: 'unknown-user' }
    const rows = await trx.selectFrom('user_organization as uo').innerJoin('organization as o', 'o.id', 'uo.organization_id')
      .leftJoin('accepted_terms as t', 't.organization_id', 'o.id')
      .select(['o.id', 'o.name', 'o.type', 'o.features', 'uo.roles', 't.accepted_at'])
      .where('uo.user_id', '=', userId).where('uo.deleted_at', 'is', null).orderBy('o.name').orderBy('o.id').execute()
    const memberships = rows.map(({ id, name, type }) => ({ id, name, type }))
    const own = rows.find((row) => row.id === (asked ?? user.acting_organization_id)) ?? (asked === null ? rows[0] : undefined)
    if (own === undefined) return { kind: 'stranger', userId, memberships }
    const principal = await principalIn(trx, user, own, own.roles)
    return { principal, userId, organizationId: own.id, organizationType: own.type, roles: own.roles, memberships }
  })
}

/** A user in an organisation with roles that the caller answers for: those held at another time. null for neither known. */
export async function actingAs(trx: Trx, userId: string, organizationId: string, roles: readonly string[]): Promise<Acting | null> {
  const user = await trx.selectFrom('user_account').selectAll().where('id', '=', userId).executeTakeFirst()
  const own = await trx.selectFrom('organization as o').leftJoin('accepted_terms as t', 't.organization_id', 'o.id')
    .select(['o.id', 'o.name', 'o.type', 'o.features', 't.accepted_at']).where('o.id', '=', organizationId).executeTakeFirst()
  if (user === undefined || own === undefined) return null
  return {
    principal: await principalIn(trx, user, own, roles), userId, organizationId, organizationType: own.type, roles,
    memberships: [{ id: own.id, name: own.name, type: own.type }],
  }
}
