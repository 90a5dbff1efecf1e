import { z } from 'zod'

/** An identity of another system that is linked to an account. */
export const externalIdentitySchema = z.object({
  id: z.string(),
  type: z.string(),
  /** The ids that the other system has for the user and for their organisation. */
  externalOrgId: z.string(),
  externalUserId: z.string(),
  /** ISO instant. */
  linkedAt: z.string(),
})
export type ExternalIdentity = z.infer<typeof externalIdentitySchema>
