import { z } from 'zod'

/** Why internal staff sign in as a user, as the form and the server read it. */
export const loginAsReason = z
  .string()
  .trim()
  .min(10, 'Enter a reason of 10 characters or more')
  .max(1000, 'A reason has 1,000 characters at most')
