import type {
  CreatedUser,
  Invitation,
  MutationAcceptInvitationArgs,
  MutationCreateUserArgs,
  MutationDeclineInvitationArgs,
  MutationSendInvitationAgainArgs,
  OrganizationUser,
} from '../../../schema/generated/resolvers'
import { isoNow } from '../../clock'
import {
  acceptInvitation,
  declineInvitation,
  inviteUser,
  invitationsOf,
  sendInvitation,
  withdrawInvitation,
  withdrawInvitations,
} from '../../db/across/invitations'
import { asServer } from '../../db/across/server-rights'
import { conflict, notFound } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'
import { mailInvitation, type UserAdministration } from '../../graphql/user-administration'
import { logInvitation } from './log'
import { lockMembers, requireGivable, requireNoMore } from './members'
import { organizationUser } from './organization-users'

/** Somebody whom the acting organisation asked to be its user, and who has not answered. */
export interface Pending {
  readonly id: string
  readonly roles: readonly string[]
  readonly jobRole: string | null
}

/** An invitation of the acting organisation; undefined: it has no such one. */
export const findInvitation = async (
  { trx, acting }: Scope,
  id: string,
): Promise<Pending | undefined> => {
  const row = await trx
    .selectFrom('invitation')
    .select(['id', 'roles', 'job_role'])
    .where('id', '=', id)
    .where('organization_id', '=', acting.organizationId)
    .executeTakeFirst()
  return row && { id: row.id, roles: row.roles, jobRole: row.job_role }
}

type Organization = Awaited<ReturnType<typeof lockMembers>>

const about = ({ name, edition }: Organization, portalUrl: string | null | undefined) => ({
  organizationName: name,
  edition,
  portalUrl: portalUrl ?? null,
})

/** Asks a person to be a user. The caller has read what is given. @throws CONFLICT */
export const invite = async (
  scope: Scope,
  provider: UserAdministration,
  given: { readonly email: string; readonly role: string; readonly jobRole: string | null },
  { portalUrl }: Pick<MutationCreateUserArgs, 'portalUrl'>,
): Promise<CreatedUser> => {
  const organization = await lockMembers(scope)
  await requireGivable(scope, [given.role])
  const { trx, acting } = scope
  const invited = await asServer(trx, acting.organizationId, () =>
    inviteUser(
      trx,
      {
        organizationId: acting.organizationId,
        email: given.email,
        roles: [given.role],
        jobRole: given.jobRole,
        invitedBy: acting.userId,
        at: isoNow(scope.clock),
      },
      (asked) => mailInvitation(provider, trx, asked, about(organization, portalUrl)),
    ),
  )
  if (invited === 'member')
    throw conflict('ALREADY_A_USER', 'There is a user with this email already')
  if (invited === 'invited') throw conflict('ALREADY_INVITED', 'This email was invited already')
  if (invited === 'expired')
    throw conflict(
      'INVITATION_EXPIRED',
      'This email was invited before, and the invitation has expired. Send it again in the list of users.',
    )
  await logInvitation(scope, 'createUser', invited.id, { role: given.role })
  return { id: invited.id, email: given.email }
}

/** Changes what somebody is to be once they accept. */
export const changeInvitation = async (
  scope: Scope,
  before: Pending,
  to: { readonly roles: readonly string[]; readonly jobRole: string | null },
): Promise<OrganizationUser> => {
  await scope.trx
    .updateTable('invitation')
    .set({ roles: JSON.stringify(to.roles), job_role: to.jobRole })
    .where('id', '=', before.id)
    .where('organization_id', '=', scope.acting.organizationId)
    .execute()
  await logInvitation(scope, 'changeInvitation', before.id, {
    before: before.roles,
    roles: to.roles,
  })
  return organizationUser(scope, before.id)
}

/** Takes an invitation back. @throws CONFLICT, reason USER_MAY_MORE */
export const withdraw = async (
  scope: Scope,
  provider: UserAdministration | null,
  invitation: Pending,
): Promise<boolean> => {
  const { trx, acting } = scope
  await requireNoMore(scope, { ...invitation, isInternalStaff: false })
  await asServer(trx, acting.organizationId, () =>
    withdrawInvitation(
      trx,
      { id: invitation.id, organizationId: acting.organizationId, at: isoNow(scope.clock) },
      async (userId) => provider?.deleteAccount(trx, userId),
    ),
  )
  await logInvitation(scope, 'withdrawInvitation', invitation.id)
  return true
}

/** Takes back what somebody asked of others who did not accept: who is gone vouches for nobody. */
export const withdrawOf = async (
  scope: Scope,
  provider: UserAdministration | null,
  invitedBy: string,
): Promise<void> => {
  const { trx, acting } = scope
  const gone = await asServer(trx, acting.organizationId, () =>
    withdrawInvitations(
      trx,
      { organizationId: acting.organizationId, invitedBy, at: isoNow(scope.clock) },
      async (userId) => provider?.deleteAccount(trx, userId),
    ),
  )
  for (const id of gone) await logInvitation(scope, 'withdrawInvitation', id)
}

/** Sends the mail of an invitation again. @throws NOT_FOUND; CONFLICT, reason ROLE_HOLDS_MORE */
export const sendAgain = async (
  scope: Scope,
  provider: UserAdministration,
  { userId: id, portalUrl }: MutationSendInvitationAgainArgs,
): Promise<OrganizationUser> => {
  const { trx, acting } = scope
  const organization = await lockMembers(scope)
  const invitation = await findInvitation(scope, id)
  if (invitation === undefined) throw notFound()
  await requireGivable(scope, invitation.roles)
  await asServer(trx, acting.organizationId, () =>
    sendInvitation(
      trx,
      { id, organizationId: acting.organizationId, at: isoNow(scope.clock) },
      (asked) => mailInvitation(provider, trx, asked, about(organization, portalUrl)),
    ),
  )
  await logInvitation(scope, 'sendInvitationAgain', id)
  return organizationUser(scope, id)
}

type Answering = Parameters<typeof invitationsOf>[1]

/** What a person was asked, and their answers, wherever they belong; with the server's rights. */
const answers = {
  invitations: async (trx: Scope['trx'], who: Answering): Promise<Invitation[]> =>
    (await invitationsOf(trx, who)).map(({ roles, ...rest }) => ({ ...rest, roles: [...roles] })),
  async accept(trx: Scope['trx'], who: Answering, id: string): Promise<boolean> {
    if (!(await acceptInvitation(trx, id, who))) throw notFound()
    return true
  },
  async decline(trx: Scope['trx'], who: Answering, id: string): Promise<boolean> {
    if (!(await declineInvitation(trx, id, who))) throw notFound()
    return true
  },
}

const asPerson = <Value>(
  { trx, acting, clock }: Scope,
  work: (trx: Scope['trx'], who: Answering) => Promise<Value>,
): Promise<Value> =>
  asServer(trx, acting.organizationId, () =>
    work(trx, { userId: acting.userId, at: isoNow(clock) }),
  )

/** Query fields of schema/user.graphql on what the caller was asked. */
export const invitationQueries = {
  invitations: (scope: Scope): Promise<Invitation[]> => asPerson(scope, answers.invitations),
}

/** Mutation fields of schema/user.graphql with which the caller answers. */
export const invitationMutations = {
  acceptInvitation: (scope: Scope, { id }: MutationAcceptInvitationArgs): Promise<boolean> =>
    asPerson(scope, (trx, who) => answers.accept(trx, who, id)),
  declineInvitation: (scope: Scope, { id }: MutationDeclineInvitationArgs): Promise<boolean> =>
    asPerson(scope, (trx, who) => answers.decline(trx, who, id)),
}

type Person = Answering & Pick<Scope, 'trx'>

/** The same fields for who belongs to no organisation. */
export const nowhereFields = {
  invitations: ({ trx, ...who }: Person): Promise<Invitation[]> => answers.invitations(trx, who),
  acceptInvitation: (
    { trx, ...who }: Person,
    { id }: MutationAcceptInvitationArgs,
  ): Promise<boolean> => answers.accept(trx, who, id),
  declineInvitation: (
    { trx, ...who }: Person,
    { id }: MutationDeclineInvitationArgs,
  ): Promise<boolean> => answers.decline(trx, who, id),
}
