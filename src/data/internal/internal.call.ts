import { z } from 'zod'
import {
  InternalOrganizationRelationshipsDocument,
  MailOutboxDocument,
  MailTroublesDocument,
  OrganizationEhrIntegrationsDocument,
  OrganizationsDocument,
  UnreachedAnywhereDocument,
  OrganizationUsersDocument,
  PracticesNotInvitedDocument,
} from '../../../schema/generated/documents/internal'
import { unreachedWardSchema } from '../../domain/calling/calling'
import { defineCall } from '../../engine/define'

const transport = { internal: true } as const

const mailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  createdAt: z.string(),
})
/** A mail that this installation wrote instead of sending. */
export type OutboxMail = z.infer<typeof mailSchema>

const troubleSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  createdAt: z.string(),
  attempts: z.number(),
  problem: z.string(),
  dueAt: z.string().nullable(),
})
/** A mail that could not be handed over yet; without `dueAt` it was given up. */
export type MailTrouble = z.infer<typeof troubleSchema>

export const internalOrganizationSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  edition: z.string(),
  roles: z.array(z.string()),
  numberOfUsers: z.number(),
  numberOfPatientLogins: z.number(),
  acceptedTerms: z.boolean(),
  requiresSecondFactor: z.boolean(),
  createdAt: z.string(),
})
/** Any organisation of the house, as internal staff see it. */
export type InternalOrganization = z.infer<typeof internalOrganizationSchema>

const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  roles: z.array(z.string()),
  jobRole: z.string().nullable(),
  isSelfCare: z.boolean(),
  hasProviderUser: z.boolean().nullable(),
  invitedAt: z.string().nullable(),
  lastLoginAt: z.string().nullable(),
  deletedAt: z.string().nullable(),
  hasAccepted: z.boolean(),
})
/** A user of any organisation, as internal staff see them. */
export type InternalUser = z.infer<typeof userSchema>

/** The embedded server's newest 50 mails. Not kept: their links are secrets. */
export const mailOutbox = defineCall({
  name: 'mailOutbox',
  document: MailOutboxDocument,
  variables: (_input: void) => ({}),
  transport,
  wire: (answer): readonly OutboxMail[] =>
    z.object({ mailOutbox: z.array(mailSchema) }).parse(answer).mailOutbox,
})

/** The newest 50 mails that could not be handed over yet, or were given up. */
export const mailTroubles = defineCall({
  name: 'mailTroubles',
  document: MailTroublesDocument,
  variables: (_input: void) => ({}),
  transport,
  wire: (answer): readonly MailTrouble[] =>
    z.object({ mailTroubles: z.array(troubleSchema) }).parse(answer).mailTroubles,
})

const unreachedSchema = unreachedWardSchema.omit({ ward: true }).extend({
  id: z.string(),
  organization: z.string(),
  ward: z.string(),
})
/** A ward of any organisation where nobody can be reached. */
export type InternalUnreachedWard = z.infer<typeof unreachedSchema>

/** The wards of all organisations where nobody can be reached about a patient. */
export const unreachedAnywhere = defineCall({
  name: 'unreachedAnywhere',
  document: UnreachedAnywhereDocument,
  variables: (_input: void) => ({}),
  transport,
  wire: (answer): readonly InternalUnreachedWard[] =>
    z.object({ unreachedAnywhere: z.array(unreachedSchema) }).parse(answer).unreachedAnywhere,
})

/** A page of all organisations, by name. */
export const organizations = defineCall({
  name: 'organizations',
  document: OrganizationsDocument,
  variables: (input: { readonly search: string; readonly take: number; readonly skip: number }) =>
    input,
  transport,
  wire: (answer) => {
    const { organizations: page } = z
      .object({
        organizations: z.object({
          organizations: z.array(internalOrganizationSchema),
          total: z.number(),
        }),
      })
      .parse(answer)
    return { rows: page.organizations, total: page.total }
  },
})

/** How many practices have no user who was invited. */
export const practicesNotInvited = defineCall({
  name: 'practicesNotInvited',
  document: PracticesNotInvitedDocument,
  variables: (_input: void) => ({}),
  transport,
  wire: (answer) =>
    z.object({ practicesNotInvitedCount: z.number() }).parse(answer).practicesNotInvitedCount,
})

/** The users of an organisation, the deleted ones too where asked for. */
export const organizationUsers = defineCall({
  name: 'organizationUsers',
  document: OrganizationUsersDocument,
  variables: (input: { readonly organizationId: string; readonly includeDeleted: boolean }) =>
    input,
  transport,
  wire: (answer): readonly InternalUser[] =>
    z.object({ organizationUsers: z.array(userSchema) }).parse(answer).organizationUsers,
})

export const relationshipSchema = z.object({
  id: z.string(),
  name: z.string(),
  weHavePermissionTo: z.array(z.string()),
  theyHavePermissionTo: z.array(z.string()),
})
/** A partner of an organisation: what each may do at the other. */
export type InternalRelationship = z.infer<typeof relationshipSchema>

/** The partners of an organisation, by name. */
export const partnersOf = defineCall({
  name: 'partnersOf',
  document: InternalOrganizationRelationshipsDocument,
  variables: (input: { readonly organizationId: string }) => input,
  transport,
  wire: (answer): readonly InternalRelationship[] =>
    z.object({ organizationRelationships: z.array(relationshipSchema) }).parse(answer)
      .organizationRelationships,
})

export const internalIntegrationSchema = z.object({
  id: z.string(),
  name: z.string(),
  carePathway: z.object({ id: z.string(), name: z.string() }),
  integrationType: z.string(),
  triggerType: z.string(),
  address: z.string(),
  createdAt: z.string(),
  openEvents: z.number(),
})
/** Another system that an organisation sends to, as internal staff see it. */
export type InternalIntegration = z.infer<typeof internalIntegrationSchema>

const integrationsSchema = z.object({
  carePathways: z.array(z.object({ id: z.string(), name: z.string() })),
  integrations: z.array(internalIntegrationSchema),
})
/** Those of an organisation, and the pathways that they can be of. */
export type InternalIntegrations = z.infer<typeof integrationsSchema>

/** Which other systems an organisation sends to. */
export const organizationEhrIntegrations = defineCall({
  name: 'organizationEhrIntegrations',
  document: OrganizationEhrIntegrationsDocument,
  variables: (input: { readonly organizationId: string }) => input,
  transport,
  wire: (answer): InternalIntegrations =>
    z.object({ organizationEhrIntegrations: integrationsSchema }).parse(answer)
      .organizationEhrIntegrations,
})
