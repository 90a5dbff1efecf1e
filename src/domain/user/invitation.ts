import { z } from 'zod'

/** An organisation asks a person to be its user; `invitedBy` null: nobody is known. */
export const invitationSchema = z.object({
  id: z.string(),
  organization: z.object({ id: z.string(), name: z.string() }),
  invitedBy: z.string().nullable(),
  roles: z.array(z.string()),
  jobRole: z.string().nullable(),
  expiresAt: z.string(),
  /** It can no longer be answered, unless it is sent again. */
  hasExpired: z.boolean(),
})
export type Invitation = z.infer<typeof invitationSchema>
