import { z } from 'zod'
import { permissionSchema } from '../access/permissions'
import { systemRoles } from '../access/roles'
import { isEmail } from '../text/email'
import { givenName } from '../text/given-name'

export const emailRequired = 'Email is required'
export const emailInvalid = 'Invalid email'
export const roleRequired = 'Role is required'

/** For how many days an invitation can be accepted. */
export const invitationDays = 14

/** Until when an invitation that is sent at an instant can be accepted; both ISO instants. */
export const invitationEnds = (sentAt: string): string =>
  new Date(Date.parse(sentAt) + invitationDays * 86_400_000).toISOString()

/** The most characters of a role's name and of its description. */
export const longestRoleName = 80
export const longestRoleDescription = 200

/** An address as accounts are compared by: lower case, without the spaces around it. */
export const userEmail = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, emailRequired)
  .max(254, emailInvalid)
  .refine((text) => text === '' || isEmail(text), emailInvalid)

/** What somebody's work is in an organisation; blank is null. */
export const jobRole = z
  .string()
  .trim()
  .max(100, 'At most 100 characters')
  .nullable()
  .transform((text) => (text === '' ? null : text))

/** What is said of a name that another role of the organisation has. */
export const roleNameTaken = 'There is a role with this name'

/** A role that an organisation adds. */
export const customRole = z.object({
  name: givenName(
    longestRoleName,
    'Name is required',
    `A role name has at most ${longestRoleName} characters`,
  ).refine((name) => !isBuiltIn(name), roleNameTaken),
  description: z
    .string()
    .trim()
    .max(longestRoleDescription, `A description has at most ${longestRoleDescription} characters`),
  permissions: z.array(permissionSchema).min(1, 'Choose at least one permission'),
})
export type CustomRole = z.infer<typeof customRole>

const folded = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** As wide as it ever was: a role of earlier releases can be changed. What is new is compared wider. */
const isBuiltIn = (name: string): boolean =>
  systemRoles.some((known) => folded(known) === folded(name))
