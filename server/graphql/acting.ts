import type { Principal } from '../../src/domain/access/principal'
import { features, permissionSchema } from '../../src/domain/access/permissions'
import type { Feature, Permission } from '../../src/domain/access/permissions'
import { permissionsOfRoles, systemRoles } from '../../src/domain/access/roles'
import type { Database } from '../db/database'

/** An organisation the user belongs to. */
export interface Membership {
  readonly id: string
  readonly name: string
  readonly type: string
}

/** The user of a request as a member of the organisation that the request acts as. */
export interface Acting {
  readonly principal: Principal
  readonly userId: string
  readonly organizationId: string
  readonly organizationType: string
  readonly roles: readonly string[]
  readonly memberships: readonly Membership[]
  /** They read by a share link: who made it, and its times (ISO 8601). `userId` is the link's id then. */
  readonly link?: {
    readonly makerId: string
    /** Of the one record that it opens. */
    readonly subjectId: string
    readonly createdAt: string
    readonly expiresAt: string
  }
}

/**
 * Why nobody acts. `stranger`: a known user who is no member of the organisation that was asked
 * for.
 */
export type NoActing =
  | { readonly kind: 'unknown-user' }
  | {
      readonly kind: 'stranger'
      readonly userId: string
      readonly memberships: readonly Membership[]
    }

/** Those of the roles whose permissions are rows; the others are known by their names in code. */
export const customRolesOf = (roles: readonly string[]): readonly string[] =>
  roles.filter((name) => !systemRoles.some((known) => known === name))

/** All that roles permit: those known by name, and the permissions of custom ones. */
export const permissionsOf = (
  roles: readonly string[],
  customPermissions: readonly string[],
): ReadonlySet<Permission> =>
  new Set<Permission>([
    ...permissionsOfRoles(systemRoles.filter((name) => roles.includes(name))),
    ...customPermissions.flatMap((key) => permissionSchema.safeParse(key).data ?? []),
  ])

/**
 * All that decides what a user may do in an organisation, at the instant that the caller answers
 * for.
 */
export interface Standing {
  readonly user: {
    readonly id: string
    readonly isInternalStaff: boolean
    readonly isSelfCare: boolean
  }
  readonly organization: {
    readonly id: string
    readonly name: string
    readonly type: string
    readonly features: Readonly<Record<string, boolean>>
    readonly acceptedTerms: boolean
  }
  readonly lacksSecondFactor?: boolean
  readonly isActedAs?: boolean
  readonly roles: readonly string[]
  /** Permissions of the custom roles among them. */
  readonly customPermissions: readonly string[]
}

/** How somebody signed in, and what the house asks of its own staff. */
export interface SignIn {
  /** False: with a password alone. */
  readonly passedSecondFactor?: boolean
  /** Internal staff must have a second factor in every organisation. */
  readonly staffMust?: boolean
  /** Internal staff are logged in as this user. */
  readonly isActedAs?: boolean
}

const principalOf = ({
  user,
  organization,
  roles,
  customPermissions,
  lacksSecondFactor = false,
  isActedAs = false,
}: Standing): Principal => ({
  kind: 'user',
  userId: user.id,
  organizationId: organization.id,
  isInternalStaff: user.isInternalStaff,
  isSelfCare: user.isSelfCare,
  acceptedTerms: organization.acceptedTerms,
  ...(lacksSecondFactor ? { lacksSecondFactor } : {}),
  ...(isActedAs ? { isActedAs } : {}),
  permissions: permissionsOf(roles, customPermissions),
  features: new Set<Feature>(features.filter((flag) => organization.features[flag] === true)),
})

/** A user with the rights of another time, which the caller checked. */
export const actingWith = (standing: Standing): Acting => {
  const {
    user,
    organization: { id, name, type },
    roles,
  } = standing
  return {
    principal: principalOf(standing),
    userId: user.id,
    organizationId: id,
    organizationType: type,
    roles,
    memberships: [{ id, name, type }],
  }
}

/** What the custom ones among roles permit, in as many organisations as are named, by one question. */
export async function customPermissionsIn(
  kysely: Database['kysely'],
  members: ReadonlyArray<{ readonly organizationId: string; readonly roles: readonly string[] }>,
): Promise<(organizationId: string, roles: readonly string[]) => readonly string[]> {
  const custom = members.filter(({ roles }) => customRolesOf(roles).length > 0)
  if (custom.length === 0) return () => []
  const rows = await kysely
    .selectFrom('role')
    .select(['organization_id', 'name', 'permissions'])
    .where('organization_id', 'in', [...new Set(custom.map((one) => one.organizationId))])
    .where('name', 'in', [...new Set(custom.flatMap(({ roles }) => customRolesOf(roles)))])
    .execute()
  const found = new Map(
    rows.map((row) => [JSON.stringify([row.organization_id, row.name]), row.permissions]),
  )
  return (organizationId, roles) =>
    customRolesOf(roles).flatMap((name) => found.get(JSON.stringify([organizationId, name])) ?? [])
}

/** What the custom ones among these roles permit. */
const customPermissionsOf = async (
  kysely: Database['kysely'],
  organizationId: string,
  roles: readonly string[],
): Promise<readonly string[]> =>
  (await customPermissionsIn(kysely, [{ organizationId, roles }]))(organizationId, roles)

/**
 * Who acts: read from the database at every request, so that a changed role, a removed member or a
 * switched flag counts at once. The organisation asked for is never trusted: it must be one of the
 * user's. One question, and a second where a role is a custom one.
 * @param signIn how they signed in; left out, nothing is asked of it
 * @param asked organisation of the request's header; null takes the one the user acted as last, or
 *   the first.
 */
export async function findActing(
  database: Pick<Database, 'kysely'>,
  userId: string,
  asked: string | null,
  signIn: SignIn = {},
): Promise<Acting | NoActing> {
  const found = await database.kysely
    .selectFrom('user_account as u')
    .leftJoin('user_organization as uo', (on) =>
      on.onRef('uo.user_id', '=', 'u.id').on('uo.deleted_at', 'is', null),
    )
    .leftJoin('organization as o', 'o.id', 'uo.organization_id')
    .leftJoin('accepted_terms as t', 't.organization_id', 'o.id')
    .select([
      'u.is_internal_staff',
      'u.is_self_care',
      'u.acting_organization_id',
      'o.id',
      'o.name',
      'o.type',
      'o.features',
      'o.requires_second_factor',
      'uo.roles',
      't.accepted_at',
    ])
    .where('u.id', '=', userId)
    .where('u.deleted_at', 'is', null)
    .orderBy('o.name')
    .orderBy('o.id')
    .execute()
  const [user] = found
  if (user === undefined) return { kind: 'unknown-user' }
  const rows = found.flatMap(
    ({
      id,
      name,
      type,
      features: flags,
      roles,
      accepted_at: acceptedAt,
      requires_second_factor,
    }) =>
      id === null || name === null || type === null || flags === null || roles === null
        ? []
        : [
            {
              id,
              name,
              type,
              features: flags,
              roles,
              acceptedTerms: acceptedAt !== null,
              requiresSecondFactor: requires_second_factor === true,
            },
          ],
  )
  const memberships = rows.map(({ id, name, type }) => ({ id, name, type }))
  const own =
    rows.find((row) => row.id === (asked ?? user.acting_organization_id)) ??
    (asked === null ? rows[0] : undefined)
  if (own === undefined) return { kind: 'stranger', userId, memberships }
  const principal = principalOf({
    user: { id: userId, isInternalStaff: user.is_internal_staff, isSelfCare: user.is_self_care },
    organization: own,
    roles: own.roles,
    lacksSecondFactor:
      signIn.passedSecondFactor === false &&
      !user.is_self_care &&
      (own.requiresSecondFactor || (user.is_internal_staff && signIn.staffMust === true)),
    isActedAs: signIn.isActedAs === true,
    customPermissions: await customPermissionsOf(database.kysely, own.id, own.roles),
  })
  return {
    principal,
    userId,
    organizationId: own.id,
    organizationType: own.type,
    roles: own.roles,
    memberships,
  }
}
