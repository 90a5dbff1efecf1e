import { z } from 'zod'

/** Why somebody of the same names and birth date is another person (T7), as form and server read it. */
export const differentPatientReason = z
  .string()
  .trim()
  .min(1, 'Enter a reason')
  .max(1000, 'A reason has 1,000 characters at most')
