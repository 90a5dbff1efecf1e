import { z } from 'zod'

/** What is said of a login without an address (O314). */
export const loginEmailRequired = 'Email required'
/** What is said of an address that is none (O315). */
export const loginEmailInvalid = 'Invalid email'

/** A login of a patient's own as it is sent; the password is generated (O316). */
export const selfCareLoginInput = z.object({
  email: z.string().trim().min(1, loginEmailRequired),
  password: z.string().min(1, 'Password required'),
})
