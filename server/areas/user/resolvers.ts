import type {
  Me,
  MutationRequireSecondFactorArgs,
  MutationUpdateMeArgs,
  OrganizationMembership,
  OrganizationUserPage,
  QueryOrganizationUsersArgs,
} from '../../../schema/generated/resolvers'
import { profileChangeSchema } from '../../../src/domain/user/profile'
import { asServer } from '../../db/across/server-rights'
import { badInput, conflict } from '../../graphql/errors'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { readOrganization } from '../organization'
import type { UserAdministration } from '../../graphql/user-administration'
import { createUserAdministration, userAdministrationRereads } from './administration'
import { invitationMutations, invitationQueries } from './invitations'
import { listRoles } from './members'
import { listUsers } from './organization-users'
import {
  acceptTerms,
  meByLink,
  noteLogin,
  readMe,
  rememberOrganization,
  updateProfile,
} from './repository'
import { roleMutations, roleRereads } from './roles'

/** The version of the platform terms that are accepted now. */
const termsVersion = '1'

const me = async (scope: Scope): Promise<Me> => {
  const organization = await readOrganization(scope)
  const { link } = scope.acting
  return link === undefined ? readMe(scope, organization) : meByLink(scope, link, organization)
}

const log = (scope: Scope, action: string): Promise<void> =>
  logged(scope, { action, entityType: 'user', entityId: scope.acting.userId })

/** Query fields of schema/user.graphql on the person. */
export const userQueries = {
  me,
  userOrganizations: async ({ acting }: Scope): Promise<OrganizationMembership[]> =>
    acting.memberships.map(({ id, name, type }) => ({ id, name, type })),
}

/** The others. @param administration null: another provider keeps the sign-ins */
export const createUserQueries = (administration: UserAdministration | null) => ({
  organizationUsers: async (
    scope: Scope,
    args: QueryOrganizationUsersArgs,
  ): Promise<OrganizationUserPage> => ({
    ...(await listUsers(scope, args)),
    signInsAreOurs: administration !== null,
  }),
  organizationRoles: listRoles,
  ...invitationQueries,
})

const personMutations = {
  async didLogin(scope: Scope): Promise<Me> {
    // Whoever acts as somebody leaves the day of their last login as it is.
    if (scope.loggedInAs === null) await noteLogin(scope)
    await log(scope, 'didLogin')
    return me(scope)
  },
  async didStayLoggedIn(scope: Scope): Promise<boolean> {
    await log(scope, 'didStayLoggedIn')
    return true
  },
  async updateMe(scope: Scope, args: MutationUpdateMeArgs): Promise<Me> {
    const profile = profileChangeSchema.safeParse(args.user)
    if (!profile.success)
      throw badInput(
        profile.error.issues.map((issue) => ({
          path: `user.${issue.path.join('.')}`,
          message: issue.message,
        })),
      )
    await updateProfile(scope, profile.data)
    await log(scope, 'updateMe')
    return me(scope)
  },
  /**
   * Runs as a member of the organisation that the argument names
   * (server/graphql/operations.ts).
   */
  async setActingOrganization(scope: Scope): Promise<Me> {
    // Whoever acts as somebody leaves the organisation that they chose as it is.
    if (scope.loggedInAs === null) await rememberOrganization(scope)
    await log(scope, 'setActingOrganization')
    return me(scope)
  },
  async requireSecondFactor(
    scope: Scope,
    { required }: MutationRequireSecondFactorArgs,
  ): Promise<boolean> {
    const { trx, acting, token } = scope
    if (required && token.secondFactor === undefined)
      throw conflict(
        'SECOND_FACTOR_FIRST',
        'Set up a second factor of your own first, on the account page',
      )
    await asServer(trx, acting.organizationId, () =>
      trx
        .updateTable('organization')
        .set({ requires_second_factor: required })
        .where('id', '=', acting.organizationId)
        .execute(),
    )
    await logged(scope, {
      action: 'requireSecondFactor',
      entityType: 'organization',
      entityId: acting.organizationId,
      details: { required },
    })
    return required
  },
  async createAcceptedTerms(scope: Scope): Promise<Me> {
    if (await acceptTerms(scope, termsVersion)) await log(scope, 'createAcceptedTerms')
    return me(scope)
  },
}

/**
 * Mutation fields of schema/user.graphql.
 * @param administration null: another provider keeps the sign-ins
 */
export const createUserMutations = (administration: UserAdministration | null) => ({
  ...personMutations,
  ...createUserAdministration(administration),
  ...invitationMutations,
  ...roleMutations,
})

export { nowhereFields } from './invitations'

/** What a repeat of a mutation is answered with. */
export const userRereads = {
  didLogin: me,
  didStayLoggedIn: () => Promise.resolve(true),
  updateMe: me,
  setActingOrganization: me,
  createAcceptedTerms: me,
  requireSecondFactor: (_scope: Scope, { required }: MutationRequireSecondFactorArgs) =>
    Promise.resolve(required),
  ...userAdministrationRereads,
  ...roleRereads,
}
