import { z } from 'zod'

/** A reason that somebody gives for what is looked into afterwards, as the form and the server read it. */
export const statedReason = z
  .string()
  .trim()
  .min(10, 'Enter a reason of 10 characters or more')
  .max(1000, 'A reason has 1,000 characters at most')
