import { z } from 'zod'
import {
  MailOutboxDocument,
  OrganizationUsersDocument,
} from '../../../schema/generated/documents/internal'
import { defineCall } from '../../engine/define'

const mailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  createdAt: z.string(),
})
/** A mail that this installation wrote instead of sending. */
export type OutboxMail = z.infer<typeof mailSchema>

const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  roles: z.array(z.string()),
  jobRole: z.string().nullable(),
  lastLoginAt: z.string().nullable(),
  deletedAt: z.string().nullable(),
})
/** A user of any organisation, as internal staff see them. */
export type InternalUser = z.infer<typeof userSchema>

/** The embedded server's newest 50 mails. Not kept: their links are secrets. */
export const mailOutbox = defineCall({
  name: 'mailOutbox',
  document: MailOutboxDocument,
  variables: (_input: void) => ({}),
  transport: { internal: true },
  wire: (answer): readonly OutboxMail[] =>
    z.object({ mailOutbox: z.array(mailSchema) }).parse(answer).mailOutbox,
})

/** The users of an organisation, the deleted ones too where asked for. */
export const organizationUsers = defineCall({
  name: 'organizationUsers',
  document: OrganizationUsersDocument,
  variables: (input: { readonly organizationId: string; readonly includeDeleted: boolean }) =>
    input,
  transport: { internal: true },
  wire: (answer): readonly InternalUser[] =>
    z.object({ organizationUsers: z.array(userSchema) }).parse(answer).organizationUsers,
})
