import { z } from 'zod'
import {
  ExternalAuthIdentityDocument,
  LinkExternalAuthIdentityDocument,
  UnlinkExternalAuthIdentityDocument,
} from '../../../schema/generated/documents/toolbar-identity'
import { externalIdentitySchema } from '../../domain/toolbar-identity/external-identity'
import {
  externalIdentityTypes,
  toolbarAccountPath,
  toolbarSignInPath,
} from '../../domain/toolbar-identity/toolbar-identity'
import { defineCall, defineCommand, definePublicPost } from '../../engine/define'

const offeredSchema = externalIdentitySchema
  .pick({ externalOrgId: true, externalUserId: true })
  .extend({
    type: z.enum(externalIdentityTypes),
    isLinked: z.boolean(),
    isLinkedToOther: z.boolean(),
  })

/** What a signed identity says, as `offered`. Null: the server does not believe it. */
export const offeredIdentity = defineCall({
  name: 'externalAuthIdentity',
  document: ExternalAuthIdentityDocument,
  variables: (input: { readonly identity: string }) => input,
  wire: (answer) => ({
    offered: z.object({ externalAuthIdentity: offeredSchema.nullable() }).parse(answer)
      .externalAuthIdentity,
  }),
})

/** Links an identity to the user's own account; the server asks for a password shown just now. */
export const linkIdentity = defineCommand({
  name: 'linkExternalAuthIdentity',
  document: LinkExternalAuthIdentityDocument,
  input: z.object({
    externalOrgId: z.string().min(1),
    externalUserId: z.string().min(1),
    type: z.enum(externalIdentityTypes),
    identity: z.string().min(1),
  }),
  action: 'identity.link',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ linkExternalAuthIdentity: externalIdentitySchema }).parse(answer)
      .linkExternalAuthIdentity,
  }),
})

/** Ends a link of the user's own. */
export const unlinkIdentity = defineCommand({
  name: 'unlinkExternalAuthIdentity',
  document: UnlinkExternalAuthIdentityDocument,
  input: z.object({ id: z.string().min(1) }),
  action: 'identity.link',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ unlinkExternalAuthIdentity: z.string() }).parse(answer)
      .unlinkExternalAuthIdentity,
  }),
})

/** Asks whose account a linked identity signs in; it stays as it is. Null: it signs nobody in. */
export const toolbarAccount = definePublicPost({
  name: 'toolbarAccount',
  path: toolbarAccountPath,
  body: (identity: string) => ({ identity }),
  wire: (answer) =>
    z
      .object({ account: z.object({ name: z.string(), email: z.string() }).nullable() })
      .parse(answer).account,
})

/** Asks for the sign-in of whose linked identity this is. Null: it signs nobody in. */
export const toolbarSignIn = definePublicPost({
  name: 'toolbarSignIn',
  path: toolbarSignInPath,
  body: (identity: string) => ({ identity }),
  wire: (answer) =>
    z
      .object({
        signIn: z.object({ token: z.string(), actingOrganizationId: z.string() }).nullable(),
      })
      .parse(answer).signIn,
})
