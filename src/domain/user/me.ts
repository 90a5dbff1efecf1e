import { z } from 'zod'
import {
  namedReferenceSchema,
  organizationMembershipSchema,
  organizationSchema,
  personSchema,
} from '../organization/organization'
import { externalIdentitySchema } from '../toolbar-identity/external-identity'

/** A user's account, whatever the organisation. */
export const accountSchema = z.object({
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  isInternalStaff: z.boolean(),
  createdAt: z.string(),
  isSelfCare: z.boolean(),
  enrolledInTotpMfa: z.boolean(),
  canReceivePushNotifications: z.boolean(),
})

/** The one record that a share link opens, and until when, ISO 8601. */
const sharedRecordSchema = z.object({ patientId: z.string(), expiresAt: z.string() })

export const meSchema = accountSchema.extend({
  /** Names of the roles held in the acting organisation. */
  roles: z.array(z.string()),
  /** What their work is in the acting organisation. */
  jobRole: z.string().nullable(),
  /** Map of permission key to true. */
  permissions: z.record(z.string(), z.boolean()),
  actingOrganization: organizationSchema,
  organizations: z.array(organizationMembershipSchema),
  /**
   * HMAC of the user id for the in-product chat widget; null where none is configured, and while
   * somebody else acts as the user.
   */
  chatWidgetHash: z.string().nullable(),
  /** The internal user who acts as this one; null: they act themselves. */
  loggedInAs: personSchema.nullable().default(null),
  isActiveTeamMember: z.boolean(),
  /**
   * They must have a second factor here, and signed in without one: nothing else is answered
   * (FORBIDDEN, reason SECOND_FACTOR) until they set one up at the identity provider.
   */
  lacksSecondFactor: z.boolean().optional(),
  canResetPassword: z.boolean(),
  areQuicksilvaPreApprovedMessagesSetup: z.boolean(),
  /**
   * Wards of the acting organisation that the user is assigned to; every one with view_all_wards.
   */
  wards: z.array(namedReferenceSchema),
  /** Identities of other systems, linked in the acting organisation: the first linked first. */
  externalAuthIdentities: z.array(externalIdentitySchema),
  /** They read one record by a share link, and nothing else: whose, and until when (ISO 8601). */
  sharedRecord: sharedRecordSchema.nullable().optional(),
})
/** The signed-in user as a member of the acting organisation. */
export type Me = z.infer<typeof meSchema>
