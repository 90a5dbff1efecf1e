import { z } from 'zod'
import { OrganizationUsersDocument } from '../../../schema/generated/documents/user'
import { defineCall } from '../../engine/define'

const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  roles: z.array(z.string()),
  jobRole: z.string().nullable(),
  enrolledInTotpMfa: z.boolean(),
  wards: z.array(z.object({ id: z.string(), name: z.string() })),
  lastLoginAt: z.string().nullable(),
})
/** A user of the acting organisation; `lastLoginAt` ISO instant, null: never. */
export type OrganizationUser = z.infer<typeof userSchema>

/** A page of the users of the acting organisation, by email. */
export const users = defineCall({
  name: 'users',
  document: OrganizationUsersDocument,
  variables: (input: { readonly search: string; readonly take: number; readonly skip: number }) =>
    input,
  wire: (answer) => {
    const { organizationUsers: page } = z
      .object({ organizationUsers: z.object({ users: z.array(userSchema), total: z.number() }) })
      .parse(answer)
    return { rows: page.users, total: page.total }
  },
})
