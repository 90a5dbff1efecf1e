import { z } from 'zod'
import {
  namedReferenceSchema,
  organizationMembershipSchema,
  organizationSchema,
  personSchema,
} from '../organization/organization'

export const meSchema = z.object({
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  isInternalStaff: z.boolean(),
  roles: z.array(z.string()),
  jobRole: z.string().nullable(),
  permissions: z.record(z.string(), z.boolean()),
  createdAt: z.string(),
  actingOrganization: organizationSchema,
  organizations: z.array(organizationMembershipSchema),
  chatWidgetHash: z.string().nullable(),
  /** The internal user who acts as this one. */
  loggedInAs: personSchema.nullable().default(null),
  isSelfCare: z.boolean(),
  isActiveTeamMember: z.boolean(),
  enrolledInTotpMfa: z.boolean(),
  /** Must have a second factor here, and signed in without one. */
  lacksSecondFactor: z.boolean().optional(),
  canResetPassword: z.boolean(),
  canReceivePushNotifications: z.boolean(),
  areQuicksilvaPreApprovedMessagesSetup: z.boolean(),
  wards: z.array(namedReferenceSchema),
  externalAuthIdentities: z.array(z.object({ id: z.string(), type: z.string() })),
})
/** The signed-in user as a member of the acting organisation. */
export type Me = z.infer<typeof meSchema>
