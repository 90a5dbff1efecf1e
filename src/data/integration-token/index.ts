import { z } from 'zod'
import {
  ActiveIntegrationTokenDocument,
  CreateEhrIntegrationTokenDocument,
  RemoveEhrIntegrationTokenDocument,
} from '../../../schema/generated/documents/integration-token'
import {
  integrationTokenSchema,
  integrationTokenTypes,
  type IntegrationToken,
} from '../../domain/integration-token/token'
import { defineCall, defineCommand } from '../../engine/define'

const refreshes = ['activeIntegrationToken']
const ofType = z.object({ integrationTokenType: z.enum(integrationTokenTypes) })

/** The active token of the acting organisation; `token` is null where there is none. */
export const activeIntegrationToken = defineCall({
  name: 'activeIntegrationToken',
  document: ActiveIntegrationTokenDocument,
  variables: (input: z.infer<typeof ofType>) => ({ input }),
  wire: (answer): { readonly token: IntegrationToken | null } => ({
    token: z
      .object({ getActiveTokenForOrganizationSummary: integrationTokenSchema.nullable() })
      .parse(answer).getActiveTokenForOrganizationSummary,
  }),
})

/** A token that was just made; `plainTextToken` is null where it was answered before: it is lost then. */
const createdSchema = z.object({
  plainTextToken: z.string().nullable(),
  token: integrationTokenSchema,
})

/** Makes a token. */
export const createToken = defineCommand({
  name: 'createEhrIntegrationToken',
  document: CreateEhrIntegrationTokenDocument,
  input: ofType,
  action: 'integration-token.change',
  variables: (input) => ({ input }),
  wire: (answer) => ({
    value: z.object({ createEhrIntegrationToken: createdSchema }).parse(answer)
      .createEhrIntegrationToken,
  }),
  refreshes,
})

/** Removes a token: its next call is refused. */
export const removeToken = defineCommand({
  name: 'removeEhrIntegrationToken',
  document: RemoveEhrIntegrationTokenDocument,
  input: z.object({ id: z.string().min(1) }),
  action: 'integration-token.change',
  variables: (input) => ({ input }),
  wire: (answer) => ({
    value: z.object({ removeEhrIntegrationToken: integrationTokenSchema }).parse(answer)
      .removeEhrIntegrationToken,
  }),
  refreshes,
})
