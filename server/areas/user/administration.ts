import { z } from 'zod'
import type {
  CreatedUser,
  MutationCreateUserArgs,
  MutationDeleteUserArgs,
  MutationPasswordResetUrlArgs,
  MutationSendInvitationAgainArgs,
  MutationSetPasswordForSelfCareUserArgs,
  MutationUnenrollUserFromTotpMfaArgs,
  MutationUpdateUserOrganizationArgs,
  OrganizationUser,
} from '../../../schema/generated/resolvers'
import { administrator } from '../../../src/domain/access/roles'
import { jobRole, roleRequired, userEmail } from '../../../src/domain/user/administration'
import { isoNow } from '../../clock'
import { countMemberships, leaveOrganization } from '../../db/across/members'
import { asServer } from '../../db/across/server-rights'
import { badInput, conflict, notFound } from '../../graphql/errors'
import type { Kept } from '../../graphql/idempotency'
import type { Scope } from '../../graphql/scope'
import type { UserAdministration } from '../../graphql/user-administration'
import { endDuties, endLostDuties } from '../duty'
import {
  changeInvitation,
  findInvitation,
  invite,
  sendAgain,
  withdraw,
  withdrawOf,
} from './invitations'
import { logUser } from './log'
import {
  lockMembers,
  requireAnotherAdministrator,
  requireGivable,
  requireMember,
  requireNoMore,
  wasRemoved,
  type Member,
  editionOf,
} from './members'
import { organizationUser } from './organization-users'

/** @throws BAD_USER_INPUT naming the arguments by their paths */
const read = <Value>(schema: z.ZodType<Value, unknown>, given: unknown): Value => {
  const found = schema.safeParse(given)
  if (found.success) return found.data
  throw badInput(found.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
}
const invitation = z.object({
  user: z.object({ email: userEmail }),
  role: z.string().min(1, roleRequired),
  jobRole: jobRole.default(null),
})
const change = z.object({
  roles: z.array(z.string()).min(1, roleRequired),
  jobRole: jobRole.optional(),
})

/** @throws CONFLICT, reason SIGN_INS_ELSEWHERE, where another provider keeps the sign-ins */
const requireProvider = (provider: UserAdministration | null): UserAdministration => {
  if (provider === null)
    throw conflict('SIGN_INS_ELSEWHERE', 'Sign-ins are not kept by this server')
  return provider
}

/**
 * What is done to a sign-in reaches every organisation of the person: only where there is no other
 * one (K9).
 * @throws CONFLICT, reason OTHER_ORGANIZATIONS
 */
const requireNoOther = async ({ trx, acting }: Scope, id: string): Promise<void> => {
  if ((await countMemberships(trx, acting.organizationId, id)) > 1)
    throw conflict(
      'OTHER_ORGANIZATIONS',
      'This user belongs to another organisation, too, and can do this only themselves',
    )
}

const changeMembership = (
  { trx, acting }: Scope,
  userId: string,
  to: { readonly roles: readonly string[]; readonly jobRole: string | null },
): Promise<unknown> =>
  trx
    .updateTable('user_organization')
    .set({ roles: JSON.stringify(to.roles), job_role: to.jobRole })
    .where('user_id', '=', userId)
    .where('organization_id', '=', acting.organizationId)
    .execute()

const updateUser = async (
  scope: Scope,
  args: MutationUpdateUserOrganizationArgs,
): Promise<OrganizationUser> => {
  const given = read(change, args)
  await lockMembers(scope)
  const invited = await findInvitation(scope, args.userId)
  const member =
    invited === undefined
      ? await requireMember(scope, args.userId)
      : { ...invited, isInternalStaff: false }
  const roles = [...new Set(given.roles)]
  const isSame =
    roles.length === member.roles.length && roles.every((r) => member.roles.includes(r))
  if (!isSame) {
    await requireNoMore(scope, member)
    await requireGivable(
      scope,
      roles.filter((role) => !member.roles.includes(role)),
    )
    if (
      invited === undefined &&
      member.roles.includes(administrator) &&
      !roles.includes(administrator)
    )
      await requireAnotherAdministrator(scope, member.id)
  }
  const next = given.jobRole === undefined ? member.jobRole : given.jobRole
  if (!isSame || next !== member.jobRole) {
    if (invited !== undefined) return changeInvitation(scope, invited, { roles, jobRole: next })
    await changeMembership(scope, member.id, { roles, jobRole: next })
    await logUser(scope, 'updateUserOrganization', 'user', member.id, {
      before: member.roles,
      roles,
    })
    await endLostDuties(scope, scope.acting.organizationId, { userId: member.id })
  }
  return organizationUser(scope, member.id)
}

const deleteUser = async (
  scope: Scope,
  provider: UserAdministration | null,
  { userId }: MutationDeleteUserArgs,
): Promise<boolean> => {
  await lockMembers(scope)
  const invited = await findInvitation(scope, userId)
  if (invited !== undefined) return withdraw(scope, provider, invited)
  if (await wasRemoved(scope, userId)) return true
  const member = await requireMember(scope, userId)
  if (member.id === scope.acting.userId) throw conflict('YOURSELF', 'You cannot remove yourself')
  await requireNoMore(scope, member)
  if (member.roles.includes(administrator)) await requireAnotherAdministrator(scope, member.id)
  await leaveOrganization(
    scope.trx,
    { organizationId: scope.acting.organizationId, userId, at: isoNow(scope.clock) },
    async () => provider?.deleteAccount(scope.trx, userId),
  )
  await logUser(scope, 'deleteUser', 'user', userId)
  await withdrawOf(scope, provider, userId)
  await endDuties(scope, scope.acting.organizationId, { userId }, 'user-removed')
  return true
}

/** The member whose sign-in is changed, once all that forbids it was asked. */
const ofSignIn = async (scope: Scope, userId: string): Promise<Member> => {
  if ((await findInvitation(scope, userId)) !== undefined)
    throw conflict('NOT_ACCEPTED', 'This user has not accepted the invitation yet')
  const member = await requireMember(scope, userId)
  await requireNoMore(scope, member)
  await requireNoOther(scope, member.id)
  return member
}

const setSelfCarePassword = async (
  scope: Scope,
  provider: UserAdministration,
  { userId, password }: MutationSetPasswordForSelfCareUserArgs,
): Promise<boolean> => {
  const { email, firstName, lastName } = await requireMember(scope, userId, 'patients')
  await requireNoOther(scope, userId)
  const names = [firstName, lastName].filter((name) => name !== null)
  const edition = await editionOf(scope)
  const refused = await asServer(scope.trx, scope.acting.organizationId, () =>
    provider.setPassword(scope.trx, { uid: userId, email, edition }, password, names),
  )
  if (refused !== null) throw badInput([{ path: 'password', message: refused }])
  await logUser(scope, 'setPasswordForSelfCareUser', 'user', userId)
  return true
}

/**
 * Mutation fields of schema/user.graphql on the users of an organisation.
 * @param administration null: another provider keeps the sign-ins
 */
export const createUserAdministration = (administration: UserAdministration | null) => ({
  createUser: (scope: Scope, args: MutationCreateUserArgs): Promise<CreatedUser> => {
    const { user, ...given } = read(invitation, args)
    return invite(scope, requireProvider(administration), { ...given, ...user }, args)
  },
  sendInvitationAgain: (
    scope: Scope,
    args: MutationSendInvitationAgainArgs,
  ): Promise<OrganizationUser> => sendAgain(scope, requireProvider(administration), args),
  updateUserOrganization: updateUser,
  deleteUser: (scope: Scope, args: MutationDeleteUserArgs): Promise<boolean> =>
    deleteUser(scope, administration, args),

  async unenrollUserFromTotpMfa(
    scope: Scope,
    { userId }: MutationUnenrollUserFromTotpMfaArgs,
  ): Promise<boolean> {
    const provider = requireProvider(administration)
    await ofSignIn(scope, userId)
    await asServer(scope.trx, scope.acting.organizationId, async () => {
      await provider.unenrolTotp(scope.trx, userId)
      // Whichever provider it is: the account page offers to turn it on again.
      await scope.trx
        .updateTable('user_account')
        .set({ enrolled_in_totp_mfa: false })
        .where('id', '=', userId)
        .execute()
    })
    await logUser(scope, 'unenrollUserFromTotpMfa', 'user', userId)
    return true
  },

  async passwordResetUrl(
    scope: Scope,
    { userId, portalUrl }: MutationPasswordResetUrlArgs,
  ): Promise<boolean> {
    const provider = requireProvider(administration)
    const { email } = await ofSignIn(scope, userId)
    await asServer(scope.trx, scope.acting.organizationId, async () => {
      await provider.createAccount(scope.trx, { uid: userId, email })
      if (!(await provider.sendPasswordReset(scope.trx, userId, portalUrl ?? null)))
        throw conflict('NO_PROVIDER_USER', 'This user cannot sign in yet')
    })
    await logUser(scope, 'passwordResetUrl', 'user', userId)
    return true
  },

  setPasswordForSelfCareUser: (
    scope: Scope,
    args: MutationSetPasswordForSelfCareUserArgs,
  ): Promise<boolean> => setSelfCarePassword(scope, requireProvider(administration), args),
})

const yes = (): Promise<boolean> => Promise.resolve(true)

/** What a repeat of a mutation on users is answered with. */
export const userAdministrationRereads = {
  async createUser(
    _scope: Scope,
    args: MutationCreateUserArgs,
    { id }: Kept,
  ): Promise<CreatedUser> {
    if (id === null) throw notFound()
    return { id, email: read(invitation, args).user.email }
  },
  updateUserOrganization: (scope: Scope, { userId }: MutationUpdateUserOrganizationArgs) =>
    organizationUser(scope, userId),
  sendInvitationAgain: (scope: Scope, { userId }: MutationSendInvitationAgainArgs) =>
    organizationUser(scope, userId),
  acceptInvitation: yes,
  declineInvitation: yes,
  deleteUser: yes,
  unenrollUserFromTotpMfa: yes,
  passwordResetUrl: yes,
  setPasswordForSelfCareUser: yes,
}
