import { z } from 'zod'

export const seenIdentitySchema = z.object({
  name: z.string(),
  birthDate: z.string(),
  identifierLast4: z.string().nullable(),
  revision: z.number(),
})
export type SeenIdentity = Readonly<z.infer<typeof seenIdentitySchema>>
