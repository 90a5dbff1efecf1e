import { randomUUID } from 'node:crypto'
import type {
  CreatedIntegrationToken,
  IntegrationToken,
  MutationCreateEhrIntegrationTokenArgs,
  MutationRemoveEhrIntegrationTokenArgs,
  QueryGetActiveTokenForOrganizationSummaryArgs,
} from '../../../schema/generated/resolvers'
import { conflict, notFound } from '../../graphql/errors'
import type { Kept } from '../../graphql/idempotency'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import {
  activeToken,
  findToken,
  hashOfToken,
  insertToken,
  newToken,
  removeToken,
} from './repository'

const log = (scope: Scope, action: string, entityId: string): Promise<void> =>
  logged(scope, { action, entityType: 'integrationToken', entityId })

/** @throws NOT_FOUND where the organisation has none of that id */
const tokenNow = async (scope: Scope, id: string): Promise<IntegrationToken> => {
  const token = await findToken(scope, id)
  if (token === undefined) throw notFound()
  return token
}

/** Query fields of schema/integration-token.graphql. */
export const integrationTokenQueries = {
  getActiveTokenForOrganizationSummary: (
    scope: Scope,
    { input }: QueryGetActiveTokenForOrganizationSummaryArgs,
  ): Promise<IntegrationToken | null> => activeToken(scope, input.integrationTokenType),
}

/** Mutation fields of schema/integration-token.graphql. */
export const integrationTokenMutations = {
  async createEhrIntegrationToken(
    scope: Scope,
    { input }: MutationCreateEhrIntegrationTokenArgs,
  ): Promise<CreatedIntegrationToken> {
    const id = randomUUID()
    const plainTextToken = newToken()
    const isMade = await insertToken(scope, {
      id,
      type: input.integrationTokenType,
      hash: hashOfToken(plainTextToken),
    })
    if (!isMade)
      throw conflict(
        'INTEGRATION_TOKEN_ACTIVE',
        'There is an active token already. Remove it before you generate another',
      )
    await log(scope, 'createEhrIntegrationToken', id)
    return { id, plainTextToken, token: await tokenNow(scope, id) }
  },

  async removeEhrIntegrationToken(
    scope: Scope,
    { input: { id } }: MutationRemoveEhrIntegrationTokenArgs,
  ): Promise<IntegrationToken> {
    if (await removeToken(scope, id)) await log(scope, 'removeEhrIntegrationToken', id)
    return tokenNow(scope, id)
  },
}

/** What a repeat of a mutation is answered with: never the text of a token. */
export const integrationTokenRereads = {
  createEhrIntegrationToken: async (
    scope: Scope,
    _args: MutationCreateEhrIntegrationTokenArgs,
    { id }: Kept,
  ): Promise<CreatedIntegrationToken> => {
    if (id === null) throw notFound()
    return { id, plainTextToken: null, token: await tokenNow(scope, id) }
  },
  removeEhrIntegrationToken: (
    scope: Scope,
    { input: { id } }: MutationRemoveEhrIntegrationTokenArgs,
  ): Promise<IntegrationToken> => tokenNow(scope, id),
}
