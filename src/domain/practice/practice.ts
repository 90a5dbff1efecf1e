import { z } from 'zod'
import { isEmail } from '../text/email'
import { givenName } from '../text/given-name'

/** Text that must be there, without the spaces around it. */
const filled = (what: string, longest: number) =>
  givenName(longest, `${what} is required`, `At most ${longest} characters`)

/** A new GP practice and its first user (O330, O331). */
export const newPracticeSchema = z.object({
  organization: z.object({
    name: filled('Practice name', 200),
    telephone: z.string().trim().max(30, 'At most 30 characters').nullable().default(null),
    address: z.object({
      address: filled('Address', 500),
      postcode: filled('Postcode', 20),
    }),
  }),
  user: z.object({
    email: z
      .string()
      .trim()
      .toLowerCase()
      .min(1, 'Email is required')
      .max(254, 'At most 254 characters')
      .refine(isEmail, 'Invalid email'),
    firstName: filled('First name', 100),
    lastName: filled('Last name', 100),
  }),
})
export type NewPractice = z.infer<typeof newPracticeSchema>

/**
 * The calls that lead from the assigned practices to the chosen ones (O261, O262); a practice that is
 * in both is in none of them.
 */
export const practiceChanges = (
  assigned: readonly string[],
  chosen: readonly string[],
): { readonly assign: readonly string[]; readonly unassign: readonly string[] } => ({
  assign: chosen.filter((id) => !assigned.includes(id)),
  unassign: assigned.filter((id) => !chosen.includes(id)),
})
