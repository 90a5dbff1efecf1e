import { z } from 'zod'
import {
  InvitationsDocument,
  MeDocument,
  UserOrganizationsDocument,
} from '../../../schema/generated/documents/session'
import { invitationSchema, type Invitation } from '../../domain/user/invitation'
import { defineCall } from '../../engine/define'
import { readMe } from './session.wire'

/** Who the signed-in user is. Kept by the session record of the device, not by the store. */
export const me = defineCall({
  name: 'me',
  document: MeDocument,
  variables: (_input: void) => ({}),
  wire: readMe('me'),
})

const membershipSchema = z.object({ id: z.string(), name: z.string(), type: z.string() })

/** The organisations that the signed-in user may act as, as of now. */
export const userOrganizations = defineCall({
  name: 'userOrganizations',
  document: UserOrganizationsDocument,
  variables: (_input: void) => ({}),
  wire: (answer): readonly z.infer<typeof membershipSchema>[] =>
    z.object({ userOrganizations: z.array(membershipSchema) }).parse(answer).userOrganizations,
})

/** What the user is asked and did not answer, the oldest first; also of who belongs to no organisation. */
export const invitations = defineCall({
  name: 'invitations',
  document: InvitationsDocument,
  variables: (_input: void) => ({}),
  wire: (answer): readonly Invitation[] =>
    z.object({ invitations: z.array(invitationSchema) }).parse(answer).invitations,
})
