import { sql } from 'kysely'
import type { Trx } from '../db/database'
import type { Acting } from '../graphql/acting'
import { actingWith, customRolesOf } from '../graphql/acting'

interface Then {
  readonly is_internal_staff: boolean
  readonly is_self_care: boolean
  readonly user_deleted_at: string | null
  readonly name: string
  readonly type: string
  readonly features: Readonly<Record<string, boolean>>
  readonly accepted_at: string | null
  readonly roles: readonly string[] | null
  readonly is_member: boolean
  readonly roles_then: readonly string[] | null
}

/**
 * What custom roles permitted at an instant, by name: as they were until a later change, or as they
 * are.
 */
async function customPermissionsAt(
  trx: Trx,
  organizationId: string,
  names: readonly string[],
  at: string,
): Promise<readonly string[]> {
  if (names.length === 0) return []
  const { rows } = await sql<{ permissions: readonly string[] | null }>`select coalesce(
      (select h.permissions from access_history h where h.organization_id = ${organizationId} and h.role_name = asked.name
        and h.since <= ${at}::timestamptz and h.until > ${at}::timestamptz order by h.until limit 1),
      (select r.permissions from role r where r.organization_id = ${organizationId} and r.name = asked.name)) as permissions
    from unnest(${[...names]}::text[]) as asked (name)`.execute(trx)
  return rows.flatMap(({ permissions }) => permissions ?? [])
}

/**
 * The author as they were when something was captured: with the roles held at that instant in the
 * organisation, and with what those roles permitted then, also where they lost it since. null: they
 * were no member then.
 * @param trx of the owner. @param at ISO instant.
 */
export async function authorAt(
  trx: Trx,
  userId: string,
  organizationId: string,
  at: string,
): Promise<Acting | null> {
  const {
    rows: [then],
  } = await sql<Then>`
    select u.is_internal_staff, u.is_self_care, u.deleted_at as user_deleted_at, o.name, o.type, o.features, t.accepted_at, uo.roles,
      coalesce(uo.created_at <= ${at}::timestamptz and (uo.deleted_at is null or uo.deleted_at > ${at}::timestamptz), false) as is_member,
      (select h.roles from access_history h where h.user_id = u.id and h.organization_id = o.id and h.ward_id is null
        and h.since <= ${at}::timestamptz and h.until > ${at}::timestamptz order by h.until limit 1) as roles_then
    from user_account u cross join organization o left join accepted_terms t on t.organization_id = o.id
    left join user_organization uo on uo.user_id = u.id and uo.organization_id = o.id
    where u.id = ${userId} and o.id = ${organizationId}`.execute(trx)
  if (then === undefined || (then.user_deleted_at !== null && then.user_deleted_at <= at))
    return null
  const roles = then.roles_then ?? (then.is_member ? then.roles : null)
  if (roles === null) return null
  return actingWith({
    user: { id: userId, isInternalStaff: then.is_internal_staff, isSelfCare: then.is_self_care },
    organization: {
      id: organizationId,
      name: then.name,
      type: then.type,
      features: then.features,
      acceptedTerms: then.accepted_at !== null,
    },
    roles,
    customPermissions: await customPermissionsAt(trx, organizationId, customRolesOf(roles), at),
  })
}
