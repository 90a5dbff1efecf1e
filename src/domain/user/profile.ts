import { z } from 'zod'
import { refuseHidden } from '../text/hidden'

/** A name or job role as it is stored: at most 100 characters (P274, decisions), blank is null. */
const namePart = z
  .string()
  .trim()
  .max(100, 'At most 100 characters')
  .superRefine(refuseHidden)
  .nullable()
  .transform((text) => (text === '' ? null : text))

/** What people change of their own profile. */
export interface Profile {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly jobRole: string | null
}
export const profileSchema: z.ZodType<Profile, Profile> = z.object({
  firstName: namePart,
  lastName: namePart,
  jobRole: namePart,
})

/** The same of a caller that leaves out what it does not change. */
export const profileChangeSchema = z.object({
  firstName: namePart.optional(),
  lastName: namePart.optional(),
  jobRole: namePart.optional(),
})
