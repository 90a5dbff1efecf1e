import { z } from 'zod'
import {
  CreateEhrIntegrationDocument,
  CreateIdentityProviderUserDocument,
  CreateOrganizationDocument,
  DeleteEhrIntegrationDocument,
  InternalPasswordResetUrlDocument,
  InternalUpdateUserDocument,
  InternalUpdateUserRolesDocument,
  InviteAdministratorDocument,
  InviteInternalUserDocument,
  ExitLoginAsTokenDocument,
  LoginAsDocument,
  SendWelcomeEmailDocument,
  SetOrganizationRelationshipDocument,
  SetSecondFactorDutyDocument,
} from '../../../schema/generated/documents/internal'
import { defineCommand } from '../../engine/define'
import { relationshipPermissions } from '../../domain/referral/referral'
import { statedReason } from '../../domain/text/stated-reason'
import {
  internalIntegrationSchema,
  internalOrganizationSchema,
  relationshipSchema,
} from './internal.call'

/** What every command of internal staff has in common. */
const shared = {
  action: 'internal.use',
  transport: { internal: true },
  refreshes: [
    'organizations',
    'organizationUsers',
    'organizationEhrIntegrations',
    'practicesNotInvited',
    'mailOutbox',
    'mailTroubles',
    'partnersOf',
  ],
} as const

const id = z.string().min(1)
const member = z.object({ userId: id, organizationId: id })
const text = z.string().nullable()

/** Makes an organisation with its first user, who administers it. */
export const createOrganization = defineCommand({
  ...shared,
  name: 'createOrganization',
  document: CreateOrganizationDocument,
  input: z.object({
    organization: z.object({
      name: z.string(),
      type: z.string(),
      edition: z.string(),
      telephone: text,
      address: text,
      postcode: text,
      nationalIdentifierScheme: text,
      features: z.array(z.string()),
    }),
    user: z.object({ email: z.string(), firstName: text, lastName: text }),
  }),
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ createOrganization: internalOrganizationSchema }).parse(answer)
      .createOrganization,
  }),
})

/** Says whether the members of an organisation must have a second factor. */
export const setSecondFactorDuty = defineCommand({
  ...shared,
  name: 'setSecondFactorDuty',
  document: SetSecondFactorDutyDocument,
  input: z.object({ organizationId: id, required: z.boolean() }),
  variables: (input) => input,
  wire: () => ({ value: true }),
})

/** Asks somebody to administer an organisation that has no user yet. */
export const inviteAdministrator = defineCommand({
  ...shared,
  name: 'inviteAdministrator',
  document: InviteAdministratorDocument,
  input: z.object({
    organizationId: id,
    email: z.string().min(1),
    firstName: text,
    lastName: text,
  }),
  variables: ({ organizationId, ...user }) => ({ organizationId, user }),
  wire: () => ({ value: true }),
})

/** Makes a colleague, who is internal staff, too. */
export const inviteInternalUser = defineCommand({
  ...shared,
  name: 'inviteInternalUser',
  document: InviteInternalUserDocument,
  input: z.object({ email: z.string().min(1), firstName: text, lastName: text }),
  variables: (user) => ({ user }),
  wire: (answer) => ({
    value: z.object({ inviteInternalUser: z.boolean() }).parse(answer).inviteInternalUser,
  }),
})

/** Changes the name of any user. */
export const updateUserName = defineCommand({
  ...shared,
  name: 'updateUserName',
  document: InternalUpdateUserDocument,
  input: z.object({ userId: id, firstName: text, lastName: text }),
  variables: (input) => input,
  wire: (answer) => ({ value: z.object({ updateUser: z.boolean() }).parse(answer).updateUser }),
})

/** Replaces the roles of a user of any organisation. */
export const updateUserRoles = defineCommand({
  ...shared,
  name: 'updateUserRoles',
  document: InternalUpdateUserRolesDocument,
  input: member.extend({ roles: z.array(z.string()) }),
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ updateUserRoles: z.boolean() }).parse(answer).updateUserRoles,
  }),
})

/** Welcomes a user by mail. */
export const sendWelcomeEmail = defineCommand({
  ...shared,
  name: 'sendWelcomeEmail',
  document: SendWelcomeEmailDocument,
  input: member,
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ sendWelcomeEmail: z.boolean() }).parse(answer).sendWelcomeEmail,
  }),
})

/** Lets a user sign in at the identity provider. */
export const createIdentityProviderUser = defineCommand({
  ...shared,
  name: 'createIdentityProviderUser',
  document: CreateIdentityProviderUserDocument,
  input: member,
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ createIdentityProviderUser: z.boolean() }).parse(answer)
      .createIdentityProviderUser,
  }),
})

/** Mails a user a link to choose a password. */
export const passwordResetLink = defineCommand({
  ...shared,
  name: 'passwordResetLink',
  document: InternalPasswordResetUrlDocument,
  input: member,
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ passwordResetUrl: z.boolean() }).parse(answer).passwordResetUrl,
  }),
})

/** Answers a token that signs in as the user, once. */
export const loginAs = defineCommand({
  ...shared,
  name: 'loginAs',
  document: LoginAsDocument,
  input: z.object({ userId: id, reason: statedReason }),
  variables: (input) => input,
  wire: (answer) => ({ value: z.object({ loginAs: z.string() }).parse(answer).loginAs }),
  refreshes: [],
})

/** Answers a token that signs in as oneself, once, within the hour that one may act as another. */
export const exitLoginAsToken = defineCommand({
  ...shared,
  name: 'exitLoginAsToken',
  document: ExitLoginAsTokenDocument,
  input: z.object({}),
  variables: () => ({}),
  wire: (answer) => ({
    value: z.object({ exitLoginAsToken: z.string() }).parse(answer).exitLoginAsToken,
  }),
  refreshes: [],
})

/** Says what an organisation may do at another, one way. */
export const setOrganizationRelationship = defineCommand({
  ...shared,
  name: 'setOrganizationRelationship',
  document: SetOrganizationRelationshipDocument,
  input: z.object({
    organizationId: id,
    partnerOrganizationId: id,
    permissions: z.array(z.enum(relationshipPermissions)),
  }),
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ setOrganizationRelationship: relationshipSchema }).parse(answer)
      .setOrganizationRelationship,
  }),
})

/** Sets up which other system a care pathway sends to; the secret is null where it was told before. */
export const createEhrIntegration = defineCommand({
  ...shared,
  name: 'createEhrIntegration',
  document: CreateEhrIntegrationDocument,
  input: z.object({
    organizationId: id,
    integration: z.object({
      carePathwayId: id,
      name: z.string(),
      integrationType: z.string(),
      triggerType: z.string(),
      address: z.string(),
    }),
  }),
  variables: (input) => input,
  wire: (answer) => ({
    value: z
      .object({
        createEhrIntegration: z.object({
          secret: z.string().nullable(),
          integration: internalIntegrationSchema,
        }),
      })
      .parse(answer).createEhrIntegration,
  }),
})

/** Ends an integration. */
export const deleteEhrIntegration = defineCommand({
  ...shared,
  name: 'deleteEhrIntegration',
  document: DeleteEhrIntegrationDocument,
  input: z.object({ organizationId: id, ehrIntegrationId: id }),
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ deleteEhrIntegration: z.boolean() }).parse(answer).deleteEhrIntegration,
  }),
})
