import { z } from 'zod'

/**
 * A subject as the author of a command saw them: the server refuses what was written for somebody
 * else by now.
 */
export const seenIdentitySchema = z.object({
  /** First and last name as served. */
  name: z.string(),
  birthDate: z.string(),
  identifierLast4: z.string().nullable(),
  revision: z.number(),
})
export type SeenIdentity = Readonly<z.infer<typeof seenIdentitySchema>>
