import { administrator, isSystemRole, systemRoles } from '../../../src/domain/access/roles'
import { formatStaffName } from '../../../src/domain/identity'
import type { Edition } from '../../../src/domain/organization/organization'
import type { Trx } from '../database'
import { across, AcrossRefused, requireInternal, type Asker } from './across'

/** A user as a member of an organisation. */
export interface Member {
  readonly userId: string
  readonly organizationId: string
}

/** A member's account. */
export interface MemberAccount {
  readonly email: string
  readonly organizationName: string
  readonly edition: 'en-GB' | 'en-US'
}

/** @throws AcrossRefused not-found for who was never, or is no longer, a member */
const requireMember = async (
  trx: Trx,
  { userId, organizationId }: Member,
): Promise<
  MemberAccount & {
    readonly roles: readonly string[]
    readonly isInternalStaff: boolean
    readonly isSelfCare: boolean
    readonly neverCame: boolean
  }
> => {
  const row = await trx
    .selectFrom('user_organization as uo')
    .innerJoin('user_account as u', 'u.id', 'uo.user_id')
    .innerJoin('organization as o', 'o.id', 'uo.organization_id')
    .select([
      'u.email',
      'u.is_internal_staff',
      'u.is_self_care',
      'u.last_login_at',
      'uo.roles',
      'o.name',
      'o.edition',
    ])
    .where('uo.user_id', '=', userId)
    .where('uo.organization_id', '=', organizationId)
    .where('uo.deleted_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw new AcrossRefused('not-found')
  return {
    email: row.email,
    organizationName: row.name,
    edition: row.edition,
    roles: row.roles,
    isInternalStaff: row.is_internal_staff,
    isSelfCare: row.is_self_care,
    neverCame: row.last_login_at === null,
  }
}

/** The organisations that a user belongs to now. */
const organizationsOf = async (trx: Trx, userId: string): Promise<readonly string[]> =>
  (
    await trx
      .selectFrom('user_organization as uo')
      .innerJoin('user_account as u', 'u.id', 'uo.user_id')
      .select('uo.organization_id')
      .where('uo.user_id', '=', userId)
      .where('uo.deleted_at', 'is', null)
      .where('u.deleted_at', 'is', null)
      .execute()
  ).map((row) => row.organization_id)

/** Internal staff change the name of any user. Every organisation of theirs sees it in its log. */
export const renameUser = async (
  trx: Trx,
  asker: Asker,
  {
    userId,
    ...names
  }: {
    readonly userId: string
    readonly firstName: string | null
    readonly lastName: string | null
  },
): Promise<void> => {
  const touched = await organizationsOf(trx, userId)
  if (touched.length === 0) throw new AcrossRefused('not-found')
  return across(trx, asker, touched, requireInternal, async () => {
    await trx
      .updateTable('user_account')
      .set({ first_name: names.firstName, last_name: names.lastName })
      .where('id', '=', userId)
      .execute()
    return { action: 'updateUser', entityType: 'user', entityId: userId, value: undefined }
  })
}

const assignable = async (trx: Trx, organizationId: string): Promise<ReadonlySet<string>> => {
  const custom = await trx
    .selectFrom('role')
    .select('name')
    .where('organization_id', '=', organizationId)
    .execute()
  // A patient's login and internal staff are made by other means.
  return new Set([
    ...systemRoles.filter((name) => !isSystemRole(name)),
    ...custom.map(({ name }) => name),
  ])
}

/**
 * Internal staff change the roles of a member of any organisation. Its last administrator stays
 * one: the lock of the organisation keeps two changes at once from taking both.
 * @throws AcrossRefused not-found, also for a patient's login, which never becomes staff; conflict
 *   ROLE_UNKNOWN or LAST_ADMINISTRATOR
 */
export const changeRoles = (
  trx: Trx,
  asker: Asker,
  { roles, ...member }: Member & { readonly roles: readonly string[] },
): Promise<void> =>
  across(trx, asker, [member.organizationId], requireInternal, async () => {
    const before = await requireMember(trx, member)
    if (before.isSelfCare) throw new AcrossRefused('not-found')
    const known = await assignable(trx, member.organizationId)
    if (roles.length === 0 || roles.some((name) => !known.has(name)))
      throw new AcrossRefused('conflict', 'ROLE_UNKNOWN', 'This organisation has no such role')
    if (before.roles.includes(administrator) && !roles.includes(administrator)) {
      const others = await trx
        .selectFrom('user_organization as uo')
        .innerJoin('user_account as u', 'u.id', 'uo.user_id')
        .select('uo.roles')
        .where('uo.organization_id', '=', member.organizationId)
        .where('uo.user_id', '!=', member.userId)
        .where('uo.deleted_at', 'is', null)
        .where('u.deleted_at', 'is', null)
        .execute()
      if (!others.some((one) => one.roles.includes(administrator)))
        throw new AcrossRefused(
          'conflict',
          'LAST_ADMINISTRATOR',
          'The last administrator of an organisation stays one',
        )
    }
    await trx
      .updateTable('user_organization')
      .set({ roles: JSON.stringify([...new Set(roles)]) })
      .where('user_id', '=', member.userId)
      .where('organization_id', '=', member.organizationId)
      .execute()
    return {
      action: 'updateUserRoles',
      entityType: 'user',
      entityId: member.userId,
      details: { roles, before: before.roles },
      value: undefined,
    }
  })

/**
 * Internal staff sign in as another user. Each organisation of theirs sees it in its log, with the
 * reason.
 * @returns the user's address and edition, and the name of who signs in as them
 * @throws AcrossRefused not-found, or conflict INTERNAL_STAFF: nobody takes the rights of a colleague
 */
export const loginAs = async (
  trx: Trx,
  asker: Asker,
  userId: string,
  reason: string,
): Promise<{ readonly email: string; readonly edition: Edition; readonly name: string }> => {
  const touched = await organizationsOf(trx, userId)
  if (touched.length === 0) throw new AcrossRefused('not-found')
  return across(trx, asker, touched, requireInternal, async () => {
    const user = await trx
      .selectFrom('user_account')
      .select(['is_internal_staff', 'email'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    if (user.is_internal_staff)
      throw new AcrossRefused(
        'conflict',
        'INTERNAL_STAFF',
        'You cannot log in as a user of internal staff',
      )
    const { edition } = await trx
      .selectFrom('organization')
      .select('edition')
      .where('id', 'in', touched)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const staff = await trx
      .selectFrom('user_account')
      .select(['first_name as firstName', 'last_name as lastName', 'email'])
      .where('id', '=', asker.userId)
      .executeTakeFirstOrThrow()
    return {
      action: 'loginAs',
      entityType: 'user',
      entityId: userId,
      details: { reason },
      value: { email: user.email, edition, name: formatStaffName(staff) || staff.email },
    }
  })
}

/**
 * Internal staff do something with the account of a member of any organisation: `work` does it, the
 * logs say it.
 * @throws AcrossRefused not-found, or conflict INTERNAL_STAFF: the link to a colleague's password
 *   would give the colleague's rights
 */
export const withMember = <Value>(
  trx: Trx,
  asker: Asker,
  member: Member,
  action: 'sendWelcomeEmail' | 'createIdentityProviderUser' | 'passwordResetUrl',
  work: (account: MemberAccount) => Promise<Value>,
): Promise<Value> =>
  across(trx, asker, [member.organizationId], requireInternal, async () => {
    const account = await requireMember(trx, member)
    // Nobody's rights yet: who was never there has done nothing, and their link may have lapsed.
    const isColleague =
      account.isInternalStaff && !account.neverCame && member.userId !== asker.userId
    if (action === 'passwordResetUrl' && isColleague)
      throw new AcrossRefused(
        'conflict',
        'INTERNAL_STAFF',
        'You cannot make this link for a user of internal staff',
      )
    return { action, entityType: 'user', entityId: member.userId, value: await work(account) }
  })
