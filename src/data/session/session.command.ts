import { z } from 'zod'
import {
  AcceptInvitationDocument,
  CreateAcceptedTermsDocument,
  DeclineInvitationDocument,
  DidLoginDocument,
  DidStayLoggedInDocument,
  SetActingOrganizationDocument,
  UpdateMeDocument,
} from '../../../schema/generated/documents/session'
import { profileSchema } from '../../domain/user/profile'
import { defineCommand } from '../../engine/define'
import { settleMe } from './session.wire'

const nothing = z.object({})

/** Records a finished sign-in; answers the user. */
export const didLogin = defineCommand({
  name: 'didLogin',
  document: DidLoginDocument,
  input: nothing,
  action: null,
  variables: () => ({}),
  wire: settleMe('didLogin'),
})

/** Tells the server that the user chose to stay signed in (P254). */
export const didStayLoggedIn = defineCommand({
  name: 'didStayLoggedIn',
  document: DidStayLoggedInDocument,
  input: nothing,
  action: null,
  variables: () => ({}),
  wire: (answer) => ({
    value: z.object({ didStayLoggedIn: z.boolean() }).parse(answer).didStayLoggedIn,
  }),
})

/** Changes the user's own profile. */
export const updateMe = defineCommand({
  name: 'updateMe',
  document: UpdateMeDocument,
  input: profileSchema,
  action: 'profile.update',
  variables: (user) => ({ user }),
  wire: settleMe('updateMe'),
})

/** Accepts the platform terms on behalf of the acting organisation. */
export const acceptTerms = defineCommand({
  name: 'createAcceptedTerms',
  document: CreateAcceptedTermsDocument,
  input: nothing,
  action: 'terms.accept',
  variables: () => ({}),
  wire: settleMe('createAcceptedTerms'),
})

/** Changes the organisation. Screens use `useSession().setActingOrganization`. */
export const setActingOrganization = defineCommand({
  name: 'setActingOrganization',
  document: SetActingOrganizationDocument,
  input: z.object({ organizationId: z.string().min(1) }),
  action: 'organization.switch',
  variables: ({ organizationId }) => ({ organizationId }),
  wire: settleMe('setActingOrganization'),
})

const answered = ['invitations', 'userOrganizations']
const byInvitation = z.object({ id: z.string().min(1) })

/**
 * Says yes to an invitation: from then on they may act as the organisation. Who belongs to none has no
 * right to judge yet: the server does, and screens of a member ask `may`.
 */
export const acceptInvitation = defineCommand({
  name: 'acceptInvitation',
  document: AcceptInvitationDocument,
  input: byInvitation,
  action: null,
  variables: (input) => input,
  wire: () => ({ value: true }),
  refreshes: answered,
})

/** Says no to an invitation, as of acceptInvitation. */
export const declineInvitation = defineCommand({
  name: 'declineInvitation',
  document: DeclineInvitationDocument,
  input: byInvitation,
  action: null,
  variables: (input) => input,
  wire: () => ({ value: true }),
  refreshes: answered,
})
