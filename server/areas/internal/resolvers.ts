import type {
  InternalOrganization,
  InternalOrganizationPage,
  InternalUser,
  InternalUnreachedWard,
  MailTrouble,
  MutationCreateIdentityProviderUserArgs,
  MutationCreateOrganizationArgs,
  MutationInviteAdministratorArgs,
  MutationInviteInternalUserArgs,
  MutationSetSecondFactorDutyArgs,
  MutationLoginAsArgs,
  MutationPasswordResetUrlArgs,
  MutationSendWelcomeEmailArgs,
  MutationUpdateUserArgs,
  MutationUpdateUserRolesArgs,
  OutboxMail,
  QueryOrganizationsArgs,
  QueryOrganizationUsersArgs,
} from '../../../schema/generated/internal-resolvers'
import {
  firstUserSchema,
  newOrganizationSchema,
} from '../../../src/domain/organization/new-organization'
import { statedReason } from '../../../src/domain/text/stated-reason'
import { pressedClaim } from '../../../src/domain/toolbar-identity/toolbar-identity'
import { profileSchema } from '../../../src/domain/user/profile'
import { isoNow } from '../../clock'
import {
  createOrganization,
  inviteAdministrator,
  inviteInternalUser,
  sendInvitationFor,
  setSecondFactorDuty,
  type NamedOrganization,
} from '../../db/across/organizations'
import type { Invited } from '../../db/across/invitations'
import { changeRoles, loginAs, renameUser, withMember, type Member } from '../../db/across/users'
import { actingAtMostMs, factorClaim } from '../../graphql/acting-as'
import { badInput, conflict, forbidden, notFound } from '../../graphql/errors'
import { AfterCommit } from '../../graphql/guard'
import type { Kept } from '../../graphql/idempotency'
import { pageSize } from '../../graphql/paging'
import type { InternalScope } from '../../graphql/scope'
import { mailInvitation, type UserAdministration } from '../../graphql/user-administration'
import { unreachedIn } from '../calling'
import { endLostDuties } from '../duty'
import { copyTemplates } from '../pathway'
import { askerOf, read } from './given'
import {
  chooseDefaultPathway,
  countNotInvited,
  findOrganization,
  isInvitation,
  newestMails,
  newestTroubles,
  noteInvited,
  pageOfOrganizations,
  usersOf,
} from './repository'

/** @throws FORBIDDEN where this house may not change accounts at its identity provider */
const administrationOf = ({ administration }: InternalScope): UserAdministration => {
  if (administration === null)
    throw forbidden('This installation does not manage accounts at its identity provider')
  return administration
}

const organizationNow = async (
  { trx }: InternalScope,
  id: string | null,
): Promise<InternalOrganization> => {
  const found = id === null ? undefined : await findOrganization(trx, id)
  if (found === undefined) throw notFound()
  return found
}

const noProviderUser = () => conflict('NO_PROVIDER_USER', 'This user cannot sign in yet')
const addressTaken = () => conflict('ADDRESS_TAKEN', 'Another account has this email address')

/** Tells somebody that they are asked to be a user. @throws FORBIDDEN as of administrationOf */
const mail = (
  scope: InternalScope,
  invited: Invited,
  { name, edition }: NamedOrganization,
): Promise<void> =>
  mailInvitation(administrationOf(scope), scope.trx, invited, { organizationName: name, edition })

/** Lets a member sign in, and welcomes them. @throws CONFLICT ADDRESS_TAKEN */
const welcome = async (
  scope: InternalScope,
  { userId, organizationId }: Member,
  account: {
    readonly email: string
    readonly organizationName: string
    readonly edition: 'en-GB' | 'en-US'
  },
): Promise<void> => {
  const administration = administrationOf(scope)
  const user = { uid: userId, ...account }
  if (!(await administration.createAccount(scope.trx, user))) throw addressTaken()
  await administration.sendWelcome(scope.trx, user)
  await noteInvited(scope.trx, { userId, organizationId }, isoNow(scope.clock))
}

/**
 * Query fields of schema/internal.graphql; they see every organisation, so that only internal staff
 * get here.
 */
export const internalQueries = {
  organizations: (
    scope: InternalScope,
    { search, take, skip }: QueryOrganizationsArgs,
  ): Promise<InternalOrganizationPage> => {
    if (skip < 0) throw badInput([{ path: 'skip', message: 'Must be 0 or more' }])
    return pageOfOrganizations(scope.trx, search ?? '', { take: pageSize(take), skip })
  },
  organizationUsers: (
    scope: InternalScope,
    args: QueryOrganizationUsersArgs,
  ): Promise<InternalUser[]> => usersOf(scope, args.organizationId, args.includeDeleted === true),
  practicesNotInvitedCount: (scope: InternalScope): Promise<number> => countNotInvited(scope.trx),
  mailOutbox: (scope: InternalScope): Promise<OutboxMail[]> => newestMails(scope.trx, scope.clock),
  mailTroubles: (scope: InternalScope): Promise<MailTrouble[]> => newestTroubles(scope.trx),
  unreachedAnywhere: async ({ trx }: InternalScope): Promise<InternalUnreachedWard[]> =>
    (await unreachedIn(trx, null)).map(({ ward, organization, ...told }) => ({
      ...told,
      id: ward.id,
      ward: ward.name,
      organization,
    })),
}

/** Mutation fields of schema/internal.graphql. */
export const internalMutations = {
  async createOrganization(
    scope: InternalScope,
    args: MutationCreateOrganizationArgs,
  ): Promise<InternalOrganization> {
    const organization = read(newOrganizationSchema, args.organization, 'organization')
    const person = read(firstUserSchema, args.user, 'user')
    const { name, edition } = organization
    const id = await createOrganization(
      scope.trx,
      askerOf(scope),
      organization,
      person,
      (invited) => mail(scope, invited, { name, edition }),
    )
    // The supplier's own organisation has no patients.
    if (organization.type !== 'internal')
      await chooseDefaultPathway(
        scope.trx,
        id,
        await copyTemplates(scope.trx, id, isoNow(scope.clock)),
      )
    return organizationNow(scope, id)
  },

  async inviteAdministrator(
    scope: InternalScope,
    { organizationId, user }: MutationInviteAdministratorArgs,
  ): Promise<boolean> {
    const administration = administrationOf(scope)
    await inviteAdministrator(
      scope.trx,
      askerOf(scope),
      { ...read(firstUserSchema, user, 'user'), organizationId },
      (invited, organization) => mail(scope, invited, organization),
      (userId) => administration.deleteAccount(scope.trx, userId),
    )
    return true
  },

  async inviteInternalUser(
    scope: InternalScope,
    args: MutationInviteInternalUserArgs,
  ): Promise<boolean> {
    const person = read(firstUserSchema, args.user, 'user')
    administrationOf(scope)
    const { userId, name, edition } = await inviteInternalUser(scope.trx, askerOf(scope), person)
    await welcome(
      scope,
      { userId, organizationId: scope.acting.organizationId },
      { email: person.email, organizationName: name, edition },
    )
    return true
  },

  async setSecondFactorDuty(
    scope: InternalScope,
    { organizationId, required }: MutationSetSecondFactorDutyArgs,
  ): Promise<InternalOrganization> {
    await setSecondFactorDuty(scope.trx, askerOf(scope), organizationId, required)
    return organizationNow(scope, organizationId)
  },

  async updateUser(
    scope: InternalScope,
    { userId, firstName, lastName }: MutationUpdateUserArgs,
  ): Promise<boolean> {
    const names = read(
      profileSchema,
      { firstName: firstName ?? null, lastName: lastName ?? null, jobRole: null },
      '',
    )
    await renameUser(scope.trx, askerOf(scope), {
      userId,
      firstName: names.firstName,
      lastName: names.lastName,
    })
    return true
  },

  async updateUserRoles(scope: InternalScope, args: MutationUpdateUserRolesArgs): Promise<boolean> {
    await changeRoles(scope.trx, askerOf(scope), args)
    await endLostDuties(scope, args.organizationId, args)
    return true
  },

  async sendWelcomeEmail(
    scope: InternalScope,
    member: MutationSendWelcomeEmailArgs,
  ): Promise<boolean> {
    const asker = askerOf(scope)
    const { userId: id, organizationId } = member
    if (await isInvitation(scope.trx, member))
      await sendInvitationFor(scope.trx, asker, { id, organizationId }, (invited, organization) =>
        mail(scope, invited, organization),
      )
    else
      await withMember(scope.trx, asker, member, 'sendWelcomeEmail', (account) =>
        welcome(scope, member, account),
      )
    return true
  },

  async createIdentityProviderUser(
    scope: InternalScope,
    member: MutationCreateIdentityProviderUserArgs,
  ): Promise<boolean> {
    const administration = administrationOf(scope)
    await withMember(
      scope.trx,
      askerOf(scope),
      member,
      'createIdentityProviderUser',
      async ({ email }) => {
        if (!(await administration.createAccount(scope.trx, { uid: member.userId, email })))
          throw addressTaken()
      },
    )
    return true
  },

  async passwordResetUrl(
    scope: InternalScope,
    member: MutationPasswordResetUrlArgs,
  ): Promise<boolean> {
    const administration = administrationOf(scope)
    await withMember(scope.trx, askerOf(scope), member, 'passwordResetUrl', async () => {
      if (!(await administration.sendPasswordReset(scope.trx, member.userId)))
        throw noProviderUser()
    })
    return true
  },

  async loginAs(
    scope: InternalScope,
    { userId, reason: given }: MutationLoginAsArgs,
  ): Promise<AfterCommit> {
    const administration = administrationOf(scope)
    const reason = read(statedReason, given, 'reason')
    const { name, ...user } = await loginAs(scope.trx, askerOf(scope), userId, reason)
    if (!(await administration.accountsOf(scope.trx, [userId])).has(userId)) throw noProviderUser()
    await administration.tellActedAs(scope.trx, user, { name, reason, edition: user.edition })
    return new AfterCommit(() =>
      administration.signInToken(userId, { loggedInAs: scope.acting.userId }),
    )
  },

  exitLoginAsToken: async (scope: InternalScope): Promise<AfterCommit> => {
    const administration = administrationOf(scope)
    return new AfterCommit(() =>
      administration.signInToken(
        scope.acting.userId,
        { [pressedClaim]: 'yes', ...(scope.passedSecondFactor ? { [factorClaim]: 'yes' } : {}) },
        actingAtMostMs / 1000,
      ),
    )
  },
}

const shownOnce = (): Promise<string> =>
  Promise.reject(conflict('SHOWN_ONCE', 'This was answered before. Try again.'))
const doneBefore = (): Promise<boolean> => Promise.resolve(true)

/** What a repeat of a mutation is answered with. */
export const internalRereads = {
  createOrganization: (scope: InternalScope, _args: object, { id }: Kept) =>
    organizationNow(scope, id),
  inviteAdministrator: doneBefore,
  inviteInternalUser: doneBefore,
  setSecondFactorDuty: (
    scope: InternalScope,
    { organizationId }: MutationSetSecondFactorDutyArgs,
  ) => organizationNow(scope, organizationId),
  updateUser: doneBefore,
  updateUserRoles: doneBefore,
  sendWelcomeEmail: doneBefore,
  createIdentityProviderUser: doneBefore,
  passwordResetUrl: doneBefore,
  loginAs: shownOnce,
  exitLoginAsToken: shownOnce,
}
