import type { Me, MutationUpdateMeArgs } from '../../../schema/generated/resolvers'
import { profileChangeSchema } from '../../../src/domain/user/profile'
import { badInput } from '../../graphql/errors'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { readOrganization } from '../organization'
import { organizationUsers } from './organization-users'
import { acceptTerms, noteLogin, readMe, rememberOrganization, updateProfile } from './repository'

/** The version of the platform terms that are accepted now. */
const termsVersion = '1'

const me = async (scope: Scope): Promise<Me> => readMe(scope, await readOrganization(scope))

const log = (scope: Scope, action: string): Promise<void> =>
  logged(scope, { action, entityType: 'user', entityId: scope.acting.userId })

/** Query fields of schema/user.graphql. */
export const userQueries = { me, organizationUsers }

/** Mutation fields of schema/user.graphql. */
export const userMutations = {
  async didLogin(scope: Scope): Promise<Me> {
    await noteLogin(scope)
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
    await rememberOrganization(scope)
    await log(scope, 'setActingOrganization')
    return me(scope)
  },
  async createAcceptedTerms(scope: Scope): Promise<Me> {
    if (await acceptTerms(scope, termsVersion)) await log(scope, 'createAcceptedTerms')
    return me(scope)
  },
}

/** What a repeat of a mutation is answered with. */
export const userRereads = {
  didLogin: me,
  didStayLoggedIn: () => Promise.resolve(true),
  updateMe: me,
  setActingOrganization: me,
  createAcceptedTerms: me,
}
