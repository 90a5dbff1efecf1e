import { z } from 'zod'
import {
  CreateRoleDocument,
  CreateUserDocument,
  DeleteRoleDocument,
  DeleteUserDocument,
  OrganizationRolesDocument,
  OrganizationUsersDocument,
  PasswordResetUrlDocument,
  RequireSecondFactorDocument,
  SendInvitationAgainDocument,
  UnenrollUserFromTotpMfaDocument,
  UpdateRoleDocument,
  UpdateUserOrganizationDocument,
} from '../../../schema/generated/documents/user'
import { customRole, jobRole, roleRequired, userEmail } from '../../domain/user/administration'
import { defineCall, defineCommand } from '../../engine/define'

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
  invitation: z
    .object({ sentAt: z.string(), expiresAt: z.string(), hasExpired: z.boolean() })
    .nullable(),
})
/**
 * A user of the acting organisation; `lastLoginAt` ISO instant, null: never. With an `invitation` they
 * are none yet, and the id is that of the invitation.
 */
export type OrganizationUser = z.infer<typeof userSchema>

const roleSchema = z.object({
  id: z.string().nullable(),
  name: z.string(),
  description: z.string(),
  isSystemRole: z.boolean(),
  permissions: z.array(z.string()),
  numberOfUsers: z.number(),
  mayGive: z.boolean(),
})
/** A role of the acting organisation; `id` null: it is built in. */
export type OrganizationRole = z.infer<typeof roleSchema>

/** What the server can sort users by. */
export type UserSort = 'EMAIL' | 'FIRST_NAME' | 'LAST_NAME' | 'LAST_LOGIN'

/** A page of the users of the acting organisation, by email unless told otherwise. */
export const users = defineCall({
  name: 'users',
  document: OrganizationUsersDocument,
  variables: (input: {
    readonly search: string
    readonly take: number
    readonly skip: number
    readonly sort?: UserSort
    readonly descending?: boolean
  }) => input,
  wire: (answer) => {
    const { organizationUsers: page } = z
      .object({
        organizationUsers: z.object({
          users: z.array(userSchema),
          total: z.number(),
          signInsAreOurs: z.boolean(),
        }),
      })
      .parse(answer)
    return { rows: page.users, total: page.total, signInsAreOurs: page.signInsAreOurs }
  },
})

/** The roles of the acting organisation: the built-in ones, then its own. */
export const roles = defineCall({
  name: 'roles',
  document: OrganizationRolesDocument,
  variables: (_input: void) => ({}),
  wire: (answer): readonly OrganizationRole[] =>
    z.object({ organizationRoles: z.array(roleSchema) }).parse(answer).organizationRoles,
})

const lists = ['users', 'roles', 'wards', 'ward', 'wardStaff']
const userId = z.string().min(1)
const byUser = z.object({ userId })
/** Where mailed and shown links lead; the server uses it only where it is ours. */
const portalUrl = z.string()

/** Makes somebody a user and mails them how to sign in. */
export const createUser = defineCommand({
  name: 'createUser',
  document: CreateUserDocument,
  input: z.object({
    email: userEmail,
    role: z.string().min(1, roleRequired),
    jobRole,
    portalUrl,
  }),
  action: 'user.change',
  variables: ({ email, ...rest }) => ({ user: { email }, ...rest }),
  wire: (answer) => ({
    value: z.object({ createUser: z.object({ id: z.string(), email: z.string() }) }).parse(answer)
      .createUser,
  }),
  refreshes: lists,
})

/** Sends an invitation again that nobody answered. */
export const sendInvitationAgain = defineCommand({
  name: 'sendInvitationAgain',
  document: SendInvitationAgainDocument,
  input: byUser.extend({ portalUrl }),
  action: 'user.change',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ sendInvitationAgain: userSchema }).parse(answer).sendInvitationAgain,
  }),
  refreshes: ['users'],
})

/** Changes the roles and the job role of a user. */
export const updateUserOrganization = defineCommand({
  name: 'updateUserOrganization',
  document: UpdateUserOrganizationDocument,
  input: byUser.extend({ roles: z.array(z.string()).min(1, roleRequired), jobRole }),
  action: 'user.change',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ updateUserOrganization: userSchema }).parse(answer).updateUserOrganization,
  }),
  refreshes: lists,
})

/** Removes a user from the organisation. */
export const deleteUser = defineCommand({
  name: 'deleteUser',
  document: DeleteUserDocument,
  input: byUser,
  action: 'user.change',
  variables: (input) => input,
  wire: (answer) => ({ value: z.object({ deleteUser: z.boolean() }).parse(answer).deleteUser }),
  refreshes: lists,
})

/** Says whether the members of the organisation must sign in with a second factor. */
export const requireSecondFactor = defineCommand({
  name: 'requireSecondFactor',
  document: RequireSecondFactorDocument,
  input: z.object({ required: z.boolean() }),
  action: 'organization.require-second-factor',
  variables: (input) => input,
  wire: () => ({ value: true }),
  refreshes: ['users'],
})

/** Takes the second factor off a user. */
export const unenrollUserFromTotpMfa = defineCommand({
  name: 'unenrollUserFromTotpMfa',
  document: UnenrollUserFromTotpMfaDocument,
  input: byUser,
  action: 'user.change',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ unenrollUserFromTotpMfa: z.boolean() }).parse(answer).unenrollUserFromTotpMfa,
  }),
  refreshes: ['users'],
})

/** Mails a user a link with which they choose a new password. */
export const passwordResetUrl = defineCommand({
  name: 'passwordResetUrl',
  document: PasswordResetUrlDocument,
  input: byUser.extend({ portalUrl }),
  action: 'user.change',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ passwordResetUrl: z.boolean() }).parse(answer).passwordResetUrl,
  }),
  refreshes: [],
})

/** Adds a role to the organisation. */
export const createRole = defineCommand({
  name: 'createRole',
  document: CreateRoleDocument,
  input: customRole,
  action: 'role.edit',
  variables: (role) => ({ role }),
  wire: (answer) => ({ value: z.object({ createRole: roleSchema }).parse(answer).createRole }),
  refreshes: lists,
})

/** Changes a role that the organisation added. */
export const updateRole = defineCommand({
  name: 'updateRole',
  document: UpdateRoleDocument,
  input: customRole.extend({ id: z.string().min(1) }),
  action: 'role.edit',
  variables: ({ id, ...role }) => ({ id, role }),
  wire: (answer) => ({ value: z.object({ updateRole: roleSchema }).parse(answer).updateRole }),
  refreshes: lists,
})

/** Deletes a role that the organisation added and nobody holds. */
export const deleteRole = defineCommand({
  name: 'deleteRole',
  document: DeleteRoleDocument,
  input: z.object({ id: z.string().min(1) }),
  action: 'role.edit',
  variables: (input) => input,
  wire: (answer) => ({ value: z.object({ deleteRole: z.boolean() }).parse(answer).deleteRole }),
  refreshes: lists,
})
